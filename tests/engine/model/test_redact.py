"""The choke point: what a viewer is told of an event."""

import msgspec
import pytest

from engine.api import (
    UNKNOWN,
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    Happened,
    MatchEnded,
    Moved,
    Scored,
    Shown,
    Shuffled,
    Turned,
    UnknownZone,
    parse_cards,
    redact,
    redact_for,
)

from ..toy import TOY

CARDS = parse_cards("2C 9H")
VIEWERS = (0, 1, 2, None)


def told(event: Event) -> dict[int | None, Event]:
    return {viewer: redact(event, viewer, TOY.plan) for viewer in VIEWERS}


def test_a_card_between_two_hands_is_seen_by_both_owners_alone() -> None:
    hidden = Moved("hand:0", "hand:1", (UNKNOWN, UNKNOWN))
    event = Moved("hand:0", "hand:1", CARDS)
    assert told(event) == {0: event, 1: event, 2: hidden, None: hidden}


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    assert {v for v, e in told(Moved("stock", "hand:2", CARDS)).items() if "2C" in str(e)} == {2}


def test_the_pack_laid_down_is_seen_by_nobody() -> None:
    assert not any("2C" in str(event) for event in told(Moved("", "stock", CARDS)).values())


def test_a_shuffle_shows_its_order_to_nobody_who_does_not_see_the_zone() -> None:
    assert not any("9H" in str(event) for event in told(Shuffled("stock", CARDS)).values())
    assert {v for v, e in told(Shuffled("hand:1", CARDS)).items() if "9H" in str(e)} == {1}


@pytest.mark.parametrize(
    "event",
    [
        Moved("hand:0", "pile", CARDS),
        Moved("pile", "stock", CARDS),
        Turned("hand:1", CARDS),
        Dropped(2),
        Declared("led", "C"),
        Entered("play"),
        DealBegan(1, 0),
        Scored(1, "played", (1, 0), (1, 0)),
        MatchEnded("played", (0,), (1, 0)),
        Happened("said", 0, "Ann", "well"),
    ],
)
def test_what_is_public_is_told_to_everybody_as_it_is(event: Event) -> None:
    assert all(seen is event for seen in told(event).values())


@pytest.mark.parametrize(
    "event",
    [
        Moved("hand:0", "hand:1", CARDS),
        Moved("stock", "hand:2", CARDS),
        Moved("hand:1", "pile", CARDS),
        Moved("pile", "stock", CARDS),
        Shuffled("stock", CARDS),
        Shown("hand:1", 2, CARDS),
        Turned("hand:1", CARDS),
        Entered("play"),
    ],
)
def test_several_viewers_are_told_at_once_what_each_is_told_alone(event: Event) -> None:
    for _ in range(2):  # the second time the plan remembers which zones are public
        assert redact_for(VIEWERS, event, TOY.plan) == tuple(told(event).values())


@pytest.mark.parametrize("event", [Moved("hand:0", "sleeve", CARDS), Shuffled("sleeve", CARDS)])
def test_an_unknown_zone_fails_closed_for_several_viewers_too(event: Event) -> None:
    with pytest.raises(UnknownZone):
        redact_for(VIEWERS, event, TOY.plan)


def test_what_is_shown_to_a_seat_is_seen_by_that_seat_alone_whosever_the_zone() -> None:
    assert {v for v, e in told(Shown("hand:1", 2, CARDS)).items() if "2C" in str(e)} == {2}


def test_an_unknown_zone_fails_closed() -> None:
    with pytest.raises(UnknownZone):
        redact(Moved("hand:0", "sleeve", CARDS), 1, TOY.plan)


def test_an_event_that_no_rule_covers_fails_closed() -> None:
    class Novelty(msgspec.Struct):
        secret: str

    with pytest.raises(TypeError, match="Novelty"):
        redact(Novelty("2C"), None, TOY.plan)  # type: ignore[arg-type]
