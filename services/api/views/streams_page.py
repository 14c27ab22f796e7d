"""The page about the streams, made from their document: no message stands in two places."""

from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

from services.api.views.reference import filled, marked, page, text
from services.api.views.samples import resolved, sample

Document = dict[str, Any]

WAYS = {
    "socket": "WebSocket",
    "match": "Server-sent events or NDJSON",
    "tournament": "Server-sent events or NDJSON",
}
"""How each channel of the document is told."""
WIRE = "id: {version}\ndata: {frame}\n\nevent: head\nid: {version}\ndata: {head}\n"


def streams(found: Document) -> str:
    """What each stream carries, an example of every message, and lines that work at once."""
    body = filled(
        "streams.html",
        title=escape(found["info"]["title"]),
        description=marked(found["info"]["description"]),
        play=escape(text("play.js")),
        watch=escape(text("watch.js")),
        channels="".join(channels(found)),
        messages="".join(messages(found)),
    )
    return page("Tapete API: streams", body)


def channels(found: Document) -> Iterator[str]:
    """Where each stream is, what is to be known of it, and which messages it carries."""
    for name, channel in found["channels"].items():
        links = " ".join(f'<a href="#{one}">{one}</a>' for one in channel["messages"])
        yield f'<h2 id="{name}-stream">{WAYS[name]}: <code>{escape(channel["address"])}</code></h2>'
        yield f"<p>{marked(channel['description'])}</p><p>{links}</p>"
        if name == "match":
            yield f"<pre>{escape(wire(found))}</pre>"


def wire(found: Document) -> str:
    """A frame and a signed head, as server-sent events."""
    frame, head = example(found, "frame"), example(found, "head")
    return WIRE.format(version=frame["version"], frame=packed(frame), head=packed(head))


def messages(found: Document) -> Iterator[str]:
    """Each message: what it says, an example, and what is to be known of its fields."""
    for name, message in found["components"]["messages"].items():
        shown = msgspec.json.format(packed(example(found, name)))
        yield f'<section id="{name}"><h3>{name}</h3><p>{marked(message["summary"])}</p>'
        yield f"<pre>{escape(shown)}</pre>{fields(found, message['payload'])}</section>"


def fields(found: Document, payload: Document) -> str:
    """The fields that need words."""
    shown = {name: resolved(found, one) for name, one in payload["properties"].items()}
    rows = "".join(
        f"<tr><td><code>{name}</code><td>{marked(one['description'])}\n"
        for name, one in shown.items()
        if "description" in one
    )
    return f"<table>{rows}</table>" if rows else ""


def example(found: Document, name: str) -> Any:
    """The example of a message: its own, or one made from its schema."""
    message = found["components"]["messages"][name]
    own = message.get("examples")
    return own[0]["payload"] if own else sample(found, message["payload"])


def packed(value: Any) -> str:
    return msgspec.json.encode(value).decode()
