"""Matches to take away."""
