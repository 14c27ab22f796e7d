"""The routes of a match: found, offered, joined, played, judged, looked back at, taken away."""
