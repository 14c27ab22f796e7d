"""The little number theory that movements need."""


def primes_of(n: int) -> tuple[int, ...]:
    """The prime factors of n, ascending, with repetition."""
    found, factor = [], 2
    while factor * factor <= n:
        while n % factor == 0:
            found.append(factor)
            n //= factor
        factor += 1
    return (*found, n) if n > 1 else tuple(found)


def quarter_turn(p: int) -> int:
    """A number whose square is -1 modulo the prime p = 4k + 1."""
    return next(i for i in range(2, p) if i * i % p == p - 1)
