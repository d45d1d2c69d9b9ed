"""The widgets that the table screen draws its parts with."""
