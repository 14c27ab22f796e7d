"""The readable page of the API: one file, no script, nothing from anywhere else."""

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Any

import msgspec
from litestar import get
from litestar.connection import Request
from litestar.response import Response

from events.errors import TapeteError
from projections.language.catalogue import languages, template
from projections.language.errors import named
from services.api.http.problems import status_of
from services.api.routes.openapi import document

AnyRequest = Request[Any, Any, Any]
HEADERS = {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
}
STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem;border-bottom:1px solid #8886}
section{margin:1.5rem 0;padding:.5rem 1rem;border:1px solid #8886;border-radius:.5rem}
h3{margin:.3rem 0;font-size:1rem}code,pre{font:13px/1.4 ui-monospace,monospace}
pre{overflow:auto;background:#8881;padding:.5rem;border-radius:.3rem}
b{display:inline-block;min-width:4rem;text-transform:uppercase}
table{border-collapse:collapse}td,th{text-align:left;padding:.1rem .8rem .1rem 0;vertical-align:top}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}h3,p{overflow-wrap:anywhere}
@media(max-width:40rem){
body{margin:1rem auto}section{padding:.5rem .7rem}ul{padding-left:1.2rem}
table,tbody,tr{display:block}tr{margin:.5rem 0}td{display:inline}
}
"""


@get("/openapi.json", include_in_schema=False, media_type="application/json")
async def openapi_json(request: AnyRequest) -> Response[bytes]:
    """The OpenAPI document."""
    body = msgspec.json.encode(described(request))
    return Response(body, media_type="application/json", headers=HEADERS)


@get("/docs", include_in_schema=False, media_type="text/html")
async def docs_page(request: AnyRequest) -> Response[bytes]:
    """The page for people."""
    body = page(described(request)).encode()
    return Response(body, media_type="text/html", headers=HEADERS)


def described(request: AnyRequest) -> dict[str, Any]:
    """The document, made once."""
    state = request.app.state
    if "document" not in state:
        state.document = document(request.app)
    found: dict[str, Any] = state.document
    return found


def page(found: dict[str, Any]) -> str:
    tags = dict.fromkeys(
        tag for path in found["paths"].values() for op in path.values() for tag in op["tags"]
    )
    links = "".join(f'<a href="#{tag}">{tag}</a>' for tag in (*tags, "types", "errors"))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Tapete API</title><style>{STYLE}</style><h1>Tapete API</h1>"
        f"<p>{prose(found['info'].get('description', ''))}</p>"
        f'<nav>{links}<a href="/openapi.json">openapi.json</a></nav>'
        + "".join(chapter(tag, found) for tag in tags)
        + types(found)
        + errors()
    )


def chapter(tag: str, found: dict[str, Any]) -> str:
    """All routes under a tag."""
    sections = (
        section(method, path, operation)
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
        if tag in operation["tags"]
    )
    return f'<h2 id="{tag}">{tag.capitalize()}</h2>{"".join(sections)}'


def section(method: str, path: str, operation: dict[str, Any]) -> str:
    """One route: what it does, what it takes, what it gives."""
    return (
        f'<section id="{operation["operationId"]}"><h3><b>{method}</b> <code>{escape(path)}</code> '
        f"— {escape(operation['summary'])}</h3><p>{prose(operation.get('description', ''))}</p>"
        f"{parameters(operation)}{body(operation)}{answers(operation)}</section>"
    )


def parameters(operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(p['name'])}</code><td>{p['in']}"
        f"<td>{prose(p.get('description', ''))}"
        for p in operation["parameters"]
    )
    return f"<table>{rows}</table>"


def body(operation: dict[str, Any]) -> str:
    if "requestBody" not in operation:
        return ""
    (media,) = operation["requestBody"]["content"].values()
    return f"<p>Body: {kind(media['schema'])}</p>"


def answers(operation: dict[str, Any]) -> str:
    lines = []
    for status, response in operation["responses"].items():
        content = response.get("content") or {"": {"schema": {}}}
        name, media = next(iter(content.items()))
        lines.append(f"<li>{status}: {kind(media.get('schema', {}))} {escape(name)}")
    return f"<ul>{''.join(lines)}</ul>"


def kind(schema: dict[str, Any]) -> str:
    """A type in short, with a link to where it is described."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if schema.get("type") == "array":
        return f"[{kind(schema['items'])}]"
    return escape(str(schema.get("type", "")))


def types(found: dict[str, Any]) -> str:
    shown = (
        f'<section id="{name}"><h3>{name}</h3><p>{prose(schema.get("description", ""))}</p>'
        f"<pre>{escape(indented(schema.get('properties', schema)))}</pre></section>"
        for name, schema in found["components"]["schemas"].items()
    )
    return f'<h2 id="types">Types</h2>{"".join(shown)}'


def prose(text: str) -> str:
    """A description; what stands between backquotes in it is code."""
    return re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", escape(text))


def indented(schema: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(schema)).decode()


@cache
def errors() -> str:
    """Every code that a problem may have, with its texts."""
    rows = "".join(
        f'<tr id="{error.code}"><td>{status_of(error())}<td><code>{error.code}</code>'
        f"<td>{in_all_languages(named('error', error.code))}"
        for error in family()
    )
    return f'<h2 id="errors">Errors</h2><table>{rows}</table></html>'


def in_all_languages(id: str) -> str:
    first, *others = (escape(template(language, id)) for language in languages())
    return "".join([first, *(f"<br><i>{text}</i>" for text in others)])


def family() -> Iterator[type[TapeteError]]:
    """Every kind of error that is told, by code."""
    waiting, found = [TapeteError], {}
    while waiting:
        error = waiting.pop()
        waiting += error.__subclasses__()
        if status_of(error()) < 500 or error.code == "unavailable":
            found[error.code] = error
    return iter(found[code] for code in sorted(found))
