"""What is sent and shown over HTTP: schemas and presenters."""
