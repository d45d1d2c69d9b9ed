"""How a match runs: the table, its phases, and the registry of games."""
