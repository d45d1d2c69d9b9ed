"""Matches of Kanhu (Ming) that end in every way in which a hand and a match can end."""

from functools import cache
from random import Random

from engine.api import BETWEEN, OptionValue, Table, find_game
from engine.bots.random import random_move
from engine.games.kanhu_ming.scoring import is_due
from tests.games.tables import journals_of

KANHU = find_game("kanhu_ming")

DEAL_ENDINGS = ("counted",)
MATCH_ENDINGS = ("most", "shared", "extra_hands_spent")


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {"deal_counted": one_hand()} | {f"match_{how}": ended_match(how) for how in MATCH_ENDINGS}
    return journals_of(tables)


@cache
def one_hand() -> Table:
    """A table whose first hand has just been counted."""
    table = begun(3, {}, "golden counted")
    play_hand(table, Random("golden counted"))
    return table


@cache
def ended_match(how: str) -> Table:
    """A table whose match has just ended so."""
    if how == "most":
        table = begun(3, {"settlement": "pairwise"}, "golden most")
        while table.over is None:
            play_hand(table, Random(table.deal))
        return table
    return tied_match({"hands": 1, "tie_break": "shared" if how == "shared" else "extra"}, 3)


def tied_match(options: dict[str, OptionValue], seats: int) -> Table:
    """A match in which every hand that could be its last leaves equal highest totals; how it is played is searched
    for."""
    table = begun(seats, options, "golden tie")
    while table.over is None:
        if table.phase == BETWEEN:
            table.close()
        play_hand(table, Random(next(number for number in range(5000) if _ties(table, number))))
    return table


def begun(seats: int, options: dict[str, OptionValue], seed: str) -> Table:
    """A table at its first lead."""
    table = Table(KANHU, seats, KANHU.meta.resolve(options), seed=seed)
    table.start()
    return table


def play_hand(table: Table, chance: Random) -> None:
    """Random moves to the end of the hand; the pause before it is closed first."""
    if table.phase == BETWEEN:
        table.close()
    while table.phase != BETWEEN and table.over is None:
        for decision in table.decisions():
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))


def _ties(table: Table, number: int) -> bool:
    trial = table.clone()
    play_hand(trial, Random(number))
    due = is_due(trial.totals, len(trial.scores), trial.rules_in_force)
    return not due or trial.totals.count(max(trial.totals)) > 1
