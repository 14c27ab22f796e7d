"""What holds for every request: who asks, how fast, in which language, and how it is refused."""
