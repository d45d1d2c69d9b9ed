"""One visit to a table as the screens see it."""
