"""What may be asked of a tournament: acts, rounds and their matches, what happens by itself."""
