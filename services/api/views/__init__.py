"""What is shown over HTTP: presenters, from the state of things to the schemas."""
