"""Frames, messages and limits, for both ends. No I/O."""
