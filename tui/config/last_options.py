"""The options of the last match of each game, with which its next table begins.

They are one line of the settings, with the options that differ from the defaults: "hearts limit=50 omnibus=on; khanhoo
target=100". Unknown options of a newer or older version are ignored.
"""

from collections.abc import Mapping

from engine.api import GameInfo, OptionError, OptionValue


def value_word(value: OptionValue) -> str:
    """An option's value in a word, as a command line takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def last_set(kept: str, meta: GameInfo) -> dict[str, OptionValue] | None:
    """All options of the last match of a game; None if it was never played."""
    words = _read(kept).get(meta.id)
    return None if words is None else read_set(" ".join(words), meta)


def read_set(words: str, meta: GameInfo) -> dict[str, OptionValue]:
    """All options of a game, from words that name those that differ from the defaults."""
    known = {option.name: option for option in meta.options}
    found = meta.resolve({})
    for word in words.split():
        name, _, value = word.partition("=")
        if name in known:
            try:
                found[name] = known[name].read(value)
            except OptionError:
                continue
    return found


def with_set(kept: str, meta: GameInfo, options: Mapping[str, OptionValue]) -> str:
    """The line with the options of a game's present match."""
    usual = meta.resolve({})
    sets = _read(kept)
    sets[meta.id] = [
        f"{name}={value_word(value)}" for name, value in options.items() if name in usual and value != usual[name]
    ]
    return "; ".join(" ".join([game_id, *words]) for game_id, words in sorted(sets.items()))


def _read(kept: str) -> dict[str, list[str]]:
    parts = (part.split() for part in kept.split(";"))
    return {words[0]: words[1:] for words in parts if words}
