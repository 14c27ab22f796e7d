"""Signed heads: the journal outside Redis, the check of the log against it, checkpoints."""
