"""Matches of Khamul that end in every way in which a round and a match can end."""

from functools import cache
from random import Random

from engine.api import BETWEEN, Decision, Move, OptionValue, Table, find_game
from engine.bots.random import random_move
from engine.games.khamul.cards import MOST_TO_CALL, WORTH
from engine.games.khamul.state import places_of
from tests.games.tables import Mover, by_default, journals_of, play_on

KHAMUL = find_game("khamul")

DEAL_ENDINGS = ("khamul", "turn_cap")
MATCH_ENDINGS = ("lowest", "shared", "extra_rounds_spent", "rounds_spent")

ANNOUNCEMENTS = frozenset({"refused"})
"""That a call is refused says that the caller has more than five points (§11.5)."""


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {f"deal_{how}": deal_that_ends(how) for how in DEAL_ENDINGS}
    return journals_of(tables | {f"match_{how}": ended_match(how) for how in MATCH_ENDINGS})


@cache
def deal_that_ends(how: str) -> Table:
    """A table whose first round has just ended so."""
    table = _begun(3, {"turn_cap": 2}, f"golden {how}")
    _play_round(table, _by_lot(table, how) if how == "khamul" else by_default)
    return table


@cache
def ended_match(how: str) -> Table:
    """A table whose match has just ended so."""
    if how == "lowest":
        table = _begun(3, {"limit": 60}, "golden lowest")
        while table.over is None:
            _play_round(table, _by_lot(table, str(table.deal)))
        return table
    if how == "rounds_spent":
        table = _begun(2, {"limit": 500, "turn_cap": 5}, "golden 64")
        while table.over is None:
            _play_round(table, _seeing_all(table))
        return table
    table = _begun(3, {"limit": 1, "tie_break": "shared" if how == "shared" else "extra"}, "golden tie")
    while table.over is None:
        _next_round(table)
        number = next(number for number in range(5000) if _ties(table, number))
        _play_round(table, _by_lot(table, f"tie {number}"))
    return table


def _begun(seats: int, options: dict[str, OptionValue], seed: str) -> Table:
    table = Table(KHAMUL, seats, KHAMUL.meta.resolve(options), seed=seed)
    table.start()
    return table


def _by_lot(table: Table, seed: str) -> Mover:
    chance = Random(seed)
    return lambda decision: random_move(decision, table.deck, chance)


def _seeing_all(table: Table) -> Mover:
    """Everybody plays as if all cards lay open, so that the totals stay low."""

    def move(decision: Decision) -> Move:
        held = {zone: WORTH[cards[0]] for zone in places_of(table, decision.seat) if (cards := table.zones[zone])}
        drawn = table.zone("drawn", decision.seat)
        if decision.choice("khamul") and sum(held.values()) <= MOST_TO_CALL:
            return Move("khamul")
        if drawn and held and (worst := max(held, key=held.__getitem__)) and held[worst] > WORTH[drawn[0]]:
            return Move("swap", places=(worst,))
        return decision.default

    return move


def _next_round(table: Table) -> None:
    if table.phase == BETWEEN:
        table.close()


def _play_round(table: Table, move: Mover) -> None:
    """A round to its end; the pause before it is closed first."""
    _next_round(table)
    play_on(table, lambda table: table.phase == BETWEEN or table.over is not None, move)


def _ties(table: Table, number: int) -> bool:
    trial = table.clone()
    _play_round(trial, _by_lot(trial, f"tie {number}"))
    totals = trial.totals
    return max(totals) >= trial.rules_in_force.limit and totals.count(min(totals)) > 1
