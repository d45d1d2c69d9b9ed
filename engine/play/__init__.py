"""How a match runs: the table, its phases, the registry of games."""
