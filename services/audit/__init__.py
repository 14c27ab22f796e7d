"""Judging logs and files: audits from inside, the verifier in a process apart."""
