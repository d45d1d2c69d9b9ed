"""A choice in the making: the selected cards and the move that they make. table/widgets/prompt.py draws it."""
