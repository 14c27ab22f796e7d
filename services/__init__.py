"""What may be asked: the doors of the house, the house itself (randomness) and its settings."""
