"""Positions of Hearts for the bots' tests: hands as text, the rest dealt around them, and cards played in order."""

from collections.abc import Mapping
from random import Random

from engine.api import Card, Deal, Move, OptionValue, parse_cards
from engine.games.hearts.cards import PACK
from tests.games.trials import Trial


def sit(
    hands: Mapping[int, str],
    plays: str = "",
    *,
    voids: Mapping[int, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    viewer: int = 0,
) -> Trial:
    """A deal after its passing, played so far.

    hands: cards that seats hold after the passing, the rest by lot. voids: suit letters that a seat is not dealt.
    plays: cards in the order in which they are played.
    """
    wanted = _filled(hands, voids or {})
    passed = {seat: wanted[(seat + 1) % 4][-3:] for seat in range(4)}
    before = {seat: (*wanted[seat][:-3], *passed[seat]) for seat in range(4)}
    trial = Trial("hearts", 4, viewer, options or {}, Deal(before, (), 0), "seated")
    for seat in range(4):
        trial.do(seat, Move("pass", trial.table.deck.sort(passed[seat])))
    for card in parse_cards(plays):
        trial.do(trial.table.acting()[0], Move("play", (card,)))
    return trial


def _filled(hands: Mapping[int, str], voids: Mapping[int, str]) -> dict[int, tuple[Card, ...]]:
    chance = Random("fill")
    held = {seat: list(parse_cards(hands.get(seat, ""))) for seat in range(4)}
    loose = [card for card in PACK if not any(card in cards for cards in held.values())]
    chance.shuffle(loose)
    # Seats with voids choose first, and what they may not have goes to those without.
    for seat in sorted(range(4), key=lambda seat: -len(voids.get(seat, ""))):
        fitting = [card for card in loose if card[-1] not in voids.get(seat, "")]
        # Cards that another seat must not have are taken first by those that may.
        fitting.sort(key=lambda card: not any(card[-1] in suits for suits in voids.values()))
        for card in fitting[: 13 - len(held[seat])]:
            held[seat].append(card)
            loose.remove(card)
    assert all(len(cards) == 13 for cards in held.values()), "the hands wanted do not go together"
    return {seat: tuple(cards) for seat, cards in held.items()}
