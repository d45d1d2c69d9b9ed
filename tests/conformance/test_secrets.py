"""Nothing that a viewer was not shown can be worked out from the bytes that it is sent.

Two tables differ only in two cards that the viewer has not seen. The same is done at both, with the two cards changed
over in the moves that the viewer does not see. Until one of them is shown, the viewer's bytes must be equal: events,
their number, and the decisions that it is asked.

Two tables that differ only in a sealed answer are alike for everybody but its maker until the answers are opened.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from engine.api import (
    BOX,
    EVERY_SEAT,
    UNKNOWN,
    Card,
    Decision,
    Declared,
    Event,
    Move,
    Moved,
    Refusal,
    Seat,
    Shown,
    Shuffled,
    Table,
    View,
    Viewer,
    Visibility,
    beside,
    encode,
    redact,
    redact_for_rejoin,
    replay,
)
from engine.bots.random import random_move

from ..harness.slow import slow
from .cases import Answer, Case, Playing, act, every_option, presets, written_deal
from .information_leak import changed_over, mapped, next_answer, rule_tells, two_unseen

CASES = presets()
PAIRS, ACTS = 2, 130
WINDOWS = 8  # in which several answer at once, looked at in one match
LEAST = 10  # acts that a pair of tables is compared for, on average, before the rules let them part


@pytest.mark.parametrize("case", [*CASES, *slow(every_option())], ids=str)
def test_unseen_cards_change_no_byte(case: Case) -> None:
    compared = [
        _compare(case, viewer, f"secrets {case} {viewer} {number}")
        for viewer in (*range(case.seats), None)
        for number in range(PAIRS)
    ]
    least = min(LEAST, _acts_of_a_deal(case) / 4)
    assert sum(compared) > least * len(compared), "the two tables part too soon to show anything"


def _acts_of_a_deal(case: Case) -> int:
    table, chance = case.table("length"), Random("length")
    table.start()
    acts = 0
    while not table.scores:
        act(table, chance)
        acts += 1
    return acts


@pytest.mark.parametrize("case", [*CASES, *slow(every_option())], ids=str)
def test_a_sealed_answer_changes_no_byte_before_all_are_opened(case: Case) -> None:
    table, chance = case.table(f"sealed {case}"), Random("sealed")
    table.start()
    compared = choices = 0
    for _ in range(ACTS):
        if table.over is not None:
            break
        for decision in table.decisions():
            if decision.sealed:
                compared += _compare_answers(table, decision, chance)
                choices += len({random_move(decision, table.deck, chance) for _ in range(4)}) > 1
        act(table, chance)
    # At some tables nobody is asked under seal, and at some few have anything to say but no.
    assert compared > 3 or choices < 3, "hardly anybody has answered under seal"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_order_in_which_sealed_answers_came_changes_no_byte(case: Case) -> None:
    table, chance = case.table(f"order {case}"), Random("order")
    table.start()
    compared = sealed = 0
    for _ in range(ACTS):
        if table.over is not None or compared == WINDOWS:
            break
        decisions = table.decisions()
        sealed += any(decision.sealed for decision in decisions)
        if len(decisions) > 1 and not table.sealed:
            answers = [(decision.seat, random_move(decision, table.deck, chance)) for decision in decisions]
            assert _opened(table, answers) == _opened(table, answers[::-1])
            compared += 1
        act(table, chance)
    assert compared or case.seats == 2 or not sealed


def _opened(table: Table, answers: list[tuple[Seat, Move]]) -> list[Event]:
    """Every event that a table makes of some sealed answers, up to the opening."""
    assert table.journal is not None
    twin = replay(table.journal)
    events = [event for seat, move in answers for event in twin.play(seat, twin.step, move)]
    return events + list(twin.close() if twin.awaits_close else ())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_faces_are_told_to_those_alone_whom_a_zone_lets_see_them(case: Case) -> None:
    """What redaction gives, against the plan of the zones read once more, in plain words."""
    table, chance = case.table(f"faces {case}"), Random("faces")
    events = list(table.start())
    while table.over is None and len(events) < 3 * ACTS:
        events += act(table, chance)
    hidden = 0
    for event in events:
        if isinstance(event, Moved | Shuffled):
            zones = (event.src, event.dst) if isinstance(event, Moved) else (event.zone,)
            for viewer in (*range(case.seats), None):
                seen = redact(event, viewer, table.game.plan)
                may_see = any(_may_look(table, zone, viewer) for zone in zones)
                assert _faces(event, viewer, table) == (event.cards if may_see else (UNKNOWN,) * len(event.cards))
                assert type(seen) is type(event)
                hidden += not may_see
        elif isinstance(event, Shown):
            for viewer in (*range(case.seats), None):
                told = event.cards if viewer == event.seat else (UNKNOWN,) * len(event.cards)
                assert _faces(event, viewer, table) == told
    assert hidden > 0


@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_is_told_late_is_told_no_more_and_no_face_that_is_shown_once(case: Case) -> None:
    table, chance = case.table(f"late {case}"), Random("late")
    events = list(table.start())
    plan = table.game.plan
    for _ in range(ACTS):
        if table.over is None:
            events += act(table, chance)
    for viewer in (*range(case.seats), None):
        late = View(case.game, case.seats, table.options, viewer)
        for number, (event, told) in enumerate(zip(events, redact_for_rejoin(events, viewer, plan), strict=True)):
            late.absorb(number, told)
            seen = redact(event, viewer, plan)
            if told != seen:
                assert plan.shows_once
                assert set(told.cards) == {UNKNOWN}  # type: ignore[union-attr]
        for zone, cards in table.zones.items():
            if plan.sees(zone, viewer):
                assert late.zones.get(zone, []) == cards, zone
            elif plan.kind(zone).shown_once:
                assert set(late.zones.get(zone, [])) <= {UNKNOWN}, zone


@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_looks_at_hands_sees_what_some_seat_sees_and_no_more(case: Case) -> None:
    playing = Playing.begin(case, f"looks {case}")
    plan, seats = playing.table.game.plan, range(case.seats)
    lookers: list[Viewer] = [EVERY_SEAT, *(beside(seat) for seat in seats)]
    views = {eyes: View(case.game, case.seats, playing.table.options, eyes) for eyes in lookers}
    truth = [event for record in playing.table.journal.records for event in record.events]  # type: ignore[union-attr]
    told = seen = 0
    for _ in playing.acts(ACTS):
        assert playing.table.journal is not None
        truth += playing.table.journal.records[-1].events
        for event in truth[told:]:
            for eyes, view in views.items():
                view.absorb(told, redact(event, eyes, plan))
            by_seat = [_faces(event, seat, playing.table) for seat in seats]
            shared = tuple(
                next((face for face in place if face != UNKNOWN), UNKNOWN) for place in zip(*by_seat, strict=True)
            )
            assert _faces(event, EVERY_SEAT, playing.table) == shared
            assert [_faces(event, beside(seat), playing.table) for seat in seats] == by_seat
            seen += shared != _faces(event, None, playing.table)
            told += 1
        for zone, cards in views[EVERY_SEAT].zones.items():
            known = Counter(card for card in cards if card != UNKNOWN)
            assert known <= Counter(playing.table.zones[zone]), zone
            if zone == "stock":
                assert set(cards) <= {*playing.views[None].zones[zone], UNKNOWN}
        for seat in seats:
            assert views[beside(seat)].zones == playing.views[seat].zones
    assert seen > 0


def _may_look(table: Table, zone: str, viewer: Viewer) -> bool:
    if zone == BOX:
        return False
    _, *numbers = zone.split(":")
    match table.game.plan.kind(zone).visibility:
        case Visibility.PUBLIC:
            return True
        case Visibility.OWNER:
            return numbers[:1] == [str(viewer)]
        case Visibility.NOBODY:
            return False


def _compare_answers(table: Table, decision: Decision, chance: Random) -> int:
    """Let a seat answer twice in different ways; gives the number of others for whom that was compared."""
    answers = {random_move(decision, table.deck, chance) for _ in range(6)}
    twins = [table.clone() for _ in answers]
    for twin, move in zip(twins, answers, strict=True):
        twin.play(decision.seat, decision.id, move)
    if any(twin.step != table.step for twin in twins):
        return 0  # the last answer of all opens them
    others: list[Viewer] = [None, *(seat for seat in range(table.seats) if seat != decision.seat)]
    for viewer in others:
        assert len({(*_told(twin, viewer, ()), twin.awaits_close) for twin in twins}) == 1
        assert {(twin.step, twin.phase, len(twin.sealed)) for twin in twins} == {
            (table.step, table.phase, len(table.sealed) + 1)
        }
    return len(others) if len(answers) > 1 else 0


def _compare(case: Case, viewer: Viewer, seed: str) -> int:
    """Play two tables that differ in two unseen cards; gives the number of acts that could be compared."""
    chance = Random(seed)
    deal = written_deal(case, seed)
    first, second = two_unseen(case, deal, viewer, chance)
    twins = [case.table(seed, deal), case.table(seed, changed_over(deal, first, second))]
    shown = [_shown(table, viewer, table.start()) for table in twins]
    assert _told(twins[0], viewer, shown[0]) == _told(twins[1], viewer, shown[1])
    for acts in range(ACTS):
        answer = next_answer(twins[0], viewer, {first[1], second[1]}, chance)
        if answer is None:
            return acts
        try:
            events = [_do(twins[0], answer), _do(twins[1], mapped(answer, viewer, first, second))]
        except Refusal:
            return acts
        shown = [_shown(table, viewer, made) for table, made in zip(twins, events, strict=True)]
        seen = {card for event in shown[0] + shown[1] for card in getattr(event, "cards", ())}
        if {first[1], second[1]} & seen or twins[0].over is not None:
            return acts
        told = [_told(table, viewer, made) for table, made in zip(twins, shown, strict=True)]
        if told[0] != told[1]:
            facts = {event.fact for event in events[0] + events[1] if isinstance(event, Declared)}
            if facts & rule_tells(case.game_id, "ANNOUNCEMENTS"):
                return acts
        assert told[0] == told[1]
    return ACTS


def _do(table: Table, answer: Answer) -> tuple[Event, ...]:
    seat, move = answer
    if seat is None or move is None:
        return table.close()
    return table.play(seat, table.step, move)


def _faces(event: Event, viewer: Viewer, table: Table) -> tuple[Card, ...]:
    return getattr(redact(event, viewer, table.game.plan), "cards", ())


def _shown(table: Table, viewer: Viewer, events: tuple[Event, ...]) -> list[Event]:
    """What a viewer is shown of some events."""
    return [redact(event, viewer, table.game.plan) for event in events]


def _told(table: Table, viewer: Viewer, shown: Sequence[Event]) -> list[bytes]:
    """All bytes that a viewer gets after an act: what it was shown, who is asked, and its own decision."""
    told = [encode(event) for event in shown]
    decision = None if viewer is None else table.decision(viewer)
    return [*told, encode(table.acting()), encode(decision)]
