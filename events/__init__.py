"""What happened: the facts of a match, how they are written, sealed, stored and read back."""
