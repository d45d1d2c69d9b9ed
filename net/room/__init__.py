"""The room: people at a match. Messages and time go in, effects come out. No I/O."""
