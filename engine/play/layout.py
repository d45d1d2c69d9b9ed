"""A game's table.toml: its words, and the variants of them that some deals have."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from ..model.options import OptionValue
from .rulebook import Condition, read_condition

VARIABLE: Final = frozenset(("piles", "hand", "verbs", "phases", "facts", "places", "groups", "notes"))
"""What a variant may change. The rest holds for a whole match: the log, the seats, the faces of the cards."""


class Layout:
    """What a table.toml says. Raises ValueError if a variant changes what must hold for a whole match."""

    def __init__(self, text: str) -> None:
        self.words: dict[str, Any] = tomllib.loads(text)
        self._variants: tuple[tuple[Condition, Mapping[str, Any]], ...] = tuple(
            (condition_of(variant), {name: words for name, words in variant.items() if name != "if"})
            for variant in self.words.get("variant", ())
        )
        for _, changes in self._variants:
            if fixed := set(changes) - VARIABLE:
                raise ValueError(f"A variant in table.toml must not change {sorted(fixed)}.")

    def variants(self, facts: Mapping[str, OptionValue]) -> tuple[int, ...]:
        """The variants whose conditions hold, by number."""
        return tuple(number for number, (when, _) in enumerate(self._variants) if when.holds(facts))

    def varied(self, variants: tuple[int, ...]) -> dict[str, Any]:
        """The words, with the words of these variants in place of the usual ones."""
        words = self.words
        for number in variants:
            words = _varied(words, self._variants[number][1])
        return words


def condition_of(entry: Mapping[str, Any]) -> Condition:
    """When an entry holds: by one condition, by a list of which one is enough, or always."""
    texts = entry.get("if", [])
    read = [read_condition(text) for text in ([texts] if isinstance(texts, str) else texts)]
    return Condition(tuple(clauses for each in read for clauses in each.alternatives)) if read else Condition()


def _varied(words: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    both = {name: _varied(words[name], each) for name, each in changes.items() if isinstance(words.get(name), Mapping)}
    return {**words, **changes, **both}
