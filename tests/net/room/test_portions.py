"""Whoever has much to catch up with is told it in portions, and nobody else waits for them."""

from collections.abc import Sequence

import pytest

from engine.api import Event, Viewer, ZonePlan, redact_for_rejoin
from net.room.effects import Broadcast, Effect, Send
from net.wire.client_messages import Hello, Say
from net.wire.host_messages import Ask, Events
from tests.harness.room import TIMED, Bench, Guest, play_with_toys, started, toy_config


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def under_way(game: str) -> tuple[Bench, list[Guest]]:
    """A match in which a few cards have been played."""
    deal = {} if game == "toy" else {"clocks": TIMED}
    bench, guests = started(toy_config(game=game, **deal))
    for guest in guests:
        guest.play()
    next(guest for guest in guests if guest.decision is not None).play()
    return bench, guests


@pytest.mark.parametrize("game", ["toy", "slots"])
@pytest.mark.parametrize("name", ["Ann", "Ben", "Eve"])
def test_what_is_told_in_portions_is_what_is_told_at_once(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for size in (1_000, 3):
        monkeypatch.setattr("net.room.broadcast.PORTION", size)
        bench, guests = under_way(game)
        token = next((guest.token for guest in guests if guest.hello.name == name), b"")
        again = bench.join(name, "player" if token else "watcher", token=token)
        told.append((again.events, again.decision, again.last(Events).head))
        kinds = [type(message) for message in again.heard]
        if Ask in kinds:
            assert kinds.index(Ask) > max(place for place, kind in enumerate(kinds) if kind is Events)
    assert told[0] == told[1]
    assert len(told[0][0]) > 9


def test_what_is_told_late_is_looked_through_once_and_not_for_each_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def count(events: Sequence[Event], viewer: Viewer, plan: ZonePlan, *, is_past_deal: bool) -> tuple[Event, ...]:
        nonlocal looked_at
        looked_at += len(events)
        return redact_for_rejoin(events, viewer, plan, is_past_deal=is_past_deal)

    monkeypatch.setattr("net.room.broadcast.PORTION", 3)
    monkeypatch.setattr("net.match.stream.redact_for_rejoin", count)
    bench, _ = under_way("slots")
    late = bench.join("Eve", "watcher")
    assert sum(isinstance(message, Events) for message in late.heard) > 3
    assert looked_at == len(late.events)


class Patient(Bench):
    """A bench that lets something else happen before whoever is behind is told more."""

    def run(self, effects: list[Effect]) -> None:
        """Carry out what the room wants, but for the crowd's news."""
        self.waits = getattr(self, "waits", 0) + sum(isinstance(effect, Broadcast) for effect in effects)
        super().run([effect for effect in effects if not isinstance(effect, Broadcast)])


@pytest.mark.parametrize("name", ["Ben", "Eve"])
def test_the_others_are_told_the_news_before_whoever_is_behind_has_all(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.room.broadcast.PORTION", 4)
    bench, (ann, ben, _) = under_way("toy")
    bench.__class__ = Patient
    hello = Hello(name=name, role="player" if name == "Ben" else "watcher", token=ben.token if name == "Ben" else b"")
    again = Guest(bench, 70, hello)
    bench.guests[70] = again
    bench.run(bench.room.connect(70, bench.now_ms))
    again.send(hello)
    bench.run(bench.room.broadcast(bench.now_ms))
    assert len(again.events) == 4
    assert ann.do(Say, text="nobody waits").accepted
    assert ann.happenings("said")
    assert len(again.events) < len(ann.events)
    sent: list[Effect] = []
    for _ in range(40):
        sent = bench.room.broadcast(bench.now_ms)
        bench.run(sent)
    assert again.happenings("said")
    assert len(again.events) == len(ann.events)
    assert not any(isinstance(effect, Send | Broadcast) for effect in sent), "when all is told there is nothing to do"


def test_whoever_does_not_read_is_not_asked_about_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.room.broadcast.PORTION", 4)
    bench, (_, ben, _) = under_way("toy")
    bench.__class__ = Patient
    again = Guest(bench, 70, Hello(name="Ben", token=ben.token))
    bench.guests[70] = again
    bench.run(bench.room.connect(70, bench.now_ms))
    again.send(again.hello)
    bench.run(bench.room.congest(70, True, bench.now_ms))
    assert not any(isinstance(effect, Broadcast) for effect in bench.room.broadcast(bench.now_ms))
    effects = bench.room.congest(70, False, bench.now_ms)
    assert any(isinstance(effect, Broadcast) for effect in effects)
