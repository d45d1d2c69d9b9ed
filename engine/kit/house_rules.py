"""House rules: the options of a table in the form in which a game's rules read them."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from ..model.options import OptionValue

R = TypeVar("R")


def one_for_each(read: Callable[[Mapping[str, OptionValue]], R]) -> Callable[[Mapping[str, OptionValue]], R]:
    """Cache a reader of full sets of options: equal options give the same record."""

    @lru_cache(maxsize=64)
    def made(options: tuple[tuple[str, OptionValue], ...]) -> R:
        return read(dict(options))

    return lambda options: made(tuple(options.items()))
