"""The signs that a terminal can show, and cards as words made of them.

Suits are the bare glyphs, never their emoji forms: those are one cell wide in some terminals and two in others.
Where even the bare glyph is not one cell wide, or the terminal cannot encode it, cards are letters
(`tui.config.terminal` finds that out).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from unicodedata import combining, normalize

from rich.cells import cell_len

from engine.api import JOKER, UNKNOWN, Card, rank_of, suit_of

from .packs import FRENCH, Pack, Script

if TYPE_CHECKING:
    from textual.app import App


ASCII_KEYS: Final = {"←→": "left/right", "↑↓": "up/down"}
"""How pairs of arrow keys are written in letters."""


@dataclass(frozen=True)
class Glyphs:
    """The signs of one way to draw.

    pack: the faces of the game, if they are not French. script: how these faces are written. suits: the signs by suit
    letter. joker: its face. back: a card that is not seen, and a narrow part of such a card in a hand. hatch: the
    pattern on a card that must not be played. point: the sign under the card that the cursor points at. down: the sign
    over a card that a lesson points at. turn: the sign beside the player whose turn it is. edge: the line between the
    cards of a fan. box: top left, top, top right, side, bottom left and bottom right of an outlined card.
    """

    name: str
    suits: Mapping[str, str]
    joker: str = "*"
    back: str = "#"
    sliver: str = "#"
    hatch: str = ":"
    point: str = "^"
    down: str = "v"
    turn: str = ">"
    edge: str = "|"
    box: str = ".-.|''"
    dot: str = "-"
    ellipsis: str = ".."
    new: str = "+"
    arrows: str = "<>"
    section: str = "rule "
    figures: Mapping[str, str] = field(default_factory=dict)
    """On large court cards, by rank; where there is none, the rank itself."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Replacements for other signs that texts of ours may hold."""
    pack: Pack = FRENCH
    script: Script = "latin"

    @property
    def is_wide(self) -> bool:
        """Whether faces may take two cells a sign."""
        return self.script != "latin" and self.pack.has_native

    def pip(self, card: Card) -> str:
        """The sign in the middle of a card: its suit's, or its name in its own writing."""
        if card == JOKER:
            return self.joker
        if card in self.pack.faces:
            return self.pack.native(card) if self.is_wide else ""
        return self.suits.get(suit_of(card), "")

    def plain(self, text: str) -> str:
        """A text of ours or of a rulebook in signs that this way of drawing has."""
        text = self.pack.rewritten(text, self.script)
        if not self.signs:
            return text
        for arrows, word in ASCII_KEYS.items():
            text = text.replace(arrows, word)
        text = "".join(self.signs.get(sign, sign) for sign in text)
        if text.isascii():
            return text
        # A name keeps its letters without their accents.
        letters = (sign for sign in normalize("NFKD", text) if not combining(sign))
        return "".join(letters).encode("ascii", "replace").decode("ascii")


UNICODE: Final = Glyphs(
    "unicode",
    {"S": "♠", "H": "♥", "D": "♦", "C": "♣"},
    joker="★",
    back="▒",
    sliver="▌",
    hatch="░",
    point="▲",
    down="▼",
    turn="▸",
    edge="│",
    box="╭─╮│╰╯",
    dot="·",
    ellipsis="…",
    new="+",
    arrows="←→",
    section="§",
    figures={"K": "♚", "Q": "♛", "J": "♞"},
)

ASCII: Final = Glyphs(
    "ascii",
    {"S": "S", "H": "H", "D": "D", "C": "C"},
    signs={
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
        "★": "*",
        "·": "-",
        "–": "-",
        "—": "-",
        "…": "...",
        "⚿": "#",
        "§": "rule ",
        "→": "->",
        "←": "<-",
        "↑": "up",
        "↓": "down",
        "“": '"',
        "”": '"',
        "‘": "'",
        "’": "'",
        "×": "x",
        "−": "-",
        "▸": ">",
        "▲": "^",
        "✓": "+",
        "✗": "!",
        "│": "|",
        "≥": ">=",
        "≤": "<=",
        "•": "*",
    },
)


def glyphs_of(app: App[Any], pack: Pack = FRENCH) -> Glyphs:
    """The glyphs that an app draws with: by its attributes `ascii` and `script`; one that says nothing draws all."""
    is_ascii = bool(getattr(app, "ascii", False))
    script: Script = "latin" if is_ascii else getattr(app, "script", "both")
    return with_pack(ASCII if is_ascii else UNICODE, pack, script)


def with_pack(glyphs: Glyphs, pack: Pack, script: Script) -> Glyphs:
    """The same signs for the faces of a pack."""
    return glyphs if pack is FRENCH else _with_pack(glyphs.name, pack, script)


@lru_cache(maxsize=64)
def _with_pack(name: str, pack: Pack, script: Script) -> Glyphs:
    return replace(ASCII if name == "ascii" else UNICODE, pack=pack, script=script)


def face(card: Card, glyphs: Glyphs) -> str:
    """A card as it is printed: "10♥", "QS" in letters, a joker or a back as one sign twice or once."""
    if card == UNKNOWN:
        return glyphs.back * 2
    if card == JOKER:
        return glyphs.joker
    printed = glyphs.pack.printed(card, glyphs.script)
    if printed is not None:
        return printed
    suit = glyphs.suits.get(suit_of(card))
    return card if suit is None else rank_of(card) + suit


def short_face(card: Card, glyphs: Glyphs) -> str:
    """A card in at most two cells, for crowded fans: the ten is T, and money cards are letters."""
    printed = glyphs.pack.printed(card, "latin") or face(card, glyphs)
    return "T" + printed[2:] if printed.startswith("10") else printed


def short_or_full(card: Card, room: int, glyphs: Glyphs) -> str:
    """A face as it fits into a few cells."""
    printed = face(card, glyphs)
    return printed if cell_len(printed) <= room else short_face(card, glyphs)


def faces(cards: Iterable[Card], glyphs: Glyphs) -> str:
    return " ".join(face(card, glyphs) for card in cards)
