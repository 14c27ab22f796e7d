"""What it means: pure functions of the log, from the games' rules to audits and standings."""
