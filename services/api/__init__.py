"""The HTTP API and its streams: the doors that frontends knock at."""
