"""Secrets of the house: signing keys, the seeds of matches and boards, randomness."""
