"""Who leads: results, points, tie-breaks, ranks, ratings."""
