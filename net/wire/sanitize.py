"""The sanitiser: every text from another person or machine passes through here first.

The result has no control, escape, bidi, format, private, surrogate or unassigned character, and no blank that looks
like a letter; it is in composed form (NFC), on one line, with single spaces, at most two combining marks for each base,
and no wider than its limit. Cleaning a clean text changes nothing.

Widths come from the Unicode tables of the standard library, since a host imports no screen code. They err on the wide
side, so a text that fits here fits on any terminal.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

NAME_CELLS: Final = 16
TITLE_CELLS: Final = 48
CHAT_CELLS: Final = 300
LINE_CELLS: Final = 400
"""The most cells of any other text: a sentence, a label, a fact."""

_MOST_MARKS: Final = 2
_MOST_HEAPED: Final = 16
"""The most marks on one base that are kept before composing. No letter of any script has so many."""
_DROPPED: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_SPACES: Final = frozenset(("Zs", "Zl", "Zp"))
# Invisible letters and signs: Hangul fillers, the grapheme joiner, Khmer inherent vowels, blank braille.
_INVISIBLE: Final = frozenset("\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800")
# Pictures, and the signs that Unicode 16 made wide: terminals may be newer than our Unicode tables.
_WIDE_SINCE: Final = (
    ("\u2630", "\u2637"),
    ("\u268a", "\u268f"),
    ("\u4dc0", "\u4dff"),
    ("\U0001d300", "\U0001d376"),
    ("\U0001f000", "\U0001faff"),
)

_ALIKE: Final = str.maketrans(
    "авеёѕіїјкмнорстухьԁһԛԝүӏгөәӡзѵғҝқңҳҫҽӕαβεζηικμνορτυχγσϲϳωϝϻϙάέήίόύօոսհցզյլıɑɡɩʀɴʟʜʙɪʏᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ",
    "abeësiïjkmhopctyxbdhqwylroe33vfkkhxceæabezhikmnoptyxyocjwfmqáéhíóýonuhgqjliagirnlhbiyacdejkmoptuvwz",
)
"""Small letters of Cyrillic, Greek, Armenian and rare Latin that look, in one of their cases, like a letter that
everybody knows. A person's key shows who they are. This table only keeps names apart, so it does not have the thousands
of letters that Unicode lists.
"""


_RESERVED: Final = (
    "you", "your", "yours", "yourself", "the table", "the host", "the stand-in host", "the owner", "the bot", "bots",
    "the dealer", "the deal", "the seat", "the program", "the match", "the game", "the chat", "khanhoo", "spectator",
    "spectators", "everybody", "everyone", "nobody", "no one", "somebody", "someone", "all", "system", "server",
    "admin", "moderator", "points", "total", "hint", "help", "rules", "score", "step", "question", "choices",
    "warning", "error", "connected", "disconnected", "join code", "new card", "new cards", "points in this deal",
    "your turn", "your hand",
)  # fmt: skip
"""What the program calls somebody, or begins a sentence with, where a player could have the name."""
_BEGINNINGS: Final = ("you", "your", "youre", "youve", "youll", "youd", "type", "press", "chat")
"""First words of the program's sentences to a player: "Your turn", "You have won", "Type quit"."""
_SIGNS_ALIKE: Final = str.maketrans("0135$|!@iu", "olessllaly")
"""Digits and signs that stand for letters."""
_QUOTES: Final = str.maketrans(
    dict.fromkeys(
        '"\u201c\u201d\u201e\u201f\u2033\u2036\uff02\u3003\u02ba\u02dd\u05f4\u275d\u275e\u301d\u301e\u301f', "'"
    )
)
"""Signs that look like the mark around quoted text."""

LONGEST_LINE_CELLS: Final = 4096
"""The most cells of a sentence that quotes a path, because a path may be long."""


def clean_name(text: str) -> str:
    """A clean name of a person, at most 16 cells, without quotation marks; "" if nothing is left."""
    return clean_line(text.translate(_QUOTES), NAME_CELLS)


def clean_title(text: str) -> str:
    """A clean title of a table, at most 48 cells; "" if nothing is left."""
    return clean_line(text, TITLE_CELLS)


def clean_chat(text: str) -> str:
    """A clean chat line, at most 300 cells; "" if nothing is left."""
    return clean_line(text, CHAT_CELLS)


