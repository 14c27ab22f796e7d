"""Whole tournaments of bots, through the real service."""
