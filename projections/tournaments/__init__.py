"""What a tournament is: its settings, commands, facts and state, and its log."""
