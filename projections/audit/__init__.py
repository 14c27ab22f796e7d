"""Whether a record is what the rules, the seals and the seed say: a log, or a file taken away."""