def clean_line(text: str, cells: int = LINE_CELLS) -> str:
    """Any text as one safe line of at most so many terminal cells."""
    if len(text) <= cells and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip(" ")
    # A base with its marks has at most three characters, so the rest beyond this cannot survive and is not read.
    cleaned = _without_heaps(text[: 16 * cells + 64])
    while True:
        # Dropping a character can let its neighbours compose, and composing can make a new mark surplus. Each round
        # leaves the text as it is or makes it smaller, but for the first, which may decompose.
        once_more = _clean_once(cleaned, cells)
        if once_more == cleaned:
            return cleaned
        cleaned = once_more


def quoted(text: str) -> str:
    """A clean text of a person, marked as theirs: the marks cannot occur inside."""
    return f'"{text.translate(_QUOTES)}"'


def clean_lines(text: str) -> str:
    """Any text as safe lines, as many as it has."""
    return "\n".join(clean_line(line, LONGEST_LINE_CELLS) for line in text.split("\n"))


def cells_of(text: str) -> int:
    """The most terminal cells that a clean text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


@lru_cache(maxsize=8192)
def same_name(text: str) -> str:
    """A key that is equal for names that look alike: compatibility form, without case, with lookalike letters
    replaced.
    """
    # Casefolding, composing and dropping blanks can each make another step necessary again.
    while True:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        folded = "".join(folded.split()).translate(_ALIKE)
        if folded == text:
            return folded
        text = folded


def free_name(wanted: str, names: Iterable[str]) -> str:
    """A name like the wanted (clean) one that nobody can confuse with any of these names, or with the program."""
    taken = {same_name(name) for name in names}
    name, number = wanted, 1
    while not same_name(name) or same_name(name) in taken or is_of_program(name):
        number += 1
        tail = f" {number}"
        name = clean_line(wanted, NAME_CELLS - cells_of(tail)) + tail
    return name


def is_of_program(name: str) -> bool:
    """Whether a name reads as the program's own words. A number at its end tells it from them."""
    words = name.split()
    if len(words) > 1 and words[-1].isdecimal():
        return False
    letters = [letters for word in words if (letters := _letters(word.strip("!¡|")))]
    whole = "".join(letters)
    return bool(letters) and (letters[0] in _OWN_BEGINNINGS or whole in _OWN_WORDS)


def _letters(text: str) -> str:
    """The letters that a text seems to have, without marks and signs; letters that look alike are one."""
    plain = "".join(char for char in unicodedata.normalize("NFD", text) if unicodedata.category(char)[0] != "M")
    plain = unicodedata.normalize("NFD", same_name(plain)).translate(_SIGNS_ALIKE)
    return "".join(filter(str.isalnum, plain)).replace("rn", "m").replace("vv", "w")


def _without_heaps(text: str) -> str:
    """The text without excessive marks on one base. Composing sorts the marks of a base in quadratic time: a frame of
    only marks would keep a host busy for a fifth of a second, and a client may send twenty a second.
    """
    kept: list[str] = []
    heaped = 0
    for char in text:
        heaped = heaped + 1 if unicodedata.category(char)[0] == "M" else 0
        if heaped <= _MOST_HEAPED:
            kept.append(char)
    return "".join(kept)


def _clean_once(text: str, cells: int) -> str:
    kept: list[str] = []
    used = 0
    marks_left = 0
    space_due = False
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        if category in _SPACES or (category == "Cc" and char.isspace()):
            space_due = bool(kept)
            marks_left = 0
            continue
        if category in _DROPPED or char in _INVISIBLE or _is_variation_selector(char):
            continue
        if category[0] == "M":
            if not marks_left:
                continue
            marks_left -= 1
        else:
            marks_left = _MOST_MARKS
        needed = _width(char) + space_due
        if used + needed > cells:
            break
        used += needed
        if space_due:
            kept.append(" ")
            space_due = False
        kept.append(char)
    return "".join(kept)


def _is_variation_selector(char: str) -> bool:
    # They turn a one-cell sign into a two-cell picture, but only on some terminals.
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef" or "\u180b" <= char <= "\u180f"


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    if unicodedata.east_asian_width(char) in ("W", "F"):
        return 2
    return 2 if any(first <= char <= last for first, last in _WIDE_SINCE) else 1


_OWN_WORDS: Final = frozenset(
    _letters(form) for words in _RESERVED for form in (words, words.removeprefix("the "), f"the {words}")
)
_OWN_BEGINNINGS: Final = frozenset(map(_letters, _BEGINNINGS))
