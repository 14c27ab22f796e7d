"""The one machine for everything that has a sealed log."""
