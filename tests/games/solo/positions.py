"""Positions of Solo for the tests: hands as text, the rest dealt around them, bids said and cards played in order."""

from collections.abc import Mapping
from random import Random

from engine.api import Card, Deal, Move, OptionValue, Table, find_game, parse_cards
from engine.games.solo.cards import PACK
from tests.games.trials import Trial

SOLO = find_game("solo")
DEALER = 3
"""Who deals, so that seat 0 speaks and leads first."""


def deal_of(hands: Mapping[int, str], keep: Mapping[int, str] | None = None, fill: str = "fill") -> Deal:
    """A full deal. hands: cards that seats hold, the rest by lot. keep: cards that a seat is not dealt by lot."""
    chance = Random(fill)
    held = {seat: list(parse_cards(hands.get(seat, ""))) for seat in range(4)}
    barred = {seat: set(parse_cards(text)) for seat, text in (keep or {}).items()}
    loose = [card for card in PACK if not any(card in cards for cards in held.values())]
    chance.shuffle(loose)
    for seat in sorted(range(4), key=lambda seat: -len(barred.get(seat, ()))):
        fitting = [card for card in loose if card not in barred.get(seat, ())]
        # Cards that another seat must not have are taken first by those that may.
        fitting.sort(key=lambda card: not any(card in cards for cards in barred.values()))
        for card in fitting[: 8 - len(held[seat])]:
            held[seat].append(card)
            loose.remove(card)
    assert all(len(cards) == 8 for cards in held.values()), "the hands wanted do not go together"
    return Deal({seat: tuple(cards) for seat, cards in held.items()}, (), DEALER)


def sit(
    hands: Mapping[int, str],
    bids: str = "",
    game: str = "",
    plays: str = "",
    *,
    keep: Mapping[int, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    viewer: int = 0,
) -> Trial:
    """A deal that seat 3 has dealt, bid and played so far.

    bids: answers in the order in which they are given. game: kind, trumps and perhaps the called card: "simple H AS".
    plays: cards in the order in which they are played.
    """
    trial = Trial("solo", 4, viewer, options or {}, deal_of(hands, keep), "seated")
    say(trial, bids)
    if game:
        declare(trial, game)
    for card in parse_cards(plays):
        do(trial, Move("play", (card,)))
    return trial


def do(trial: Trial, move: Move) -> None:
    """The seat that is asked makes a move."""
    trial.do(trial.table.acting()[0], move)


def say(trial: Trial, bids: str) -> None:
    """Bids in the order in which they are said."""
    for word in bids.split():
        do(trial, Move(word))


def declare(trial: Trial, game: str) -> None:
    """The declarer's words: "tout C", "simple H AS"."""
    kind, suit, *called = game.split()
    do(trial, Move(kind, places=(suit,)))
    for card in called:
        do(trial, Move("call", (Card(card),)))


def offered(trial: Trial) -> list[Move]:
    """Every move of the seat that is asked."""
    return list(trial.table.decisions()[0].moves(trial.table.deck))


def verbs(trial: Trial) -> list[str]:
    """What the seat that is asked may say."""
    return [choice.verb for choice in trial.table.decisions()[0].choices]


def cards(trial: Trial) -> str:
    """The cards that the seat in turn may play."""
    return " ".join(trial.table.decisions()[0].choices[0].cards)


def finish(table: Table) -> Table:
    """Play a deal on by the moves of those who give none."""
    deal = table.deal
    while table.deal == deal and not table.awaits_close and table.over is None:
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, decision.default)
    return table
