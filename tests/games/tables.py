"""What the tests of the games do at a table: ask what a seat is asked, and play on until something holds."""

from collections.abc import Callable, Mapping

from engine.api import Decision, Move, Seat, Table

Mover = Callable[[Decision], Move]
"""How the seats answer."""


def by_default(decision: Decision) -> Move:
    """What the table does for who does not answer."""
    return decision.default


def decision_of(table: Table, seat: Seat) -> Decision:
    """What a seat is asked."""
    decision = table.decision(seat)
    assert decision is not None, f"seat {seat} is not asked"
    return decision


def play_on(table: Table, until: Callable[[Table], bool], move: Mover = by_default) -> None:
    """The seats answer one after the other, and windows close, until something holds."""
    while not until(table):
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        table.play(decision.seat, decision.id, move(decision))


def is_scored(table: Table) -> bool:
    """Whether the first deal has been counted."""
    return bool(table.scores)


def is_over(table: Table) -> bool:
    """Whether the match has ended."""
    return table.over is not None


def journals_of(tables: Mapping[str, Table]) -> dict[str, bytes]:
    """The journals that tables kept, by the same names."""
    return {name: table.journal.to_bytes() for name, table in tables.items() if table.journal is not None}


def first_wanted(made: Callable[[int], Table], wanted: Callable[[Table], bool]) -> Table:
    """The first of the tables, by seed, that is wanted."""
    return next(table for seed in range(2000) if wanted(table := made(seed)))


def has_ended(how: str) -> Callable[[Table], bool]:
    """Whether a match has ended in a way."""
    return lambda table: table.over is not None and table.over.how == how
