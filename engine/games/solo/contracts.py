"""The ladder of games: six rungs, from the simple game in suit to the tout in the favoured suit."""

from dataclasses import dataclass
from typing import Final

from ...kit.wording import SUIT_WORDS
from .cards import NAMED, TRICKS

COLOR: Final = "color"
"""The favoured suit, as the source and the journals call it. Players read the name in table.toml."""
SIMPLE, SOLO, TOUT = "simple", "solo", "tout"
KINDS: Final = (SIMPLE, SOLO, TOUT)

TOP: Final = 6
DUTY: Final = 3
"""The lowest rung that a player with both black queens may declare: a solo in suit. Rule: solo §5.2."""

NEEDED: Final = {SIMPLE: 5, SOLO: 5, TOUT: TRICKS}
"""Tricks that the declarer's side has to take. Rule: solo §9.1."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One kind of game. Rule: solo §4.1.

    number: 1 is the lowest. points: won or lost by the declarer. asked: what a challenger asks whether the bid is,
    "" for the lowest, which "I ask" already includes.
    """

    number: int
    kind: str
    in_color: bool
    points: int
    asked: str

    @property
    def title(self) -> str:
        """Its name: "solo in suit"."""
        return f"{self.kind} in {COLOR if self.in_color else 'suit'}"

    @property
    def question(self) -> str:
        """How a challenger asks for it, also in records: "Is it a solo?"; "" for the lowest."""
        return f"Is it {self.asked}?" if self.asked else ""

    @property
    def meaning(self) -> str:
        """What its declarer needs: "5 tricks alone"."""
        needed = "all" if NEEDED[self.kind] == TRICKS else NEEDED[self.kind]
        return f"{needed} tricks {'with a partner' if self.kind == SIMPLE else 'alone'}"


LADDER: Final = (
    Rung(1, SIMPLE, False, 2, ""),
    Rung(2, SIMPLE, True, 4, f"in {COLOR}"),
    Rung(3, SOLO, False, 4, "a solo"),
    Rung(4, SOLO, True, 8, f"a solo in {COLOR}"),
    Rung(5, TOUT, False, 16, "a tout"),
    Rung(6, TOUT, True, 32, f"a tout in {COLOR}"),
)


def rung(number: int) -> Rung:
    """A rung by its number, 1 to 6."""
    return LADDER[number - 1]


def rung_of(kind: str, *, in_color: bool) -> Rung:
    """The rung of a kind of game."""
    return LADDER[2 * KINDS.index(kind) + in_color]


def games_from(least: int, color: str, *, simple_only: bool = False) -> tuple[tuple[Rung, str], ...]:
    """Every game from a rung up with its trump suit, lowest rung first. Rule: solo §6.1, §6.2.

    color: letter of the favoured suit. simple_only: as after four passes (§5.1).
    """
    return tuple(
        (step, suit)
        for step in LADDER
        if step.number >= least and (step.kind == SIMPLE or not simple_only)
        for suit in NAMED
        if (suit == color) == step.in_color
    )


def in_sentence(step: Rung, trump: str) -> str:
    """A game with its article: "a simple game in hearts"."""
    return "a " + in_words(step, trump).replace(SIMPLE, f"{SIMPLE} game")


def in_words(step: Rung, trump: str) -> str:
    """A game in the words of the journal: "solo in hearts", "tout in color (clubs)"."""
    return f"{step.title} ({SUIT_WORDS[trump]})" if step.in_color else f"{step.kind} in {SUIT_WORDS[trump]}"
