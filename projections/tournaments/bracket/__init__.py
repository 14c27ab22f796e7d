"""The elimination bracket: how it is drawn, and who stands where in it."""
