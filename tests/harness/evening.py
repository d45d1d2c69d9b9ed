"""The people of an evening at a table whose host may die at any moment: who is here, what they asked and were told."""

import contextlib

from hypothesis.stateful import RuleBasedStateMachine

from engine.api import Move
from net.room.effects import Broadcast, Effect, FollowUp
from net.wire.client_messages import PlayMove, Request, Sit, Stand, to_client_move
from net.wire.host_messages import Done, Welcome

from .room import Bench, Guest

MOST_KILLS = 12
MOST_PEOPLE = 6


class Killed(Exception):
    """The host has died in the middle of what it was doing."""


class MortalBench(Bench):
    """A bench whose host dies when it has done so many more things that its room wanted. lives: None for immortal."""

    lives: int | None = None

    def run(self, effects: list[Effect]) -> None:
        for effect in effects:
            if self.lives is not None:
                if not self.lives:
                    raise Killed
                self.lives -= 1
            if isinstance(effect, FollowUp):
                self.run(self.room.follow_up(self.now_ms))
            elif isinstance(effect, Broadcast):
                self.run(self.room.broadcast(self.now_ms))
            else:
                super().run([effect])


class Human:
    """One person through all connections. acked: moves that were acknowledged, by the id of their request. sent: all
    requests of moves, by id."""

    def __init__(self, number: int) -> None:
        self.name = f"P{number}"
        self.guest: Guest | None = None
        self.last: Guest | None = None
        self.acked: dict[str, tuple[int, Move]] = {}
        self.sent: dict[str, PlayMove] = {}
        self.unanswered: list[tuple[Request, int | None, Move | None]] = []
        self.asked = 0

    @property
    def is_here(self) -> bool:
        return self.guest is not None and not self.guest.is_closed


def plain(move: Move) -> Move:
    """A move however its cards were named."""
    groups = tuple(sorted(tuple(sorted(group)) for group in move.groups))
    return Move(move.verb, tuple(sorted(move.cards)), tuple(sorted(move.places)), groups)


class Company(RuleBasedStateMachine):
    """People, each through all their connections, and the host that they may lose. keys: whose a key was first."""

    bench: MortalBench

    def __init__(self) -> None:
        super().__init__()
        self.humans = [Human(number) for number in range(MOST_PEOPLE)]
        self.keys: dict[int, Human] = {}
        self.blocked: set[int] = set()
        self.kills = 0

    def _acts(self) -> list[tuple[int, Move]]:
        table = self.bench.room._state.match.table
        assert table is not None
        assert table.journal is not None
        acts = [record.act for record in table.journal.records if record.act.kind == "play"]
        return [(act.seat, plain(act.move)) for act in acts if act.seat is not None and act.move is not None]

    def _here(self, who: int) -> Guest | None:
        return self.humans[who].guest if self.humans[who].is_here else None

    def _come(self, human: Human, role: str) -> None:
        human.acked.clear()
        human.unanswered.clear()
        self._seated(human, self.bench.join(human.name, role))  # type: ignore[arg-type]

    def _resume(self, human: Human, *, keeps: bool) -> None:
        before = human.last
        assert before is not None
        held = before.events if keeps else []
        viewer = before.seat if before.info is not None and before.info.phase != "open" else None
        guest = self.bench.join(human.name, token=before.token, held=held, viewer=viewer)
        self._seated(human, guest)
        if not human.is_here:
            return
        for request, decision, move in human.unanswered:
            done = guest.ask_for(request)
            if done.accepted and decision is not None and move is not None and guest.seat is not None:
                human.acked[request.id] = (guest.seat, move)
        human.unanswered.clear()

    def _seated(self, human: Human, guest: Guest) -> None:
        human.guest = human.last = guest
        if guest.count(Welcome):
            self._note(guest, human)
        else:
            human.guest = human.last = None

    def _note(self, guest: Guest, human: Human) -> None:
        link = self.bench.room._state.connections.links.get(guest.id)
        assert link is not None
        assert link.person is not None
        known = self.keys.setdefault(link.person.key, human)
        assert known is human, "a token brought somebody to another one's place"

    def _ask(self, human: Human, kind: type[Request], **fields: object) -> None:
        guest = human.guest
        if guest is None or not human.is_here or not guest.do(kind, **fields).accepted:
            return
        if kind in (Sit, Stand):  # of which one is told by the answer alone
            seat = fields.get("seat")
            guest.seat, guest.decision, guest.offer = seat if isinstance(seat, int) else None, None, None

    def _play(self, human: Human, decision: int, move: Move, lives: int | None) -> None:
        guest = human.guest
        assert guest is not None
        assert guest.seat is not None
        human.asked += 1
        request = PlayMove(id=f"{human.name}-{human.asked}", decision=decision, move=to_client_move(move))
        human.sent[request.id] = request
        human.unanswered.append((request, decision, move))
        seat = guest.seat
        self.bench.lives = lives if self.kills < MOST_KILLS else None
        with contextlib.suppress(Killed):
            guest.ask_for(request)
        done = [m for m in guest.heard if isinstance(m, Done) and m.id == request.id]
        if done:
            human.unanswered.pop()
            if done[-1].accepted:
                human.acked[request.id] = (seat, move)
                if guest.decision is not None and guest.decision.id == decision:
                    guest.decision = None
        if self.bench.lives is not None and not self.bench.lives:
            self._revive()
        self.bench.lives = None

    def _come_back(self, most: int) -> None:
        """So many of those who have lost their connection are back."""
        for human in self.humans[:most]:
            if not human.is_here and human.last is not None and human.last.token:
                self._resume(human, keeps=True)

    def _revive(self) -> None:
        """The host is started again from what it had written. Nobody is connected."""
        self.kills += 1
        self.blocked.clear()
        for human in self.humans:
            human.guest = None
        records, before = self.bench.records, self.bench
        self.bench = MortalBench(records=records, seed=99 + self.kills)
        self.bench.next_id, self.bench.requests = before.next_id, before.requests
        for human in self.humans:
            if human.last is not None:
                human.last.bench = self.bench
