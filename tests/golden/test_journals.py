"""The same seed, options and moves make the same journal, byte for byte, wherever and whenever they are played."""

import pytest

from engine.api import Journal, redact, replay
from tests.arch.sources import run_fresh
from tests.games.viewers import view_of

from .make import JOURNALS, Named, named_games, play

NAMES = list(named_games())


@pytest.mark.parametrize("named", NAMES, ids=str)
def test_a_golden_game_is_played_as_it_was_committed(named: Named) -> None:
    assert play(named) == named.path.read_bytes(), "if the rules were meant to change: `make golden`"


@pytest.mark.parametrize("named", NAMES, ids=str)
def test_a_golden_journal_replays_to_itself(named: Named) -> None:
    journal = Journal.from_bytes(named.path.read_bytes())
    again = replay(journal)
    assert again.journal is not None
    assert again.journal.to_bytes() == named.path.read_bytes()


@pytest.mark.parametrize("named", NAMES, ids=str)
def test_every_viewer_can_be_shown_a_golden_journal_from_its_events_alone(named: Named) -> None:
    journal = Journal.from_bytes(named.path.read_bytes())
    table = replay(journal)
    for viewer in (None, *range(named.seats)):
        view = view_of(journal, viewer)
        assert view.totals == table.totals
        assert view.events == [redact(event, viewer, table.game.plan) for event in journal.events()]
        assert {zone: len(cards) for zone, cards in view.zones.items()} == {
            zone: len(cards) for zone, cards in table.zones.items()
        }


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_the_journals_do_not_depend_on_the_order_of_hashes(hash_seed: str) -> None:
    code = "from tests.golden.make import *; print(all(play(n) == n.path.read_bytes() for n in named_games()))"
    assert run_fresh(code, PYTHONHASHSEED=hash_seed).strip() == "True"


def test_no_journal_is_left_of_a_game_that_is_gone() -> None:
    assert set(JOURNALS.iterdir()) == {named.path for named in NAMES}
