"""What the commands share: the console, arguments, narration, tables, child processes."""
