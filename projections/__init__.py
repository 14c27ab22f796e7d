"""What it means: pure functions of the log. The games' rules, views, audit and standings."""
