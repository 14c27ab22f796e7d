# Royal Casino
royal-casino-name = Royal Casino
royal-casino-summary = Casino with jack 11, queen 12, king 13, ace 1 or 14, and a point for every sweep.
