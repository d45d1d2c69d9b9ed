"""The English game with all its options at once, played at random: it ends, keeps its cards, and its views are true.

The conformance tests play each preset, and each option by itself.
"""

from collections import Counter
from random import Random

import pytest

from engine.model.cards import UNKNOWN
from engine.model.events import Event
from engine.model.options import OptionValue
from engine.model.redact import redact
from engine.model.view import View
from engine.play.table import Table

from ...harness.slow import slow
from .positions import KHANHOO

MOST_MOVES = 40_000

FULL: dict[str, OptionValue] = {
    **KHANHOO.meta.preset("english").options,
    "trio_quartette_cache": True,
    "honour_bumps": True,
    "false_bump": "award",
    "settlement": "pairwise",
}


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_random_matches_of_the_full_english_game_end(seats: int) -> None:
    table = Table(KHANHOO, seats, KHANHOO.meta.resolve({"target": 25, **FULL}), seed=f"{seats}", log=False)
    _play_out(table, Random(seats))
    assert table.over is not None
    assert sum(table.over.payouts) == 0


@pytest.mark.parametrize("seats", [3, *slow([5, 8])])
def test_views_know_the_truth_and_cards_are_conserved(seats: int) -> None:
    table = Table(KHANHOO, seats, KHANHOO.meta.resolve(FULL), seed=f"views {seats}")
    views = [View(KHANHOO, seats, table.options, viewer) for viewer in (*range(seats), None)]
    chance = Random(seats)
    events = list(table.start())
    told = 0
    for _ in range(250):
        for event in events:
            for view in views:
                view.absorb(told, redact(event, view.viewer, KHANHOO.plan))
            told += 1
        lying = Counter(card for zone in table.zones.values() for card in zone)
        assert lying == table.deck.counts or (table.phase == "orphan" and not lying)
        for view in views:
            _verify_view(view, table)
            KHANHOO.insight(view)
            KHANHOO.table_note(view)
            assert all(isinstance(KHANHOO.seat_note(view, seat), str) for seat in range(seats))
        events = list(_step(table, chance))


def _play_out(table: Table, chance: Random) -> None:
    """Random moves to the end of the match, or to so many that there is none."""
    table.start()
    for _ in range(MOST_MOVES):
        if table.over is not None:
            break
        _step(table, chance)


def _step(table: Table, chance: Random) -> tuple[Event, ...]:
    if table.awaits_close:
        return table.close()
    decision = chance.choice(table.decisions())
    assert any(choice.admits(decision.default) for choice in decision.choices)
    moves = list(decision.moves(table.deck))
    assert moves
    return table.play(decision.seat, decision.id, chance.choice(moves))


def _verify_view(view: View, table: Table) -> None:
    for zone, held in table.zones.items():
        known = view.zones.get(zone, [])
        assert len(known) == len(held)
        assert not Counter(card for card in known if card != UNKNOWN) - Counter(held)
    if view.viewer is not None:
        assert view.hand == table.zone("hand", view.viewer)
    assert view.acting() == table.acting()
