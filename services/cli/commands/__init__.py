"""The commands of `tapete`, one module each."""
