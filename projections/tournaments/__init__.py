"""What a tournament means: who meets whom, what it was worth, who leads. Pure functions, no I/O."""
