"""The card room over SSH: each login is an app of its own in one process, and an ordinary client of the tables."""
