"""A game's table.toml, read once into what the table screen asks of it. Whatever a game leaves out has a
plain default.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from engine.api import BETWEEN, OVER, Condition, Game, View, condition_of, find_game
from net.host.fault_place import blame

from ..fault_report import write_fault

_T = TypeVar("_T")

ALWAYS: Final = Condition()


@dataclass(frozen=True)
class VerbWords:
    """How a move is named.

    label: "play", "draw from the stock". key: a letter, "" for a move with Enter or with a number. help: a sentence.
    order: its place among the moves. declines: the move says no to a card that is offered to everybody. asks: sentences
    that ask for each place of a move in turn; {0} is what is chosen so far. confirm: why the key of the move must be
    pressed twice. confirm_own: the same, if the move names a card of the own hand. confirm_unseen: the same, if the
    move takes a card that the player cannot see. digits: besides its letter, digits choose how to make the move, unless
    they do so for a move before it. named: the label if the top card of a pile is known: "take {discard}", "" for the
    usual label. first: the tip for a new player when the move is possible for the first time. condition: the tables at
    which the move exists. said: the whole move with its parts, "swap it for {0}"; "" for the label, followed by the
    parts.
    """

    verb: str
    label: str
    key: str
    help: str
    order: int
    announce: bool = False
    declines: bool = False
    asks: tuple[str, ...] = ()
    confirm: str = ""
    confirm_own: str = ""
    confirm_unseen: str = ""
    digits: bool = False
    named: str = ""
    first: str = ""
    condition: Condition = ALWAYS
    said: str = ""


@dataclass(frozen=True)
class CardLine:
    """A line of the card that explains a game to a new player. head: one word, such as "Goal". text: names keys and
    options in braces, as "{hint}" and "{limit}". condition: the tables for which it is written."""

    head: str
    text: str
    condition: Condition


@dataclass(frozen=True)
class PhaseWords:
    """How a phase is named.

    title: for the head of the table. why: the prompt for the acting seats, a sentence. turns: whether seats act one
    after the other, in the direction of play. prompts: other prompts, by the verbs that a seat may choose, with blanks
    between the verbs.
    """

    title: str
    why: str
    turns: bool = True
    prompts: Mapping[str, str] = field(default_factory=dict)

    def prompt(self, verbs: Container[str]) -> str:
        """The prompt for a seat that may choose these verbs: the first that fits, or the usual one."""
        fitting = (text for needed, text in self.prompts.items() if all(verb in verbs for verb in needed.split()))
        return next(fitting, self.why)


@dataclass(frozen=True)
class TableLayout:
    """How a game's table is drawn and its moves are named.

    centre: "trick" or "piles". trick_zones: the kinds of zones in which a trick lies. piles: the zones in the middle,
    from the left, with their words. seat_zones: the kinds of zones that are shown at a seat; grouped public zones are
    melds, and grouped hidden zones are numbered slots. seat_labels: the words for the zones beside the hand. next_card:
    the card to which the key for the next card goes. dealer: the game's word for the dealer. turns: the direction of
    play, "left" or "right", or the name of an option that sets it. places, groups: the words for the places and groups
    of moves. facts: the public facts at the head of the table, each with its words. words: the sentences of the log, by
    "moved SRC DST", "declared FACT", "entered PHASE", "scored HOW" and so on. acts: the same in a few words, beside the
    player's name. notes: what the mode by lines says for a short text, with "#" for a number; "" hides an act. banners:
    large texts for deciding events. stays: keys of sentences that the log keeps in sight for a while. card: explains
    the game to a new player.
    """

    centre: str
    trick_zones: tuple[str, ...]
    piles: tuple[tuple[str, str], ...]
    seat_zones: tuple[str, ...]
    seat_labels: Mapping[str, str]
    next_card: str
    dealer: str
    turns: str
    places: Mapping[str, str]
    groups: Mapping[str, str]
    verbs: Mapping[str, VerbWords]
    phases: Mapping[str, PhaseWords]
    facts: Mapping[str, str]
    words: Mapping[str, str]
    acts: Mapping[str, str]
    notes: Mapping[str, str]
    banners: Mapping[str, str]
    stays: tuple[str, ...]
    card: tuple[CardLine, ...]

    def place(self, place: str) -> str:
        """The words for a place that is no zone and no seat."""
        return self.places.get(place, place)

    def verb(self, verb: str) -> VerbWords:
        """The words for a verb; one that the layout leaves out is called by its own name."""
        found = self.verbs.get(verb)
        return found or VerbWords(verb, verb.replace("_", " "), "", "", 99)

    def verbs_at(self, view: View) -> list[VerbWords]:
        """The moves that can be made at a table with the options and the seats of a view."""
        return [words for words in self.verbs.values() if holds_at(words.condition, view)]

    def phase(self, phase: str) -> PhaseWords:
        found = self.phases.get(phase) or _HOUSE_PHASES.get(phase)
        return found or PhaseWords(phase.replace("_", " "), "")


_HOUSE_PHASES: Final = {
    BETWEEN: PhaseWords("The deal is over", "The next deal starts when everybody is ready."),
    OVER: PhaseWords("The match is over", ""),
}


def holds_at(condition: Condition, view: View) -> bool:
    """Whether a condition holds at a view's table. It may name the number of players, "seats = 2", and what the game
    says of the deal, "not stock"."""
    return condition.holds(view.game.facts(view))


ABANDONED: Final = "abandoned"
"""How a match ends that its players break off."""


def end_words(layout: TableLayout, how: str, winners: str) -> str:
    """How a match ended, without a full stop. winners: their names as words of a sentence."""
    usual = layout.words.get("ended") or "The match is over: {winners} won"
    if how == ABANDONED:
        usual = "The match was broken off: finished deals count, nobody won"
    return layout.words.get(f"ended {how}", usual).replace("{winners}", winners)


def read_layout(game: Game) -> TableLayout:
    """The layout of a game's usual table."""
    return _read(game.meta.id)


