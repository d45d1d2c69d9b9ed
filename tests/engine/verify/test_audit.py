"""A finished deal is verified by everybody who was there, and whatever is changed in it is found."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from engine.api import (
    Act,
    AuditFailure,
    Auditor,
    Event,
    Happened,
    Journal,
    Move,
    Share,
    Table,
    Viewer,
    acts_of_deal,
    commitment_to_share,
    find_game,
    games,
    parse_cards,
    redact,
    redact_for_rejoin,
)
from engine.bots.random import random_move
from tests.games.viewers import told_of_deal

from ...harness.slow import slow

GAMES = [meta.id for meta in games()]
VALUES = ("11" * 32, "22" * 32)


def played(game_id: str, deals: int) -> Table:
    """A match of so many deals by lot, two seats giving shares, something said now and then."""
    game = find_game(game_id)
    table = Table(game, game.meta.usual_seats, game.meta.resolve({}), seed="the host's own")
    chance = Random("audit")
    for _ in range(deals):
        if table.over is not None:
            break
        table.happen(Happened("said", 0, "Ann", "good luck"))
        table.commit()
        committed = table.commitment(table.deal + 1)
        table.mix_shares(
            [Share(seat, commitment_to_share(committed, seat, value), value) for seat, value in enumerate(VALUES)]
        )
        table.start() if not table.deal else table.close()
        while table.over is None and table.phase != "between":
            if table.awaits_close:
                table.close()
                continue
            for decision in table.decisions()[:1]:
                table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    return table


def journal_of(table: Table) -> Journal:
    assert table.journal is not None
    return table.journal


def auditor(table: Table, viewer: Viewer) -> Auditor:
    return Auditor(table.game, table.seats, table.options, viewer)


def told_to(table: Table, viewer: Viewer) -> list[Event]:
    return [redact(event, viewer, table.game.plan) for event in journal_of(table).events()]


@pytest.mark.parametrize("game", GAMES)
def test_every_viewer_finds_honest_deals_right(game: str) -> None:
    table = played(game, 2)
    for viewer in (None, 0, table.seats - 1):
        verifier, told = auditor(table, viewer), told_to(table, viewer)
        for deal in range(1, table.deal + 1):
            verifier.verify(acts_of_deal(journal_of(table), deal), told_of_deal(told, deal))
        assert (verifier.deals, verifier.shared) == (table.deal, 2)


def test_who_was_told_late_can_verify_what_it_was_told() -> None:
    table = played("khamul", 1)
    events = list(journal_of(table).events())
    told = redact_for_rejoin(events, 0, table.game.plan)
    assert list(told) != told_to(table, 0)
    verifier = auditor(table, 0)
    verifier.verify(acts_of_deal(journal_of(table), 1), told_of_deal(told, 1))
    assert verifier.deals == 1


def test_a_share_of_mine_that_was_left_out_is_found() -> None:
    table = played("hearts", 1)
    acts, told = acts_of_deal(journal_of(table), 1), told_of_deal(told_to(table, 0), 1)
    mine = next(act for act in acts if act.kind == "stir").shares[0]
    auditor(table, 0).verify(acts, told, mine)
    with pytest.raises(AuditFailure, match="changed your random number"):
        auditor(table, 0).verify(acts, told, Share(0, mine.pledge, "33" * 32))


@pytest.mark.parametrize("game", [*slow(GAMES[1:]), GAMES[0]])
def test_whatever_is_changed_in_moves_or_in_what_was_told_is_found(game: str) -> None:
    table = played(game, 1)
    acts, told = acts_of_deal(journal_of(table), 1), told_of_deal(told_to(table, 0), 1)
    chance = Random(game)
    for number in _some(len(acts), chance):
        for changed in _changed_acts(acts[number], chance):
            _is_found(table, (*acts[:number], changed, *acts[number + 1 :]), told)
        _is_found(table, (*acts[:number], *acts[number + 1 :]), told)
    for number in _some(len(told), chance):
        for other in _changed_events(told[number], chance):
            _is_found(table, acts, (*told[:number], other, *told[number + 1 :]))
        _is_found(table, acts, (*told[:number], *told[number + 1 :]))
        _is_found(table, acts, (*told[:number], told[number], *told[number:]))


def _is_found(table: Table, acts: tuple[Act, ...], told: tuple[Event, ...]) -> None:
    with pytest.raises(AuditFailure):
        auditor(table, 0).verify(acts, told)


def _some(length: int, chance: Random) -> list[int]:
    return sorted({0, length - 1, *chance.sample(range(length), min(length, 14))})


def _changed_acts(act: Act, chance: Random) -> Iterator[Act]:
    yield msgspec.structs.replace(act, kind="sing")
    if act.move is not None and act.move.cards:
        yield msgspec.structs.replace(act, move=Move(act.move.verb, act.move.cards[1:], act.move.places))
    if act.shares:
        first = act.shares[0]
        yield msgspec.structs.replace(act, shares=act.shares[1:])
        yield msgspec.structs.replace(act, shares=(Share(first.seat, first.pledge), *act.shares[1:]))


def _changed_events(event: Event, chance: Random) -> Iterator[Event]:
    for name in event.__struct_fields__:
        for value in _others(getattr(event, name), chance):
            yield msgspec.structs.replace(event, **{name: value})


def _others(value: Any, chance: Random) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str() if value:
            yield value[:-1] + ("0" if value[-1] != "0" else "1")
        case tuple() if value and all(isinstance(item, str) for item in value) and "??" not in value:
            yield (*value[1:], "2C" if value[0] != "2C" else "3C")


def test_a_move_that_the_rules_forbid_is_named() -> None:
    table = played("hearts", 1)
    acts, told = list(acts_of_deal(journal_of(table), 1)), told_of_deal(told_to(table, 0), 1)
    number = next(number for number, act in enumerate(acts) if act.move is not None and act.move.verb == "play")
    move = acts[number].move
    assert move is not None
    (other,) = parse_cards("KS" if move.cards != ("KS",) else "QS")
    acts[number] = msgspec.structs.replace(acts[number], move=Move("play", (other,)))
    with pytest.raises(AuditFailure, match="rules forbid"):
        auditor(table, 0).verify(tuple(acts), told)
