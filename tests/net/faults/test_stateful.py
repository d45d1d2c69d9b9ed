"""A table under everything that people and accidents do to it, drawn by hypothesis.

People come, leave, drop, come back, are displaced, guess tokens, play, vote and ask for seats; time passes, readers
fall behind, and the host is killed between any two things that its room wanted done. What must hold stands in
`what_holds`. The usual run tries 100 evenings; `python -m tests.net.faults.test_stateful 2000` so many.
"""

import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.api import UNKNOWN, Decision, View
from net.match.settings import AwayPolicy, RoomConfig
from net.room.effects import Report
from net.wire.client_messages import (
    Admit,
    CastVote,
    Fill,
    Kick,
    Leave,
    NextDeal,
    PlayMove,
    Ready,
    Say,
    Sit,
    Stand,
    Start,
    TakeSeat,
    to_client_move,
)
from net.wire.framing import PREFIX_BYTES, FrameError, ProtocolError, pack, read_client_message
from net.wire.host_messages import Welcome
from tests.conformance.cases import is_legal
from tests.conformance.nearly import changed
from tests.harness.evening import MOST_KILLS, MOST_PEOPLE, Company, Human, MortalBench, plain
from tests.harness.room import TIMED, Guest, play_with_toys

EVENINGS, STEPS = 100, 40
PEOPLE = st.integers(0, MOST_PEOPLE - 1)
SEATS = st.integers(0, 3)


