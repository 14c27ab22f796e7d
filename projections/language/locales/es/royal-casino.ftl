# Royal Casino
royal-casino-name = Casino Royal
royal-casino-summary = Casino con sota 11, reina 12, rey 13, as 1 ó 14 y un punto por barrido.
