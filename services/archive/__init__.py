"""How finished matches leave Redis, and where they lie then."""
