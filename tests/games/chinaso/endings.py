"""Matches of Chinaso that end in every way in which a deal and a match can end."""

from collections.abc import Callable
from random import Random

from engine.api import Decision, Move, OptionValue, Table, find_game
from engine.bots.random import random_move
from tests.games.tables import first_wanted, journals_of

CHINASO = find_game("chinaso")

DEAL_ENDINGS = ("out", "chinaso", "stock", "turns")
MATCH_ENDINGS = ("won", "shared")

NAMED_BY_THE_RULES: frozenset[str] = frozenset()
ANNOUNCEMENTS: frozenset[str] = frozenset()


def journals() -> dict[str, bytes]:
    """A journal for every ending, by name: the golden ones."""
    tables = {
        "deal_out": first_wanted(lambda seed: _match(3, seed, {"express": True}, deals=1), _ends("out")),
        "deal_chinaso": first_wanted(lambda seed: _match(2, seed, {"express": True}, takes=False), _ends("chinaso")),
        "deal_stock": first_wanted(
            lambda seed: _match(6, seed, {"express": True}, deals=1, eager=False), _ends("stock")
        ),
        "deal_turns": _match(2, None, {"turn_cap": 10}, deals=1),
        "match_won": _match(4, 1, {"express": True}),
        "match_shared": first_wanted(
            lambda seed: _match(2, seed, {"express": True, "turn_cap": 10}),
            lambda table: table.over is not None and table.over.how == "shared",
        ),
    }
    return journals_of(tables)


def _ends(how: str) -> Callable[[Table], bool]:
    return lambda table: how in [scored.how for scored in table.scores]


def _match(
    seats: int,
    seed: int | None,
    options: dict[str, OptionValue],
    *,
    deals: int = 99,
    eager: bool = True,
    takes: bool = True,
) -> Table:
    """A match, or its first deals. Without a seed everybody plays by default; else by lot, and eager seats lay whatever
    they can and throw by default. takes: whether they want discards, too."""
    table = Table(CHINASO, seats, CHINASO.meta.resolve(options), seed=f"golden {seed}")
    chance = Random(f"golden {seed}")
    table.start()
    while table.over is None and len(table.scores) < deals:
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, _move(table, decision, chance, seed, eager=eager, takes=takes))
    return table


def _move(table: Table, decision: Decision, chance: Random, seed: int | None, *, eager: bool, takes: bool) -> Move:
    if seed is None:
        return decision.default
    laying = [choice for choice in decision.choices if choice.verb in ("lay_down", "lay_off")]
    if eager and laying:
        return next(laying[0].moves(table.deck))
    if eager and (decision.phase == "play" or not takes):
        return decision.default
    return random_move(decision, table.deck, chance)
