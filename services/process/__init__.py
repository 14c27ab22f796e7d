"""What a process of the house is made of: its clock, its jobs, its memory, its end."""
