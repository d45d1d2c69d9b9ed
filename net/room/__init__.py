"""People at a match: messages and time go in, effects come out. No I/O."""
