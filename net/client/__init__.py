"""One seat at a table: the session, its requests, the way back after a broken connection."""
