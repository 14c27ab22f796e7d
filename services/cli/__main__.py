"""``python -m services.cli``: the same as ``tapete``."""

from services.cli import main

main()
