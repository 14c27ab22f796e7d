"""``python -m services.cli``: the same as ``tapete``."""

from services.cli.main import main

if __name__ == "__main__":
    main()
