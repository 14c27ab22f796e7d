"""What is counted: requests, commands, streams. No label names a match, a player or a token."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from services.matches.kind import MatchCache

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Figures:
    """The figures of one process."""

    def __init__(self, cache: MatchCache) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tapete_requests", "Requests answered", ["method", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "tapete_request_seconds", "Time to answer", buckets=SECONDS, registry=self.registry
        )
        self.streams = Gauge("tapete_streams", "Open streams", ["wire"], registry=self.registry)
        self.moves = Counter("tapete_moves", "Moves over WebSockets", registry=self.registry)
        self.resyncs = Counter(
            "tapete_resyncs", "Readers let go because they didn't keep up", registry=self.registry
        )
        cached = Gauge("tapete_matches_cached", "Matches in memory", registry=self.registry)
        cached.set_function(lambda: len(cache.all()))
        frozen = Gauge("tapete_matches_frozen", "Matches that are frozen", registry=self.registry)
        frozen.set_function(lambda: len(cache.freezer.reasons))
