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
    HostChain,
    Moved,
    Signed,
    Table,
    Viewer,
    acts_of_deal,
    encode,
    event_commitment,
    games,
    needs_commitment,
    places_of_deal,
    redact,
    redact_for_all,
    redact_for_rejoin,
)

from ..verify.test_audit import played

GAMES = [meta.id for meta in games()]


def woven(table: Table) -> tuple[list[Event], HostChain]:
    """All events of a match and its chain as the host makes it."""
    assert table.journal is not None
    events, host_chain = list(table.journal.events()), HostChain(table)
    for event in events:
        host_chain.add(event)
    return events, host_chain


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
    events, host_chain = woven(table)
    assert host_chain.veils
    for viewer in (None, *range(table.seats)):
        told = [redact(event, viewer, plan) for event in events]
        assert heard(table, told, host_chain.veils).head == host_chain.chain.head
        for moment in Random(game).sample(range(len(events)), 12):
            late = redact_for_rejoin(events[:moment], viewer, plan)
            assert heard(table, late, host_chain.veils).head == (
                host_chain.heads[moment - 1] if moment else Chain(table).head
            )


@pytest.mark.parametrize("game", GAMES)
def test_which_events_have_a_veil_follows_from_what_anybody_was_told(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, host_chain = woven(table)
    for viewer in (None, *range(table.seats)):
        for told in ([redact(event, viewer, plan) for event in events], redact_for_rejoin(events, viewer, plan)):
            assert [number for number, event in enumerate(told) if needs_commitment(event, plan)] == sorted(
                host_chain.veils
            )
    assert {len(veiled) for veiled in host_chain.veils.values()} == {VEIL_BYTES}


@pytest.mark.parametrize("game", GAMES)
def test_the_public_form_has_no_face_that_anybody_was_not_told(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, _ = woven(table)
    for viewer in (None, *range(table.seats)):
        for event, late in zip(events, redact_for_rejoin(events, viewer, plan), strict=True):
            form = redact_for_all(event, plan)
            assert redact_for_all(late, plan) == form
            for face, told in zip(getattr(form, "cards", ()), getattr(late, "cards", ()), strict=True):
                assert face in (UNKNOWN, told)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_told_otherwise_leads_to_another_head(game: str) -> None:
    table = played(game, 1)
    plan = table.game.plan
    events, host_chain = woven(table)
    told = [redact(event, None, plan) for event in events]
    chance = Random(game)
    for number in chance.sample(range(len(told)), 20):
        before, after = told[:number], told[number + 1 :]
        for other in (Happened("said", 0, "Ann", "nonsense"), told[number - 1]):
            if other != told[number]:
                assert heard(table, [*before, other, *after], host_chain.veils).head != host_chain.chain.head, (
                    number,
                    other,
                )
        assert heard(table, [*before, *after], host_chain.veils).head != host_chain.chain.head
    for number in chance.sample(sorted(host_chain.veils), min(8, len(host_chain.veils))):
        veils = {**host_chain.veils, number: bytes(VEIL_BYTES)}
        assert heard(table, told, veils).head != host_chain.chain.head


def test_the_chain_knows_where_each_deal_ended() -> None:
    table = played("hearts", 2)
    events, host_chain = woven(table)
    for viewer in (None, 2):
        told = [redact(event, viewer, table.game.plan) for event in events]
        assert heard(table, told, host_chain.veils).ends == host_chain.chain.ends
    assert sorted(host_chain.chain.ends) == [1, 2]
    for number, head in host_chain.chain.ends.values():
        assert host_chain.heads[number] == head
        assert type(events[number]).__name__ in ("Entered", "MatchEnded")


def test_what_happens_in_the_room_after_a_deal_does_not_move_its_end() -> None:
    table = played("hearts", 1)
    before = woven(table)[1].chain.ends
    table.happen(Happened("said", 0, "Ann", "well played"))
    table.happen(Signed("t1", 1, before[1][0], before[1][1], "ab" * 32, bytes(64), 0))
    assert woven(table)[1].chain.ends == before
    assert woven(table)[1].chain.head != before[1][1]


# Veils, when the secret is open.


def veils_of(told: list[Event], host_chain: HostChain) -> dict[int, tuple[int, bytes]]:
    return {place: (number, host_chain.veils.get(number, b"")) for place, number in enumerate(places_of_deal(told, 1))}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_veil_over_something_else_is_found_when_the_secret_is_open(game: str, viewer: Viewer) -> None:
    table = played(game, 1)
    assert table.journal is not None
    events, host_chain = woven(table)
    told = [redact(event, viewer, table.game.plan) for event in events]
    acts = acts_of_deal(table.journal, 1)
    mine = [told[number] for number in places_of_deal(told, 1)]
    veils = veils_of(told, host_chain)
    auditor = Auditor(table.game, table.seats, dict(table.options), viewer)
    auditor.verify(acts, mine, None, veils)
    hidden = [place for place, (_, veiled) in veils.items() if veiled]
    for place in Random(game).sample(hidden, min(4, len(hidden))):
        number, veiled = veils[place]
        other = event_commitment(table.secret(1), number, encode(msgspec.structs.replace(events[number])) + b"!")
        for changed in (other, b"", veiled[:-1]):
            auditor = Auditor(table.game, table.seats, dict(table.options), viewer)
            with pytest.raises(AuditFailure, match="not the one that the host committed to"):
                auditor.verify(acts, mine, None, {**veils, place: (number, changed)})


def test_a_veil_binds_the_host_to_the_faces_and_tells_none() -> None:
    table = played("hearts", 1)
    events, host_chain = woven(table)
    number = next(n for n, event in enumerate(events) if isinstance(event, Moved) and event.dst == "hand:2")
    event = events[number]
    assert isinstance(event, Moved)
    assert host_chain.veils[number] == event_commitment(table.secret(1), number, encode(event))
    other = msgspec.structs.replace(event, cards=event.cards[::-1])
    assert host_chain.veils[number] != event_commitment(table.secret(1), number, encode(other))
    assert host_chain.veils[number] != event_commitment(table.secret(2), number, encode(event))
