"""Examples made from a document: what a message looks like whose schema this is."""

from typing import Any

PLAIN: dict[str, Any] = {"integer": 1, "string": "…", "boolean": True, "array": [], "null": None}


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema itself where it is only pointed at."""
    if "$ref" not in schema:
        return schema
    found: Any = document
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return resolved(document, found)


def sample(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A value that the schema allows: its example, what it must be, or the plainest of its type."""
    schema = resolved(document, schema)
    if "examples" in schema:
        return schema["examples"][0]
    if "const" in schema:
        return schema["const"]
    if "properties" in schema:
        return {name: sample(document, one) for name, one in schema["properties"].items()}
    if "items" in schema:
        return [sample(document, schema["items"])]
    return schema["enum"][0] if "enum" in schema else PLAIN[schema["type"]]
