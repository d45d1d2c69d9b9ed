"""The room: people at a match. Messages and time come in, effects go out. It does no I/O."""
