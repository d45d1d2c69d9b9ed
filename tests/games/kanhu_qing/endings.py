"""Matches of Kanhu, Qing, that end in every way in which a deal and a match can end."""

from random import Random

from engine.api import Move, OptionValue, Table, find_game
from engine.bots.random import random_move
from engine.model.moves import Decision
from tests.games.tables import Mover, first_wanted, has_ended, is_over, is_scored, journals_of, play_on

KANHU = find_game("kanhu_qing")

DEAL_ENDINGS = ("won", "drawn", "returned")
MATCH_ENDINGS = ("won", "shared", "broke")

EASY: dict[str, OptionValue] = {"honours": "wild", "eye6": "both", "out_of_turn_win": True}
"""Options at which even players who throw by lot win now and then."""


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {
        "deal_won": first_wanted(lambda seed: _deal(4, seed, EASY), lambda table: table.scores[0].how == "won"),
        "deal_drawn": _deal(3, None, {}),
        "deal_returned": _deal(6, None, {"hands": 1}),
        "match_won": first_wanted(lambda seed: _match(4, seed, {**EASY, "hands": 2}), has_ended("won")),
        "match_shared": _match(5, None, {"hands": 2, "direction": "right"}),
        "match_broke": _match(6, None, {"bankroll": 2}),
    }
    return journals_of(tables)


def _begun(seats: int, seed: int | None, options: dict[str, OptionValue]) -> tuple[Table, Mover]:
    """A table, and how its seats play: by lot but winning when they can, or by default where no seed is given."""
    table = Table(KANHU, seats, KANHU.meta.resolve(options), seed=f"golden {seed}")
    table.start()
    chance = Random(f"golden {seed}")

    def move(decision: Decision) -> Move:
        if seed is None:
            return decision.default
        return Move("win") if decision.choice("win") else random_move(decision, table.deck, chance)

    return table, move


def _deal(seats: int, seed: int | None, options: dict[str, OptionValue]) -> Table:
    table, move = _begun(seats, seed, options)
    play_on(table, is_scored, move)
    return table


def _match(seats: int, seed: int | None, options: dict[str, OptionValue]) -> Table:
    table, move = _begun(seats, seed, options)
    play_on(table, is_over, move)
    return table
