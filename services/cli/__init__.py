"""The command line: ``tapete`` and its commands."""

from services.cli.main import main

__all__ = ["main"]
