"""Every text that a person reads keeps to the vocabulary: one word for one thing, and none of the words it retires."""

import ast
import re
import tomllib
from collections.abc import Iterator

import pytest

from .sources import ROOT, calls, leaves, place, python_files, texts

RETIRED = {
    r"throw(s|n|ing)?|threw|thrower": "discard, or play",
    r"heaps?": "discard pile",
    r"talon": "stock",
    r"by lot|by chance|as chance gives": "at random",
    r"made anew|make a new stock|anew": "reshuffled, or again",
    r"somebody|somebody's|whoever|whomever": "a player, they, everybody",
    r"one's own|what one": "you, your",
    r"watchers?|onlookers?|lookers?|looks? on": "spectator, watch",
    r"rid of|be out of cards": "go out",
    r"dead hand|comes? to nothing": "no winner",
    r"reckon(s|ed|ing|ings)?": "score, count",
    r"deadwood|strays?": "left over",
    r"gives? way|giving way|let(s|ting)? it go": "pass",
    r"picked": "selected",
    r"counsel(s|led)?|advises?|advised": "hint",
    r"pledges?|pledged": "commit",
    r"sent away|send(s|ing)? away|kick(s|ed|ing)?": "remove",
    r"carr(y|ies|ied|ying) on": "hand over, take over",
    r"the line (is|broke|breaks)|line is down|hung up|hangs? up": "disconnected",
    r"overdraw(s|n|ing)?|overdrawn": "time bank",
    r"abandon(s|ed|ing)?": "break off",
    r"leaf(s|ing)? through": "cycle through",
    r"foresees?|foreseen": "expect",
    r"thinks? up": "choose",
    r"coming in": "joining",
    r"evening of": "match",
    r"color(s|ed)?": "colour",
    r"stands? still": "is paused",
    r"is told|are told|was told|were told|be told": "sees, or the host tells",
}
"""Patterns of whole words, and what the vocabulary has in their place."""

ALLOWED: dict[str, tuple[str, ...]] = {
    "engine/games/solo/rulebook.md": ("*color*", "`color`"),  # the source's word, and an option's name
    "engine/games/solo/table.toml": ("{color}",),  # an option's name
    "PROTOCOL.md": ("pledge", "pledges"),  # a word on the wire
    "docs/fairness.md": ("pledge", "pledges"),
}
"""By file, the texts in which a retired word means something else, or is quoted."""

_WORDS = re.compile("|".join(rf"\b(?:{pattern})\b" for pattern in RETIRED), re.IGNORECASE)
_CODE = re.compile(r"```.*?```|`[^`\n]*`|^    [^\n]*$", re.DOTALL | re.MULTILINE)
_LOOKS_LIKE_TEXT = re.compile(r"[a-z]{2,} |^[A-Z][a-z]+")


def _texts() -> Iterator[tuple[str, str]]:
    """Every text with its file: of the code, the tables, the rulebooks (but what they quote) and the documents."""
    for path in python_files("engine", "net", "tui"):
        for text in filter(_LOOKS_LIKE_TEXT.search, texts(path)):
            yield str(path.relative_to(ROOT)), text
    for path in sorted((ROOT / "engine/games").rglob("*.toml")):
        for text in leaves(tomllib.loads(path.read_text("utf-8"))):
            yield str(path.relative_to(ROOT)), text
    for path in sorted((ROOT / "engine/games").rglob("rulebook.md")):
        for line in path.read_text("utf-8").split("\n\n"):
            yield str(path.relative_to(ROOT)), "\n".join(one for one in line.splitlines() if not one.startswith(">"))
    for path in [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]:
        for part in _CODE.sub("", path.read_text("utf-8")).split("\n"):
            yield str(path.relative_to(ROOT)), part


def _covers(allowed: str, text: str, match: re.Match[str]) -> bool:
    """Whether a match is part of a phrase that is allowed."""
    return any(found.start() <= match.start() and match.end() <= found.end() for found in _phrase(allowed, text))


def _phrase(allowed: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(re.escape(allowed), text)


def faults() -> list[str]:
    """Each retired word that is not allowed where it stands: file, word, text."""
    return [
        f"{file}: {match[0]!r} in {text.strip()[:110]!r}"
        for file, text in _texts()
        for match in _WORDS.finditer(text)
        if not any(_covers(allowed, text, match) for allowed in ALLOWED.get(file, ()))
    ]


def test_no_text_has_a_retired_word() -> None:
    assert not faults()


def test_every_exception_is_still_needed() -> None:
    texts = [(file, text) for file, text in _texts() if _WORDS.search(text)]
    for file, exceptions in ALLOWED.items():
        for exception in exceptions:
            assert any(place == file and exception in text for place, text in texts), (file, exception)


@pytest.mark.parametrize("text", ["A card was thrown.", "Somebody sits down.", "drawn by lot", "It is made anew"])
def test_a_retired_word_is_found(text: str) -> None:
    assert _WORDS.search(text)


if __name__ == "__main__":
    print(*faults(), sep="\n")


def _is_unfinished(call: ast.Call) -> bool:
    """Whether the call has a text that ends with three dots."""
    parts = (part for arg in call.args for part in ast.walk(arg))
    return any(isinstance(part, ast.Constant) and str(part.value).endswith("…") for part in parts)


def test_work_is_named_while_it_lasts() -> None:
    """A sentence about work, which ends with three dots, is taken away with the work: `Shell.telling` does both."""
    asked = [(path, call, name) for path in python_files("tui") for call, name in calls(path) if _is_unfinished(call)]
    assert any(name.endswith(".telling") for _, _, name in asked)
    assert not [place(path, call) for path, call, name in asked if name.endswith((".tell", ".say", ".notify"))]
