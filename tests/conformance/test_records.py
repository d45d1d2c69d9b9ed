"""Records of every game: what is written down can be read, played again and checked, and nothing else is accepted."""

from random import Random

import pytest

from engine.api import (
    CodecError,
    Event,
    Journal,
    JournalError,
    Move,
    Record,
    Table,
    decode,
    encode,
    redact,
    replay,
)
from engine.model.board import Board
from tests.games.viewers import view_of

from ..harness.slow import slow
from .cases import Case, act, every_option, presets

PRESETS = presets()
ACTS = 400
LIMIT = 1 << 20


def played(case: Case, acts: int = ACTS) -> Table:
    """A table after some acts by lot."""
    table, chance = case.table(f"records {case}"), Random(str(case))
    table.start()
    for _ in range(acts):
        if table.over is not None:
            break
        act(table, chance)
    return table


def journal_of(table: Table) -> Journal:
    assert table.journal is not None
    return table.journal


@pytest.mark.parametrize("case", [*PRESETS, *slow(every_option())], ids=str)
def test_the_moves_of_a_record_make_its_events_again(case: Case) -> None:
    table = played(case)
    again = replay(Journal.from_bytes(journal_of(table).to_bytes()))
    assert journal_of(again).to_bytes() == journal_of(table).to_bytes()
    assert (again.zones, again.sealed, again.step) == (table.zones, table.sealed, table.step)


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_the_events_of_a_record_make_the_same_table(case: Case) -> None:
    table = played(case)
    board = Board(table.game, table.seats, table.options)
    for event in journal_of(table).events():
        board.fold(event)
    assert (board.zones, board.facts, board.phase) == (table.zones, table.facts, table.phase)
    assert (board.deal, board.dealer, board.totals) == (table.deal, table.dealer, table.totals)
    assert (board.scores, board.over) == (table.scores, table.over)


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_a_view_can_be_made_of_a_record_at_any_event(case: Case) -> None:
    journal = journal_of(played(case, 120))
    events = list(journal.events())
    for viewer in (0, case.seats - 1, None):
        view = view_of(journal, viewer, upto=len(events) // 2)
        assert view.events == [redact(event, viewer, case.game.plan) for event in events[: len(events) // 2]]


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_every_event_and_record_comes_back_from_its_bytes(case: Case) -> None:
    for record in journal_of(played(case)).records:
        assert decode(encode(record), Record, limit=LIMIT) == record
        for event in record.events:
            for viewer in (0, None):
                seen = redact(event, viewer, case.game.plan)
                assert decode(encode(seen), Event, limit=LIMIT) == seen  # type: ignore[arg-type]


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_bytes_that_are_no_event_are_refused(case: Case) -> None:
    chance = Random("bytes")
    for event in list(journal_of(played(case, 60)).events())[::7]:
        whole = encode(event)
        for damaged in (whole[:-1], whole + b"\x00", whole.replace(b"\xa1e", b"\xa1x", 1), bytes([0xC1]) + whole[1:]):
            with pytest.raises(CodecError):
                decode(damaged, Event, limit=LIMIT)  # type: ignore[arg-type]
        place = chance.randrange(len(whole))
        changed = whole[:place] + bytes([whole[place] ^ 1 << chance.randrange(8)]) + whole[place + 1 :]
        try:
            decode(changed, Event, limit=LIMIT)  # type: ignore[arg-type]
        except CodecError:
            continue


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_a_record_that_the_rules_do_not_bear_out_is_refused(case: Case) -> None:
    journal = journal_of(played(case, 60))
    plays = [place for place, record in enumerate(journal.records) if record.act.move is not None]
    for place in plays[:: max(1, len(plays) // 5)]:
        record = journal.records[place]
        assert record.act.move is not None
        offered = _offered(journal, place)
        verb = next(verb for verb in [*sorted(case.game.verbs), "conjure"] if verb not in offered)
        forged = Record(type(record.act)("play", record.act.seat, Move(verb, record.act.move.cards)), record.events)
        with pytest.raises(JournalError, match=f"Entry {place + 1}:"):
            replay(Journal(journal.header, [*journal.records[:place], forged, *journal.records[place + 1 :]]))


def _offered(journal: Journal, place: int) -> set[str]:
    """The verbs of which the maker of a record had the choice: to have answered otherwise may be true to the rules,
    where sealed answers come to the same."""
    table, seat = replay(journal, stop_after=place), journal.records[place].act.seat
    decision = None if seat is None else table.decision(seat)
    return {choice.verb for choice in decision.choices} if decision else set()


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_the_same_seed_and_moves_make_the_same_bytes(case: Case) -> None:
    assert journal_of(played(case, 150)).to_bytes() == journal_of(played(case, 150)).to_bytes()


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_another_seed_is_another_deal(case: Case) -> None:
    assert case.table("one").start() != case.table("other").start()
