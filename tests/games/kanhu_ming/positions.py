"""Positions of Kanhu (Ming) for the tests: hands as text, the rest dealt around them, and plays in order."""

from collections.abc import Mapping
from random import Random

from engine.api import Card, Deal, Move, OptionValue, parse_cards
from engine.games.kanhu_ming.cards import HAND_SIZES, MELD_OF, PACK, meld_beats, single_beats
from tests.games.trials import Trial

FACES = frozenset(PACK)


def cards(text: str) -> tuple[Card, ...]:
    """Cards of this pack named in a text."""
    return parse_cards(text, FACES)


def sit(
    hands: Mapping[int, str],
    plays: str = "",
    *,
    seats: int = 3,
    eldest: int = 0,
    viewer: int = 0,
    stock: str = "",
    options: Mapping[str, OptionValue] | None = None,
) -> Trial:
    """A hand played so far.

    hands: cards that seats hold, the rest by lot; stock: cards that lie there. plays: of whoever is in turn, with a
    semicolon between them: "lead C7; beat M2; sluff S1".
    """
    held = {seat: list(cards(hands.get(seat, ""))) for seat in range(seats)}
    lying = list(cards(stock))
    loose = [card for card in PACK if card not in lying and not any(card in found for found in held.values())]
    Random("fill").shuffle(loose)
    for found in held.values():
        while len(found) < HAND_SIZES[seats]:
            found.append(loose.pop())
    deal = Deal({seat: tuple(found) for seat, found in held.items()}, tuple(lying + loose), eldest)
    trial = Trial("kanhu_ming", seats, viewer, options or {}, deal, "seated")
    play(trial, plays)
    return trial


def play(trial: Trial, plays: str) -> None:
    """Plays of whoever is in turn, as in `sit`."""
    for text in filter(None, (part.strip() for part in plays.split(";"))):
        verb, _, named = text.partition(" ")
        trial.do(trial.table.acting()[0], Move(verb, cards(named)))


def finish(trial: Trial) -> None:
    """Play the hand to its end by defaults."""
    while not trial.table.scores:
        decision = trial.table.decisions()[0]
        trial.do(decision.seat, decision.default)


def beats(cards: int, best: int) -> bool:
    """Whether some cards beat those that hold the trick: as many, and higher by the table. Rule: kanhu_ming §4, §5."""
    if best in MELD_OF:
        return cards in MELD_OF and meld_beats(MELD_OF[cards], MELD_OF[best])
    return cards.bit_count() == 1 and single_beats(cards, best)
