"""Lessons in the app."""
