"""The command line: ``tapete`` and its commands."""
