"""No player can hold a deal for ever, whatever the rules allow, and no match outgrows its record."""

from random import Random

import pytest

from engine.api import MOST_RECORDS, Table, find_game, games
from engine.play.match_end import CountingPhase
from net.match import budgets
from net.room.downloads import MOST_ACTS

from .cases import MOST_ACTS_A_DEAL, Case, delaying_move, every_option, free_move, presets

MOST_FREE = 50
"""Free moves of a seat in a deal. A game that allows more needs a reason."""
LONGEST = [
    Case(meta.id, meta.most_seats, {option.name: option.most})
    for meta in games()
    for option in meta.options
    if option.name == "turn_cap"
]
"""Where a deal has the most turns."""


def delayed_deal(case: Case, seed: str) -> tuple[Table, int]:
    """A table after one deal in which everybody delays, and the number of its free moves."""
    table, chance, free_moves = case.table(seed), Random(seed), 0
    table.start()
    assert table.journal is not None
    while not table.scores:
        free = free_move(table, chance)
        assert len(table.journal.records) < MOST_ACTS
        if free is None and table.awaits_close:
            table.close()
            continue
        free_moves += free is not None
        decision, move = free or (asked := table.decisions()[0], delaying_move(table, asked, chance))
        table.play(decision.seat, decision.id, move)
    return table, free_moves


def verify_match_fits(case: Case, table: Table) -> None:
    """A match of such deals, with all that is said at its table, can still be read."""
    assert table.journal is not None
    acts = len(table.journal.records)
    limits = [option.most for option in find_game(case.game_id).meta.options if option.name == "max_hands"]
    whole = acts * max([64, *limits])
    counting = table.game.phases["counting"]
    if isinstance(counting, CountingPhase) and (most_steps := counting.match_end(table).most_steps):
        whole = min(whole, most_steps * acts // table.step + acts)
    assert whole + budgets.MOST_WORDS + 2 * budgets.MOST_CHANGES < MOST_RECORDS


@pytest.mark.parametrize("case", presets(), ids=str)
def test_a_delayed_deal_ends(case: Case) -> None:
    """A deal ends although every player makes every free move and ends it as late as they can, and the longest match of
    such deals fits its record.
    """
    table, free_moves = delayed_deal(case, "delay")
    assert table.journal is not None
    assert len(table.journal.records) < MOST_ACTS_A_DEAL
    assert free_moves <= case.seats * MOST_FREE
    verify_match_fits(case, table)


@pytest.mark.slow
@pytest.mark.parametrize("case", LONGEST, ids=str)
def test_the_longest_deal_ends(case: Case) -> None:
    """The same where the options allow the most turns."""
    verify_match_fits(case, delayed_deal(case, "delay")[0])


@pytest.mark.slow
@pytest.mark.parametrize("case", every_option(), ids=str)
def test_a_delayed_deal_ends_with_every_option(case: Case) -> None:
    """The same with each value of each option."""
    table, _ = delayed_deal(case, "one")
    assert table.journal is not None
    assert len(table.journal.records) < MOST_ACTS / 2 + case.seats * MOST_FREE
