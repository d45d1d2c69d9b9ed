"""Options in words, as forms and lists show them."""

from engine.api import OptionValue


def value_word(value: OptionValue) -> str:
    """An option's value in a word, as a command line takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
