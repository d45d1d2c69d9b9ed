"""A choice in the making: which cards are picked, and which move that is. It is drawn by table/widgets/prompt.py."""
