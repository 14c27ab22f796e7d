"""The routes, one module a resource; those of a match and of a tournament have rooms."""
