"""Matches of Hearts that end in every way in which a deal and a match can end."""

from functools import cache
from random import Random

from engine.api import BETWEEN, Deal, Move, OptionValue, Table, find_game, parse_cards
from engine.bots.random import random_move
from engine.games.hearts.scoring import limit_reached
from tests.games.tables import journals_of

HEARTS = find_game("hearts")

DEAL_ENDINGS = ("counted", "moon_others", "moon_self")
MATCH_ENDINGS = ("lowest", "shared", "extra_deals_spent", "deals_spent")

NAMED_BY_THE_RULES = frozenset({"2C"})
"""Who holds it leads, so everybody sees who is asked (§4.1)."""

_CLUBS_AND_ACES = "5C 6C 7C 8C 9C 10C JC QC KC AC KH AH AS"


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {f"deal_{how}": deal_that_ends(how) for how in DEAL_ENDINGS}
    return journals_of(tables | {f"match_{how}": ended_match(how) for how in MATCH_ENDINGS})


@cache
def deal_that_ends(how: str) -> Table:
    """A table whose first deal has just ended so."""
    if how == "counted":
        table = _begun({}, "golden counted")
        _play_deal(table, Random("golden counted"))
        return table
    table = _moonlit({"moon": "choice", "limit": 100})
    table.play(0, table.step, Move("self26" if how == "moon_self" else "others26"))
    return table


@cache
def ended_match(how: str) -> Table:
    """A table whose match has just ended so."""
    if how == "deals_spent":
        table = _begun({"limit": 1000}, "golden 64")
        while table.over is None:
            _play_deal(table, Random(table.deal))
        return table
    if how == "lowest":
        table = _begun({"limit": 30}, "golden lowest")
        while table.over is None:
            _play_deal(table, Random(table.deal))
        return table
    return _tied({"limit": 5, "tie_break": "shared" if how == "shared" else "extra"}, "golden tie")


def _begun(options: dict[str, OptionValue], seed: str, deal: Deal | None = None) -> Table:
    table = Table(HEARTS, 4, HEARTS.meta.resolve(options), seed=seed, deal=deal)
    table.start()
    return table


def _moonlit(options: dict[str, OptionValue]) -> Table:
    """A table at which seat 0, with ten clubs and three high cards, has taken every trick but the first."""
    hands = {0: parse_cards(_CLUBS_AND_ACES), 1: parse_cards("2C"), 2: parse_cards("3C"), 3: parse_cards("4C")}
    low = parse_cards("2D 3D 4D")
    # What seat 3 passes to seat 0 is what seat 0 is to hold in the end; what seat 0 passes is out of the way.
    dealt = {
        0: (*hands[0][:-3], *low),
        3: (*hands[3], *hands[0][-3:]),
        1: (*hands[1], *parse_cards("5D 6D 7D")),
        2: (*hands[2], *parse_cards("8D 9D 10D")),
    }
    table = _begun(options, "golden moon", Deal(dealt, (), 0))
    passes = {0: low, 1: parse_cards("5D 6D 7D"), 2: parse_cards("8D 9D 10D"), 3: hands[0][-3:]}
    for seat, cards in passes.items():
        table.play(seat, table.step, Move("pass", cards))
    while table.phase == "tricks":
        decision = table.decisions()[0]
        cards = decision.choices[0].cards
        clubs = [card for card in cards if card[-1] == "C"]
        best = clubs[-1] if decision.seat == 0 and clubs else cards[-1]
        table.play(decision.seat, decision.id, Move("play", (best,)))
    return table


def _play_deal(table: Table, chance: Random) -> None:
    """Random moves to the end of the deal; the pause before it is closed first."""
    if table.phase == BETWEEN:
        table.close()
    while table.phase != BETWEEN and table.over is None:
        for decision in table.decisions():
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))


def _tied(options: dict[str, OptionValue], seed: str) -> Table:
    """A match in which every deal leaves equal lowest totals above the limit; how it is played is searched for."""
    table = _begun(options, seed)
    while table.over is None:
        if table.phase == BETWEEN:
            table.close()
        _play_deal(table, Random(next(number for number in range(5000) if _ties(table, number))))
    return table


def _ties(table: Table, number: int) -> bool:
    trial = table.clone()
    _play_deal(trial, Random(number))
    return limit_reached(trial.totals, trial.rules_in_force) and trial.totals.count(min(trial.totals)) > 1
