"""Tests of what is told of a match that is over."""
