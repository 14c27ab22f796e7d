"""The routes of a tournament: announced, entered, directed round by round, shown on the wall."""
