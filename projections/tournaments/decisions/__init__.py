"""What may be decided in a tournament, by whom and when: a command becomes facts or is refused."""
