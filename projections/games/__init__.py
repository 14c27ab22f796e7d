"""The games, a file each."""
