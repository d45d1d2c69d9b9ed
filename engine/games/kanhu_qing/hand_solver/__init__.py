"""The hand solver: whether a hand wins, and how many cards it needs."""
