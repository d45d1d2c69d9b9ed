"""Lessons on the screen: the table with a panel that says what to look at."""
