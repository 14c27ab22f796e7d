"""How measurements are told: rows as tables in Markdown."""

from collections.abc import Iterable, Mapping

Row = dict[str, float | str]


def table(rows: Iterable[Row], columns: Mapping[str, str]) -> str:
    """The rows under the titles of ``columns``; what a row lacks stays empty."""
    lines = ["| " + " | ".join(columns.values()) + " |"]
    lines.append("|" + "---|" * len(columns))
    lines += ["| " + " | ".join(cell(row.get(c)) for c in columns) + " |" for row in rows]
    return "\n".join(lines)


def cell(value: float | str | None) -> str:
    """A number with as many digits as mean something."""
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"
