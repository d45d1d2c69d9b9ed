"""Templates of sentences made to agree: "{seat} draws" is "You draw" for its reader, "{count} cards" is "1 card"."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from engine.api import listed

YOU: Final = "You"
"""What a player's own table calls them."""

_FIELD: Final = re.compile(r"\{(\w+)\}('s)?( \w+)?")
_VERB: Final = re.compile(r"\b(and|but) (\w+)")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) ")
_COUNTED: Final = re.compile(r"\{count\} (\w+)s\b( become| make| are)?")
_OF_ONE: Final = {" become": " becomes", " make": " makes", " are": " is"}
_IRREGULAR: Final = {"is": "are", "has": "have", "does": "do", "was": "were"}
_HISSING: Final = ("sses", "shes", "ches", "xes", "zzes", "oes")


def within(name: str) -> str:
    """A player's name inside a sentence: "you" for its reader."""
    return name.lower() if name == YOU else name


def to_reader(words: str, mine: Collection[str]) -> str:
    """A template in which some fields name its reader: these say "you", and the verbs after them agree.

    mine: the names of those fields. Other fields stay as they are.
    """
    return " ".join(_sentence(sentence, mine) for sentence in _SENTENCE.split(words)) if mine else words


def _sentence(sentence: str, mine: Collection[str]) -> str:
    is_subject = False

    def address(found: re.Match[str]) -> str:
        nonlocal is_subject
        field, owns, follows = found[1], found[2], found[3] or ""
        if field not in mine:
            return found[0]
        you = "your" if owns else "you"
        if not owns and follows:
            verb = plain_verb(follows[1:])
            is_subject = is_subject or verb != follows[1:] or not found.start()
            follows = f" {verb}"
        return (you if found.start() else you.capitalize()) + follows

    said = _FIELD.sub(address, sentence)
    if is_subject:
        said = _VERB.sub(lambda found: f"{found[1]} {plain_verb(found[2])}", said)
        said = said.replace(" their ", " your ")
    return said


def plain_verb(word: str) -> str:
    """A verb as it follows "you": "passes" gives "pass". A word in any other form stays as it is."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def shares(verb: str, names: Sequence[str], values: Sequence[str]) -> str:
    """What each has, with the verb after the first name only: "you have 5, Bea 3 and Cy 0"."""
    first, *others = zip(names, values, strict=True)
    name = within(first[0])
    verb = plain_verb(verb) if name == YOU.lower() else verb
    rest = [f"{within(each)} {value}" for each, value in others]
    return listed([f"{name} {verb} {first[1]}", *rest])


def bare(deed: str) -> str:
    """What somebody does, after "to": "closes the table and takes all" is "close the table and take all"."""
    verb, blank, rest = deed.partition(" ")
    return f"{plain_verb(verb)}{blank}{_VERB.sub(lambda found: f'{found[1]} {plain_verb(found[2])}', rest)}"


def one_of(words: str) -> str:
    """A template in which {count} is one: "{count} cards" becomes "{count} card"."""
    return _COUNTED.sub(lambda found: f"{{count}} {found[1]}{_OF_ONE.get(found[2] or '', '')}", words)
