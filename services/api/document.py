"""``python -m services.api.document``: check the OpenAPI document in again."""

from pathlib import Path
from tempfile import TemporaryDirectory

from services.api.app import create_app
from services.api.routes.openapi import FILE, written
from services.settings import Settings
from services.wiring import wire


def main() -> None:
    """Write what the routes and types say now."""
    with TemporaryDirectory() as folder:
        services = wire(Settings(data=Path(folder)), "unix:///nowhere")
        FILE.write_bytes(written(create_app(services)))


if __name__ == "__main__":
    main()
