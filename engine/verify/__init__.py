"""Checking a match again: replay, audit, checkpoint."""
