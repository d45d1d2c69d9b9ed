"""Who sits at a table and what is played there. It knows no connection and does no I/O."""
