"""Matches of Khanhoo that end in every way in which a deal and a match can end."""

from random import Random

from engine.api import OptionValue, Table, find_game
from engine.bots.random import random_move
from tests.games.tables import Mover, first_wanted, has_ended, is_over, is_scored, journals_of, play_on

KHANHOO = find_game("khanhoo")

DEAL_ENDINGS = ("out", "quartette", "dead", "void")
MATCH_ENDINGS = ("won", "shared", "stopped")

ANNOUNCEMENTS = frozenset({"bump", "defence", "bumped", "upheld", "false_bump", "quartette"})
"""The kind of meld that was claimed with, once somebody bumped (§4.9), or whether a bump was true (§15.3, §15.4)."""

QUARTETTES: dict[str, OptionValue] = {
    **KHANHOO.meta.preset("english").options,
    "trio_quartette_cache": True,
    "honour_bumps": True,
    "settlement": "pairwise",
}
"""The English game with all that it knows, where a deal may end on a cache."""


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {
        "deal_out": first_wanted(lambda seed: _deal(3, seed, {}), lambda table: table.scores[0].how == "out"),
        "deal_quartette": first_wanted(lambda seed: _deal(4, seed, QUARTETTES), _ended_by_a_cache),
        "deal_dead": _deal(4, None, {}),
        "deal_void": _deal(4, None, {"dead_hand": "void"}),
        "match_won": first_wanted(lambda seed: _match(3, seed, {"target": 5}), has_ended("won")),
        "match_shared": first_wanted(
            lambda seed: _match(2, seed, {"target": 1, "tie_break": "shared"}),
            has_ended("shared"),
        ),
        "match_stopped": _match(4, None, {"dead_hand": "void"}),
    }
    return journals_of(tables)


def _ended_by_a_cache(table: Table) -> bool:
    return any(line.label == "quartette by cache" for line in table.scores[0].lines)


def _begun(seats: int, seed: int | None, options: dict[str, OptionValue]) -> tuple[Table, Mover]:
    """A table, and how its seats play: by lot, or by default where no seed is given."""
    table = Table(KHANHOO, seats, KHANHOO.meta.resolve(options), seed=f"golden {seed}")
    table.start()
    chance = Random(f"golden {seed}")
    return table, lambda d: d.default if seed is None else random_move(d, table.deck, chance)


def _deal(seats: int, seed: int | None, options: dict[str, OptionValue]) -> Table:
    table, move = _begun(seats, seed, options)
    play_on(table, is_scored, move)
    return table


def _match(seats: int, seed: int | None, options: dict[str, OptionValue]) -> Table:
    table, move = _begun(seats, seed, options)
    play_on(table, is_over, move)
    return table
