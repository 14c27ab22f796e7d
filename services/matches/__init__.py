"""What may be asked of a match: acts, rewinds, forks, clocks, frames, bots that think."""
