"""One seat at a table: the session, its requests, and reconnecting."""