class Evening(Company):
    """One table from its opening on."""

    @initialize(
        game=st.sampled_from(("toy", "slots", "hearts")),
        bots=st.integers(0, 2),
        away=st.sampled_from(("wait", "bot")),
        begun=st.sampled_from((True, True, False)),
    )
    def open(self, game: str, bots: int, away: AwayPolicy, begun: bool) -> None:
        config = RoomConfig(
            table_id="t1",
            game=game,
            seed="one",
            clocks=TIMED,
            bots=("easy",) * bots,
            away_policy=away,
        )
        self.bench = MortalBench(config)
        if begun:
            for human in self.humans[:4]:
                self._come(human, "player")
            for human in self.humans[:4]:
                self._ask(human, Ready)
            self._ask(self.humans[0], Fill, level="easy")
            self._ask(self.humans[0], Start)

    # What people do.

    @rule(who=PEOPLE, role=st.sampled_from(("player", "watcher")))
    def come(self, who: int, role: str) -> None:
        human = self.humans[who]
        if human.last is None:
            self._come(human, role)

    @rule(who=PEOPLE, keeps=st.booleans())
    def resume(self, who: int, keeps: bool) -> None:
        """Somebody comes back, or takes the place from another terminal, and says again what was not answered."""
        human = self.humans[who]
        if human.last is not None and human.last.token:
            self._resume(human, keeps=keeps)

    @rule(who=PEOPLE)
    def drop(self, who: int) -> None:
        guest = self._here(who)
        if guest is not None:
            guest.drop()

    @rule(who=PEOPLE)
    def leave(self, who: int) -> None:
        guest = self._here(who)
        if guest is not None:
            guest.send(Leave())
            self.humans[who].last = None

    @rule(who=PEOPLE, cut=st.integers(0, 15), flip=st.integers(0, 255))
    def steal(self, who: int, cut: int, flip: int) -> None:
        """Somebody comes with nearly another one's token: a stranger like all others."""
        victim = self.humans[who].last
        if victim is None or not victim.token:
            return
        guess = bytearray(victim.token)
        guess[cut] ^= flip or 1
        thief = self.bench.join("Thief", "watcher", token=bytes(guess), held=victim.events, viewer=victim.seat)
        assert thief.seat is None
        if thief.count(Welcome):
            self._note(thief, Human(99))
            thief.send(Leave())

    @rule(who=PEOPLE, choice=st.integers(0, 10**6), lives=st.one_of(st.none(), st.integers(0, 6)))
    def act(self, who: int, choice: int, lives: int | None) -> None:
        """Somebody plays; perhaps the host does not live to say so."""
        asked = self._asked(who)
        if asked is not None:
            human, guest, decision = asked
            moves = list(decision.moves(guest.deck))[:200]
            self._play(human, decision.id, moves[choice % len(moves)], lives)

    @rule(who=PEOPLE, choice=st.integers(0, 10**6))
    def act_nearly(self, who: int, choice: int) -> None:
        """Somebody asks for a legal move with one thing too many, too few or doubled: it is refused."""
        asked = self._asked(who)
        if asked is not None:
            self._play_nearly(*asked, Random(choice))

    def _play_nearly(self, human: Human, guest: Guest, decision: Decision, chance: Random) -> None:
        table = self.bench.room._state.match.table
        assert table is not None
        legal = chance.choice(list(islice(decision.moves(guest.deck), 200)))
        nearly = [move for move in changed(table, decision, legal, chance) if not is_legal(table, decision, move)]
        for move in chance.sample(nearly, 3):
            request = PlayMove(id="a", decision=decision.id, move=to_client_move(move))
            try:
                read_client_message(pack(request)[PREFIX_BYTES:])
            except ProtocolError:
                continue  # no host reads it; see babble
            acked = len(human.acked)
            self._play(human, decision.id, move, None)
            assert len(human.acked) == acked, "a move that is not legal was taken"
            assert not any(isinstance(effect, Report) for effect in self.bench.effects), "the rules failed"

    def _asked(self, who: int) -> tuple[Human, Guest, Decision] | None:
        """The first from this person on who may play now."""
        for place in range(MOST_PEOPLE):
            guest = self._here((who + place) % MOST_PEOPLE)
            decision = None if guest is None else guest.decision or guest.offer
            if guest is not None and decision is not None and guest.seat is not None:
                return self.humans[(who + place) % MOST_PEOPLE], guest, decision
        return None

    @rule(rounds=st.integers(1, 8), lives=st.one_of(st.none(), st.integers(0, 40)))
    def play_on(self, rounds: int, lives: int | None) -> None:
        """Everybody who is asked answers by default, a few times over; perhaps the host does not live to the end."""
        for _ in range(rounds):
            self._come_back(MOST_PEOPLE - 1)
            self.bench.let_bots_play(4)
            for human in self.humans:
                guest = human.guest if human.is_here else None
                if guest is not None and guest.seat is not None and guest.decision is not None:
                    self._play_nearly(human, guest, guest.decision, Random(guest.decision.id))
                    self._play(human, guest.decision.id, guest.decision.default, None if lives is None else lives % 7)
                    self._come_back(MOST_PEOPLE - 1)
                elif guest is not None and guest.info is not None and guest.info.phase == "between":
                    self._ask(human, NextDeal)
            self.bench.pass_time(1_000)

    @rule(who=PEOPLE, place=st.integers(0, 100))
    def say_again(self, who: int, place: int) -> None:
        """The same request once more: the same answer, and nothing happens; nor by another one with its id."""
        guest = self._here(who)
        human = self.humans[who]
        if guest is not None and human.acked and guest.seat is not None:
            known = list(human.acked)[-5:]
            action = known[place % len(known)]
            acts = self._acts()
            request = human.sent[action]
            assert guest.ask_for(request).code in ("", "slow")
            assert guest.ask_for(PlayMove(id=action, decision=request.decision + 1, move=request.move)).code in (
                "reused",
                "slow",
            )
            assert self._acts() == acts

    @rule(who=PEOPLE, what=st.integers(0, 9), seat=SEATS, yes=st.booleans())
    def ask(self, who: int, what: int, seat: int, yes: bool) -> None:
        human = self.humans[who]
        asks: list[Callable[[], object]] = [
            lambda: self._ask(human, Ready),
            lambda: self._ask(human, Start),
            lambda: self._ask(human, NextDeal),
            lambda: self._ask(human, Sit, seat=seat),
            lambda: self._ask(human, Stand),
            lambda: self._ask(human, CastVote, what="drop", seat=seat, yes=yes),
            lambda: self._ask(human, CastVote, what="stop", yes=yes),
            lambda: self._ask(human, TakeSeat, seat=seat),
            lambda: self._ask(human, Say, text="hello"),
            lambda: self._ask(human, Kick, seat=seat),
        ]
        asks[what]()

    @rule(who=PEOPLE, asker=PEOPLE, seat=SEATS, yes=st.booleans())
    def admit(self, who: int, asker: int, seat: int, yes: bool) -> None:
        self._ask(self.humans[who], Admit, seat=seat, name=self.humans[asker].name, yes=yes)

    @rule(who=PEOPLE, said=st.sampled_from((b"\x90", b"\xc1", b"\x81\xa1t\xa3act", b"")))
    def babble(self, who: int, said: bytes) -> None:
        guest = self._here(who)
        if guest is None:
            return
        error: ProtocolError | FrameError = FrameError("An empty frame.")
        if said:
            with pytest.raises(ProtocolError) as caught:
                read_client_message(said)
            error = caught.value
        self.bench.run(self.bench.room.reject(guest.id, error, self.bench.now_ms))

    # What happens to them.

    @rule(span_ms=st.sampled_from((10, 400, 1_000, 12_000, 70_000)))
    def wait(self, span_ms: int) -> None:
        self.bench.pass_time(span_ms)

    @rule(slept_ms=st.sampled_from((5_000, 86_400_000)))
    def sleep(self, slept_ms: int) -> None:
        self.bench.now_ms += slept_ms

    @rule()
    def think(self) -> None:
        self.bench.let_bots_play(1)

    @rule(who=PEOPLE)
    def congest(self, who: int) -> None:
        guest = self._here(who)
        if guest is not None:
            (self.blocked.remove if guest.id in self.blocked else self.blocked.add)(guest.id)
            self.bench.run(self.bench.room.congest(guest.id, guest.id in self.blocked, self.bench.now_ms))

    @precondition(lambda self: self.kills < MOST_KILLS)
    @rule(back=st.integers(0, MOST_PEOPLE))
    def kill(self, back: int) -> None:
        self._revive()
        self._come_back(back)

    # What must hold.

    @invariant()
    def what_holds(self) -> None:
        self.bench.now_ms += 60  # nobody does anything faster
        state = self.bench.room._state
        links = state.connections.links
        linked = {link.person.key: link for link in links.values() if link.person is not None}
        assert len(linked) == sum(link.person is not None for link in links.values()), "a person, two connections"
        taken = [person.seat for person in state.lobby.seated] + [bot.seat for bot in state.lobby.bots]
        assert len(taken) == len(set(taken)), "two owners of one seat"
        for human in self.humans:
            if human.is_here:
                assert human.guest is not None
                link = links[human.guest.id]
                assert link.person is not None
                assert self.keys[link.person.key] is human, "somebody sits on a seat without its token"
                assert link.person.seat == human.guest.seat
                if human.guest.id not in self.blocked:
                    assert len(human.guest.events) == len(state.match.stream), "somebody missed something"
        table = state.match.table
        if table is None:
            assert not any(human.acked for human in self.humans)
            return
        lying = Counter(card for cards in table.zones.values() for card in cards)
        assert not lying or lying == table.deck.counts, "a card is lost, or is there twice"
        self._verify_acked()
        here = [
            human.guest for human in self.humans if human.is_here and human.guest and human.guest.id not in self.blocked
        ]
        if here and table.deal:
            self._verify_view(here[len(state.match.stream) % len(here)].view())

    def _verify_acked(self) -> None:
        played = Counter(self._acts())
        acked = Counter((seat, plain(move)) for human in self.humans for seat, move in human.acked.values())
        assert acked <= played, "an acknowledged move is lost"

    def _verify_view(self, view: View) -> None:
        table = self.bench.room._state.match.table
        assert table is not None
        for zone in {*table.zones, *view.zones}:
            known, truth = Counter(view.zones.get(zone, ())), table.zones.get(zone, [])
            assert known.total() == len(truth), f"{zone} has another number of cards than there are"
            known.pop(UNKNOWN, None)
            assert known <= Counter(truth), f"{zone} is shown with cards that are not in it"
        assert (view.phase, list(view.totals), view.over) == (table.phase, list(table.totals), table.over)

    def teardown(self) -> None:
        """The file as it stands is the table as it stands."""
        if not hasattr(self, "bench"):
            return
        here, back = self.bench.room._state, self.bench.crash().room._state
        assert [(p.key, p.seat) for p in back.lobby.seated] == [(p.key, p.seat) for p in here.lobby.seated]
        assert back.lobby.gone == here.lobby.gone
        assert (back.match.table is None) == (here.match.table is None)
        if back.match.table is not None and here.match.table is not None:
            assert back.match.table.zones == here.match.table.zones
            assert back.match.table.sealed == here.match.table.sealed


USUAL = settings(
    max_examples=EVENINGS,
    stateful_step_count=STEPS,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


@pytest.mark.slow
def test_whatever_people_and_accidents_do_seats_cards_moves_and_the_stream_stay_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_with_toys(monkeypatch)
    run_state_machine_as_test(Evening, settings=USUAL)


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        play_with_toys(patch)
        many = settings(USUAL, max_examples=int(sys.argv[1]), derandomize=False, database=None, stateful_step_count=80)
        run_state_machine_as_test(Evening, settings=many)
    print(f"{sys.argv[1]} evenings")