def layout_at(view: View) -> TableLayout:
    """The layout of a view's table in this deal: with the variants whose conditions hold."""
    return _read(view.game.meta.id, view.game.variants(view))


@lru_cache(maxsize=32)
def _read(game_id: str, variants: tuple[int, ...] = ()) -> TableLayout:
    raw: Mapping[str, Any] = find_game(game_id).layout_with(variants)
    piles = raw.get("piles", {})
    labels: Mapping[str, Any] = piles.get("labels", {})
    return TableLayout(
        centre=str(raw.get("centre", "trick")),
        trick_zones=_trick_zones(raw.get("trick", {})),
        piles=tuple((zone, str(labels.get(zone, zone))) for zone in piles.get("order", ())),
        seat_zones=tuple(raw.get("seat", {}).get("zones", ("hand",))),
        seat_labels={kind: str(words) for kind, words in raw.get("seat", {}).get("labels", {}).items()},
        next_card=str(raw.get("hand", {}).get("next", "the next playable card")),
        dealer=str(raw.get("seat", {}).get("dealer", "dealer")),
        turns=str(raw.get("turns", "left")),
        places={place: str(words) for place, words in raw.get("places", {}).items()},
        groups={word: str(words) for word, words in raw.get("groups", {}).items()},
        verbs={verb: _verb(verb, words, place) for place, (verb, words) in enumerate(raw.get("verbs", {}).items())},
        phases={
            phase: PhaseWords(
                str(words.get("title", phase)),
                str(words.get("why", "")),
                bool(words.get("turns", True)),
                words.get("prompts", {}),
            )
            for phase, words in raw.get("phases", {}).items()
        },
        facts={fact: words for fact, words in raw.get("facts", {}).items() if isinstance(words, str)},
        words={key: str(words) for key, words in raw.get("words", {}).items()},
        acts={key: str(words) for key, words in raw.get("acts", {}).items()},
        notes={note: str(words) for note, words in raw.get("notes", {}).items()},
        banners={key: str(words) for key, words in raw.get("banners", {}).items()},
        stays=tuple(map(str, raw.get("stays", ()))),
        card=tuple(CardLine(str(line["head"]), str(line["text"]), condition_of(line)) for line in raw.get("card", ())),
    )


def _verb(verb: str, words: Mapping[str, Any], place: int) -> VerbWords:
    label = str(words.get("label", verb.replace("_", " ")))
    key, about = str(words.get("key", "")), str(words.get("help", ""))
    asks = tuple(map(str, words.get("asks", ())))
    order = int(words.get("order", place))
    announce, declines = bool(words.get("announce", False)), bool(words.get("declines", False))
    confirm, confirm_own = str(words.get("confirm", "")), str(words.get("confirm_own", ""))
    named, first, when = str(words.get("named", "")), str(words.get("first", "")), condition_of(words)
    said = str(words.get("said", ""))
    return VerbWords(
        verb,
        label,
        key,
        about,
        order,
        announce,
        declines,
        asks,
        confirm,
        confirm_own,
        str(words.get("confirm_unseen", "")),
        bool(words.get("digits", False)),
        named,
        first,
        when,
        said,
    )


def _trick_zones(trick: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of zones of a trick: one, or several where some of its cards lie face down."""
    return tuple(trick.get("zones", (trick.get("zone", "trick"),)))


_written: set[str] = set()
"""Faults that are written down already: a screen asks again at each change."""


def words_or(nothing: _T, ask: Callable[[], _T]) -> _T:
    """What a game says. If its rules fail to say it, return `nothing`, and save the fault once."""
    try:
        return ask()
    except Exception as fault:  # noqa: BLE001 - a hint or note is not worth the screen
        place = blame(fault)
        if place not in _written:
            _written.add(place)
            write_fault(fault)
        return nothing
