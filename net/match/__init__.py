"""Who sits at a table and what is played there. Knows no connection, does no I/O."""
