"""A match that is broken off: what was finished stands, what was not is void, and nobody wins."""

import pytest

from engine.api import BadMove, Entered, MatchEnded, SecretRevealed, StaleMove, Table, replay

from ..slots import SLOTS, SlotsTable
from ..toy import TOY, answer, toy_table


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.verify.replay.find_game", lambda name: {"toy": TOY, "slots": SLOTS}[name])


def test_finished_deals_stand_and_nobody_wins() -> None:
    played = SlotsTable()
    played.deal()
    totals = tuple(played.table.totals)
    assert any(totals)
    played.table.close()
    played.look()
    events = played.table.abandon()
    assert events[-1] == MatchEnded("abandoned", (), totals)
    assert played.table.over == events[-1]
    assert len(played.table.scores) == 1


def test_sealed_answers_are_never_opened() -> None:
    table = toy_table()
    answer(table, 0, "give", table.zone("hand", 0)[0])
    events = table.abandon()
    assert [type(event) for event in events] == [Entered, MatchEnded]
    assert not table.sealed


@pytest.mark.parametrize("acts", range(12))
def test_a_match_broken_off_anywhere_can_be_played_again_from_its_record(acts: int) -> None:
    table = Table(SLOTS, 3, SLOTS.meta.resolve({}), seed="off")
    table.start()
    for _ in range(acts):
        if table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
    table.abandon()
    assert table.journal is not None
    again = replay(table.journal)
    assert (again.over, again.totals, again.zones, again.step) == (table.over, table.totals, table.zones, table.step)


def test_nothing_can_be_done_at_a_match_that_was_broken_off() -> None:
    table = toy_table()
    decision = table.decisions()[0]
    table.abandon()
    assert not table.decisions()
    assert not table.free_decisions()
    assert not table.awaits_close
    with pytest.raises(StaleMove):
        table.play(decision.seat, decision.id, decision.default)
    with pytest.raises(BadMove):
        table.abandon()
    with pytest.raises(BadMove):
        table.close()


def test_a_match_that_has_not_begun_cannot_be_broken_off() -> None:
    with pytest.raises(BadMove):
        Table(TOY, 3, TOY.meta.resolve({}), seed="x").abandon()


def test_the_secret_of_the_deal_under_way_is_opened_and_that_of_a_finished_one_not_again() -> None:
    for deals in (0, 1):
        table = Table(SLOTS, 3, SLOTS.meta.resolve({}), seed="secret")
        table.commit()
        table.mix_shares(())
        table.start()
        while len(table.scores) < deals:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)
        table.abandon()
        assert table.journal is not None
        opened = [event for event in table.journal.events() if isinstance(event, SecretRevealed)]
        assert [event.deal for event in opened] == [1]


def test_what_was_paid_in_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "refund", lambda self, board: (2, 1, 0))
    table = toy_table()
    assert table.abandon()[-1] == MatchEnded("abandoned", (), (0, 0, 0), (2, 1, 0))
