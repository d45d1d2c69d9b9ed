"""All that is shown and typed at a table."""
