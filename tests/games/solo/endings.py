"""Matches of Solo that end in every way in which a deal and a match can end."""

from functools import cache
from random import Random

from engine.api import BETWEEN, Move, OptionValue, Table
from engine.bots.random import random_move
from engine.games.solo.scoring import is_due
from tests.games.tables import journals_of

from .positions import SOLO, finish, sit

DEAL_ENDINGS = (
    "simple_made",
    "simple_lost",
    "forced_made",
    "forced_lost",
    "solo_made",
    "solo_lost",
    "tout_made",
    "tout_lost",
)
MATCH_ENDINGS = ("highest", "shared", "extra_deals_spent", "deals_spent")

NAMED_BY_THE_RULES = frozenset(("QC",))
"""After four passes its holder is told to all (§5.1)."""

ANNOUNCEMENTS = frozenset(("decided",))
"""A deal that stops when it is decided tells how the tricks fell to whom (§11.8)."""

_CLUBS = "QC 7C AC KC JC 10C 9C 8C"
_REST = {0: _CLUBS, 1: "QS AD KD QD JD 10D 9D 8D", 2: "AH KH QH JH 10H 9H 8H 7H"}
_POOR = {0: "QC 7D 8D 9D 7H 8H 9H 10D", 1: "AH AS", 2: "QS 7C AC KC", 3: "JC 10C 9C 8C"}

_DEALS = {
    "simple_made": (_REST, "ask pass pass pass", "simple C AH"),
    "simple_lost": (_POOR, "ask pass pass pass", "simple C AH"),
    "forced_made": (_REST, "pass pass pass pass", "simple C AH"),
    "forced_lost": (_POOR, "pass pass pass pass", "simple C AH"),
    "solo_made": (_REST, "ask query hold query hold pass pass pass", "solo C"),
    "solo_lost": (_POOR, "ask pass pass pass", "solo C"),
    "tout_made": ({**_REST, 1: "AD KD QD JD 10D 9D 8D 7D", 3: "QS"}, "ask pass pass pass", "tout C"),
    "tout_lost": (_POOR, "ask pass pass pass", "tout C"),
}
_FIRST_PLAY = {"tout_made": "QC"}  # all others follow with what costs them least, and the queen of spades falls


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {f"deal_{how}": deal_that_ends(how) for how in DEAL_ENDINGS}
    return journals_of(tables | {f"match_{how}": ended_match(how) for how in MATCH_ENDINGS})


@cache
def deal_that_ends(how: str) -> Table:
    """A table whose first deal has just ended so. Half of them stop as soon as they are decided."""
    hands, bids, game = _DEALS[how]
    options: dict[str, OptionValue] = {"stop_when_decided": how.endswith("lost")}
    return finish(sit(hands, bids, game, _FIRST_PLAY.get(how, ""), options=options).table)


@cache
def ended_match(how: str) -> Table:
    """A table whose match has just ended so."""
    if how == "highest":
        return _searched({"end": "points", "points": 6}, "golden highest", tied=False)
    if how == "deals_spent":
        table = _begun({"end": "points", "points": 1000, "max_hands": 4}, "golden spent")
        while table.over is None:
            _play_deal(table, Random(table.deal))
        return table
    return _searched({"hands": 1, "tie_break": "usual" if how == "shared" else "extra"}, "golden tie", tied=True)


def _begun(options: dict[str, OptionValue], seed: str) -> Table:
    table = Table(SOLO, 4, SOLO.meta.resolve(options), seed=seed)
    table.start()
    return table


def _play_deal(table: Table, chance: Random) -> None:
    """A deal of simple games, with cards by lot; the pause before it is closed first."""
    if table.phase == BETWEEN:
        table.close()
    while table.phase != BETWEEN and table.over is None:
        decision = table.decisions()[0]
        move = random_move(decision, table.deck, chance)
        if decision.phase in ("bidding", "declaring"):
            move = decision.default if chance.random() < 0.5 else Move(decision.choices[0].verb)
            if decision.phase == "declaring":
                move = decision.default
        table.play(decision.seat, decision.id, move)


def _searched(options: dict[str, OptionValue], seed: str, *, tied: bool) -> Table:
    """A match in which equal highest totals decide nothing, or nobody loses; how it is played is searched for."""
    table = _begun(options, seed)
    while table.over is None:
        number = next(number for number in range(5000) if (_ties if tied else _gains)(table, number))
        _play_deal(table, Random(f"{table.deal} {number}"))
    return table


def _trial(table: Table, number: int) -> Table:
    trial = table.clone()
    _play_deal(trial, Random(f"{table.deal} {number}"))
    return trial


def _gains(table: Table, number: int) -> bool:
    return min(_trial(table, number).scores[-1].points) == 0


def _ties(table: Table, number: int) -> bool:
    trial = _trial(table, number)
    return is_due(trial.totals, len(trial.scores), trial.rules_in_force) and trial.totals.count(max(trial.totals)) > 1
