"""One chain over all events: the same head for everybody, whatever each was told; another story, another head."""

from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from engine.api import (
    UNKNOWN,
    VEIL_BYTES,
    AuditFailure,
    Auditor,
    Board,
    Chain,
    Event,
    Happened,
    Moved,
    Signed,
    Table,
    Viewer,
    Weaver,
    acts_of_deal,
    encode,
    games,
    needs_veil,
    places_of_deal,
    public_form,
    redact,
    redact_late,
    veil,
)

from ..verify.test_audit import played

GAMES = [meta.id for meta in games()]


def woven(table: Table) -> tuple[list[Event], Weaver]:
    """All events of a match and its chain as the host makes it."""
    assert table.journal is not None
    events, weaver = list(table.journal.events()), Weaver(table)
    for event in events:
        weaver.add(event)
    return events, weaver


def heard(table: Table, told: Iterable[Event], veils: dict[int, bytes]) -> Chain:
    """The chain as somebody makes it of what it was told."""
    chain = Chain(Board(table.game, table.seats, dict(table.options)))
    for number, event in enumerate(told):
        chain.add(event, veils.get(number, b""))
    return chain


@pytest.mark.parametrize("game", GAMES)
def test_all_viewers_hold_the_same_head_however_late_they_come(game: str) -> None:
    table = played(game, 2)
    plan = table.game.plan
    events, weaver = woven(table)
    assert weaver.veils
    for viewer in (None, *range(table.seats)):
        told = [redact(event, viewer, plan) for event in events]
        assert heard(table, told, weaver.veils).head == weaver.chain.head
        for moment in Random(game).sample(range(len(events)), 12):
            late = redact_late(events[:moment], viewer, plan)
            assert heard(table, late, weaver.veils).head == (weaver.heads[moment - 1] if moment else Chain(table).head)


@pytest.mark.parametrize("game", GAMES)
def test_which_events_have_a_veil_follows_from_what_anybody_was_told(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, weaver = woven(table)
    for viewer in (None, *range(table.seats)):
        for told in ([redact(event, viewer, plan) for event in events], redact_late(events, viewer, plan)):
            assert [number for number, event in enumerate(told) if needs_veil(event, plan)] == sorted(weaver.veils)
    assert {len(veiled) for veiled in weaver.veils.values()} == {VEIL_BYTES}


@pytest.mark.parametrize("game", GAMES)
def test_the_public_form_has_no_face_that_anybody_was_not_told(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, _ = woven(table)
    for viewer in (None, *range(table.seats)):
        for event, late in zip(events, redact_late(events, viewer, plan), strict=True):
            form = public_form(event, plan)
            assert public_form(late, plan) == form
            for face, told in zip(getattr(form, "cards", ()), getattr(late, "cards", ()), strict=True):
                assert face in (UNKNOWN, told)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_told_otherwise_leads_to_another_head(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, weaver = woven(table)
    told = [redact(event, None, plan) for event in events]
    chance = Random(game)
    for number in chance.sample(range(len(told)), 20):
        before, after = told[:number], told[number + 1 :]
        for other in (Happened("said", 0, "Ann", "nonsense"), told[number - 1]):
            if other != told[number]:
                assert heard(table, [*before, other, *after], weaver.veils).head != weaver.chain.head, (number, other)
        assert heard(table, [*before, *after], weaver.veils).head != weaver.chain.head
    for number in chance.sample(sorted(weaver.veils), min(8, len(weaver.veils))):
        veils = {**weaver.veils, number: bytes(VEIL_BYTES)}
        assert heard(table, told, veils).head != weaver.chain.head


def test_the_chain_knows_where_each_deal_ended() -> None:
    table = played("hearts", 2)
    events, weaver = woven(table)
    for viewer in (None, 2):
        told = [redact(event, viewer, table.game.plan) for event in events]
        assert heard(table, told, weaver.veils).ends == weaver.chain.ends
    assert sorted(weaver.chain.ends) == [1, 2]
    for number, head in weaver.chain.ends.values():
        assert weaver.heads[number] == head
        assert type(events[number]).__name__ in ("Entered", "MatchEnded")


def test_what_happens_in_the_room_after_a_deal_does_not_move_its_end() -> None:
    table = played("hearts", 1)
    before = woven(table)[1].chain.ends
    table.happen(Happened("said", 0, "Ann", "well played"))
    table.happen(Signed("t1", 1, before[1][0], before[1][1], "ab" * 32, bytes(64), 0))
    assert woven(table)[1].chain.ends == before
    assert woven(table)[1].chain.head != before[1][1]


# Veils, when the secret is open.


def veils_of(told: list[Event], weaver: Weaver) -> dict[int, tuple[int, bytes]]:
    return {place: (number, weaver.veils.get(number, b"")) for place, number in enumerate(places_of_deal(told, 1))}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_veil_over_something_else_is_found_when_the_secret_is_open(game: str, viewer: Viewer) -> None:
    table = played(game, 1)
    assert table.journal is not None
    events, weaver = woven(table)
    told = [redact(event, viewer, table.game.plan) for event in events]
    acts = acts_of_deal(table.journal, 1)
    mine = [told[number] for number in places_of_deal(told, 1)]
    veils = veils_of(told, weaver)
    auditor = Auditor(table.game, table.seats, dict(table.options), viewer)
    auditor.verify(acts, mine, None, veils)
    hidden = [place for place, (_, veiled) in veils.items() if veiled]
    for place in Random(game).sample(hidden, min(4, len(hidden))):
        number, veiled = veils[place]
        other = veil(table.secret(1), number, encode(msgspec.structs.replace(events[number])) + b"!")
        for changed in (other, b"", veiled[:-1]):
            auditor = Auditor(table.game, table.seats, dict(table.options), viewer)
            with pytest.raises(AuditFailure, match="had hidden"):
                auditor.verify(acts, mine, None, {**veils, place: (number, changed)})


def test_a_veil_binds_the_host_to_the_faces_and_tells_none() -> None:
    table = played("hearts", 1)
    events, weaver = woven(table)
    number = next(n for n, event in enumerate(events) if isinstance(event, Moved) and event.dst == "hand:2")
    event = events[number]
    assert isinstance(event, Moved)
    assert weaver.veils[number] == veil(table.secret(1), number, encode(event))
    other = msgspec.structs.replace(event, cards=event.cards[::-1])
    assert weaver.veils[number] != veil(table.secret(1), number, encode(other))
    assert weaver.veils[number] != veil(table.secret(2), number, encode(event))
