"""What hangs on the wall beside the standings, and what stays sealed while boards are in play."""
