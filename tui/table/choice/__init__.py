"""A choice in the making: which cards are picked, and which move that is."""
