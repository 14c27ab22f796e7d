"""Live streams: the play socket, server-sent events and lines of JSON."""
