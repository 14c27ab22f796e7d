"""Who meets whom: one module a system, and the next round proposed by them."""
