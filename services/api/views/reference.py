"""The pages about the API, put together from the files in ``services/pages/docs``."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template

from projections.language.catalogue import languages, template
from projections.language.errors import named
from services.api.http.problems import family, status_of

KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
LOADED = ("style.css", "anchors.js", "scalar.js.gz", "start.js")


@cache
def contents(name: str) -> bytes:
    """A file of the pages, as it lies there."""
    return resources.files("services").joinpath("pages", "docs", name).read_bytes()


def text(name: str) -> str:
    return contents(name).decode()


def filled(name: str, **values: str) -> str:
    """A file of the pages with its blanks filled in; the values are HTML."""
    return Template(text(name)).substitute(values)


@cache
def assets() -> Mapping[str, str]:
    """What the pages load: the name in an address, which changes with the bytes, and the file."""
    return {hashed(name): name for name in LOADED}


def hashed(name: str) -> str:
    stem, kind = name.removesuffix(".gz").split(".")
    return f"{stem}-{sha256(contents(name)).hexdigest()[:12]}.{kind}"


def page(title: str, body: str) -> str:
    return filled("page.html", title=escape(title), style=hashed("style.css"), body=body)


@cache
def reference() -> str:
    """The reference of the HTTP API, which a script draws from the OpenAPI document."""
    body = filled(
        "reference.html",
        anchors=hashed("anchors.js"),
        scalar=hashed("scalar.js.gz"),
        errors=" ".join(error.code for error in family()),
        start=hashed("start.js"),
    )
    return page("Tapete API", body)


@cache
def errors() -> str:
    """Every code that a problem may have, with its texts."""
    rows = "".join(
        f'<tr id="{error.code}"><td>{status_of(error())}<td><code>{error.code}</code>'
        f"<td>{in_all_languages(named('error', error.code))}\n"
        for error in family()
    )
    return page("Tapete API: errors", filled("errors.html", rows=rows))


def in_all_languages(id: str) -> str:
    """A message with its gaps, in each language."""
    first, *others = ((each, escape(template(each, id))) for each in languages())
    return "".join([first[1], *(f'<br><i lang="{each}">{text}</i>' for each, text in others)])


def marked(text: str) -> str:
    """A description; what stands between backquotes in it is code."""
    return re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", escape(text))
