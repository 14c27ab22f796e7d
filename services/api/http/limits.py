"""How fast anybody may ask: token buckets, one for reads and one for plays of each caller.

Kept in this process only; what they guard against is one client that starves the others.
"""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Literal

from events.errors import Limited

Kind = Literal["read", "play"]
MOST = 50_000  # buckets; the least used are full again anyway
BURST = 10  # seconds' worth that a full bucket holds


class Bucket:
    """Fills at ``rate`` tokens a second up to ``size``."""

    __slots__ = ("at", "left", "rate", "size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size, self.left, self.at = rate, size, size, now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether there was enough; if not, nothing is taken."""
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, cost: float = 1.0) -> int:
        """Seconds until there is enough."""
        return max(1, ceil((cost - self.left) / self.rate))


class Limits:
    """The buckets of all callers. A rate of 0 means no limit."""

    def __init__(
        self, reads: int, plays: int, clock: Callable[[], float] = monotonic, most: int = MOST
    ) -> None:
        self._rates: dict[Kind, int] = {"read": reads, "play": plays}
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[tuple[str, Kind], Bucket] = OrderedDict()

    def take(self, who: str, kind: Kind, cost: float = 1.0) -> dict[str, str]:
        """Take from a caller's bucket; the headers that tell how it stands. Raise ``Limited``."""
        rate = self._rates[kind]
        if not rate:
            return {}
        bucket = self._bucket(who, kind, rate)
        if not bucket.take(self._clock(), cost):
            raise Limited(retry_after=bucket.wait(cost), bucket=kind)
        return headers(kind, bucket)

    def _bucket(self, who: str, kind: Kind, rate: int) -> Bucket:
        key = (who, kind)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = Bucket(rate, rate * BURST, self._clock())
        else:
            self._buckets.move_to_end(key)
        return bucket


def headers(kind: Kind, bucket: Bucket) -> dict[str, str]:
    """The RateLimit fields of the IETF's draft."""
    return {
        "RateLimit-Policy": f'"{kind}";q={int(bucket.size)};w={BURST}',
        "RateLimit": f'"{kind}";r={int(bucket.left)};t={BURST}',
    }
