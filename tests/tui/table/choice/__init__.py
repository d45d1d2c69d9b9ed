"""Tests of choosing a move, and of taking it back."""
