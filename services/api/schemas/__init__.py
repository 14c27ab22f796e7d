"""What is sent and shown over HTTP, as types, one module a resource: OpenAPI comes from here."""
