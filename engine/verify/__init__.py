"""Reading a match again: replay, audit, checkpoint."""
