"""Who works while nobody asks: projectors, bots, clocks and the discrete jobs."""
