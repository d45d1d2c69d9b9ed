"""One story for all: the chain on the wire, signatures of how deals ended, and hosts and clients that lie about them.

Everything here goes over real Unix sockets, in one process, so that a test can put a lying host in its place.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.api import Board, Chain, Event, Happened, Signed, Viewer, decode, encode, find_game
from net.client.session import ClientSession
from net.crypto.signing import PersonKey, head_of_deal, verify
from net.host.driver import RoomDriver
from net.match.settings import RoomConfig, TimeControls
from net.match.stream import Stream
from net.news import DealChecked, Notice, Outcome, Verdict
from net.room.request_rules import Rule
from net.storage.person_key import make_person_key
from net.verification.cosignatures import is_genuine
from net.verification.evidence import Evidence
from net.verification.record_check import Signers, check_record
from net.wire.address import unix_address
from net.wire.client_messages import HEAD_BYTES, SignDeal
from net.wire.host_messages import Events
from tests.harness.players import Player

SHARING = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=1, ping_ms=200)
HOST_KEY = PersonKey(bytes(range(32)))
OPTIONS = find_game("hearts").meta.resolve({"limit": 25})
OWNER = b"the owner's key!"


@dataclass
class Hall:
    """A table behind a Unix socket and those who play at it."""

    server: RoomDriver
    address: Any
    players: list[Player] = field(default_factory=list)

    async def join(self, name: str, *, plays: bool = True, **more: Any) -> Player:
        player = Player(
            ClientSession(self.address, name=name, person=more.pop("person", None) or make_person_key(), **more),
            plays=plays,
            seed=len(self.players),
        )
        self.players.append(player)
        await player.session.open()
        return player

    async def start(self) -> None:
        for player in self.players:
            await player.session.ready()
        assert (await self.players[0].session.start()).accepted

    @property
    def stream(self) -> Stream:
        return self.server.room._state.match.stream

    def lie(self, kind: type[Stream]) -> None:
        """Let the host tell its story otherwise from now on."""
        self.stream.__class__ = kind


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    config = RoomConfig(
        table_id="t4b1e",
        game="hearts",
        bots=("easy", "easy"),
        options=OPTIONS,
        listed=False,
        owner=OWNER,
        clocks=SHARING,
    )
    server = RoomDriver.open(config, [], keeper=None, chance=random.Random(1), thinker_process=False)
    server.room.signs_with(HOST_KEY)
    place = tmp_path / "t.sock"
    listener = await asyncio.get_running_loop().create_unix_server(server.new_link, place)
    made = Hall(server, unix_address(str(place)))
    yield made
    for player in made.players:
        await player.session.close()
    listener.close()
    await server.close("The table is closed.")


async def until_verdict(player: Player, deal: int = 1) -> Verdict:
    await player.until(lambda: deal in player.session.fairness.verdicts, "a verdict")
    return player.session.fairness.verdicts[deal]


async def two_at(hall: Hall) -> tuple[Player, Player]:
    ann = await hall.join("Ann", token=OWNER)
    ben = await hall.join("Ben")
    return ann, ben


def is_signed(player: Player, times: int) -> bool:
    verdict = player.session.fairness.verdicts.get(1)
    return verdict is not None and verdict.signed == times


# One story.


async def test_all_hold_the_same_head_and_sign_it_and_each_sees_who_has(hall: Hall) -> None:
    ann, ben = await two_at(hall)
    zoe = await hall.join("Zoe", role="watcher", plays=False)
    await hall.start()
    for player in (ann, ben, zoe):
        fairness = player.session.fairness
        await player.until(partial(is_signed, player, 2), "two signatures")
        assert (fairness.verdicts[1].state, fairness.verdicts[1].disputed) == ("verified", "")
        assert player.told(DealChecked)[-1].verdict.signed == 2
    host_chain = hall.stream.host_chain
    assert host_chain is not None
    assert {player.session.fairness.ends[1] for player in (ann, ben, zoe)} == {host_chain.chain.ends[1]}
    signatures = ann.session.fairness.witnesses.of_deal(1)
    assert [signed.seat for signed in signatures] == [0, 1, None]
    assert all(map(is_genuine, signatures))
    assert signatures[-1].key == HOST_KEY.public


async def test_who_comes_late_finds_the_same_head_and_all_signatures(hall: Hall) -> None:
    ann, ben = await two_at(hall)
    await hall.start()
    await ann.until(lambda: ann.session.fairness.witnesses.seats_of(1) == 2, "both signatures")
    late = await hall.join("Zoe", role="watcher", plays=False)
    verdict = await until_verdict(late)
    assert (verdict.state, verdict.signed) == ("verified", 2)
    assert late.session.fairness.heads.is_true
    assert ben.session.fairness.heads.is_true


async def test_the_record_of_the_match_is_checked_with_its_signatures(hall: Hall) -> None:
    ann, ben = await two_at(hall)
    await hall.start()
    await ann.until(lambda: ann.is_over, "the end of the match")
    for player in (ann, ben):
        await player.until(lambda: ann.session.fairness.witnesses.seats_of(1) == 2, "both signatures")
    journal = await ann.record()
    checked = check_record(journal)
    assert checked.signers[1] == Signers(players=2, host=True)
    assert checked.is_sealed
    host_chain = hall.stream.host_chain
    assert host_chain is not None
    assert checked.head == host_chain.chain.head


async def test_a_client_says_now_and_then_what_head_it_has(hall: Hall) -> None:
    ann, _ = await two_at(hall)
    await hall.start()
    await until_verdict(ann)
    heads = ann.session.fairness.heads
    number, head = heads.news()
    assert len(head) == HEAD_BYTES
    host_chain = hall.stream.host_chain
    assert host_chain is not None
    assert host_chain.heads[number][:HEAD_BYTES] == head
    assert heads.news()[1] in (b"", ann.session.fairness.heads.chain.head[:HEAD_BYTES])  # type: ignore[union-attr]


# A host that tells two stories.


class TwoStories(Stream):
    """Tells seat 1 another word than was said, and the head that all the others have."""

    def seen_by(self, viewer: Viewer, first: int, *more: Any, **others: Any) -> tuple[Event, ...]:
        told = super().seen_by(viewer, first, *more, **others)
        if viewer != 1:
            return told
        return tuple(
            msgspec.structs.replace(event, text="I resign") if isinstance(event, Happened) and event.text else event
            for event in told
        )


class TwoHeads(TwoStories):
    """Tells seat 1 game records differ with a head that fits it."""

    def frames(self, viewer: Viewer, first: int, *more: Any, **others: Any) -> bytes:
        self.viewer = viewer
        return super().frames(viewer, first, *more, **others)

    def _frame(self, first: int, events: tuple[Event, ...], **more: Any) -> Events:
        frame = super()._frame(first, events, **more)
        if self.viewer != 1 or self.host_chain is None:
            return frame
        chain = Chain(Board(find_game("hearts"), 4, dict(OPTIONS)))
        for number, event in enumerate(self.seen_by(1, 0)[: first + len(events)]):
            chain.add(event, self.host_chain.veils.get(number, b""))
        return msgspec.structs.replace(frame, head=chain.head[:HEAD_BYTES])


async def test_a_host_that_tells_one_viewer_another_event_is_found_at_once(hall: Hall, home: Path) -> None:
    ann, ben = await two_at(hall)
    hall.lie(TwoStories)
    await hall.start()
    await ann.session.say("good luck")
    verdict = await until_verdict(ben)
    assert verdict.state == "failed"
    assert "differs from the record that the table announced" in verdict.sentence
    evidence = decode(Path(verdict.evidence).read_bytes(), Evidence, limit=1 << 20)
    assert home in Path(verdict.evidence).parents
    assert any(isinstance(event, Happened) and event.text == "I resign" for event in evidence.told)
    assert evidence.number >= 0
    assert len(evidence.head) == 32

    def is_shown() -> bool:
        info = ann.session.info
        return info is not None and info.seats[1].differs

    await ann.until(is_shown, "to be shown that Ben was told game records differ")
    assert not ann.session.info.seats[0].differs  # type: ignore[union-attr]
    assert any(isinstance(event, Happened) and event.what == "differs" and event.seat == 1 for event in ann.events)
    assert (await until_verdict(ann)).state == "verified"


async def test_a_host_with_a_head_for_each_viewer_is_found_by_the_signatures(hall: Hall) -> None:
    ann, ben = await two_at(hall)
    await ann.session.say("good luck")
    await ben.until(lambda: any(isinstance(e, Happened) and e.text for e in ben.events), "the word")
    hall.lie(TwoHeads)
    # Ben's client is told the other story from the beginning.
    await ben.session.close()
    hall.players[1] = ben = await hall.join("Ben", token=ben.session._keeper.token, person=ben.session._person)
    hall.players.pop()
    assert ben.seat == 1
    await hall.start()
    await ann.until(lambda: [n for n in ann.told(Notice) if "game records differ" in n.text], "to hear of two stories")
    await ben.until(lambda: [n for n in ben.told(Notice) if "game records differ" in n.text], "to hear of two stories")
    assert ben.session.fairness.heads.is_true
    verdict = await until_verdict(ann)
    await ann.until(lambda: ann.session.fairness.verdicts[1].disputed, "the dispute")
    assert verdict.state == "verified"
    assert "Ben" in ann.session.fairness.verdicts[1].disputed
    evidence = decode(Path(ann.session.fairness.verdicts[1].evidence).read_bytes(), Evidence, limit=1 << 20)
    assert evidence.signed is not None
    assert is_genuine(evidence.signed)
    assert evidence.signed.head != ann.session.fairness.heads.chain.ends[1][1]  # type: ignore[union-attr]


class NoVeils(Stream):
    """Keeps the veils back."""

    def _frame(self, first: int, events: tuple[Event, ...], **more: Any) -> Events:
        return msgspec.structs.replace(super()._frame(first, events, **more), veils=b"")


class OtherVeils(Stream):
    """Tells veils of something else, and a chain over them: it commits itself to nothing."""

    def begin(self, table: Any) -> None:
        super().begin(table)
        assert self.host_chain is not None
        self.host_chain._table = type("Other", (), {"secret": staticmethod(lambda deal: "ab" * 32)})()


@pytest.mark.parametrize(
    ("kind", "words"), [(NoVeils, "sends no proofs"), (OtherVeils, "not the one that the host committed to")]
)
async def test_a_host_whose_veils_are_missing_or_hide_something_else_is_found(
    hall: Hall, kind: type[Stream], words: str
) -> None:
    ann, _ = await two_at(hall)
    hall.lie(kind)
    await hall.start()
    verdict = await until_verdict(ann)
    assert verdict.state == "failed"
    assert words in verdict.sentence


async def test_a_host_that_keeps_a_signature_to_itself_is_found_after_the_next_deal(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await two_at(hall)
    assert (await ann.session.set_option("limit", 40)).accepted
    monkeypatch.setitem(hall.server.room._dispatcher.rules, SignDeal, Rule(lambda person, request: None))
    await hall.start()
    await ann.until(lambda: [n for n in ann.told(Notice) if "did not pass it on" in n.text], "to miss a signature")
    assert ann.session.fairness.verdicts[1].signed == 0
    assert "did not pass it on" in ann.session.fairness.verdicts[1].disputed


# A client that lies.


async def test_a_client_that_signs_another_end_is_named_to_all_and_the_host_passes_it_on(hall: Hall) -> None:
    ann = await hall.join("Ann", token=OWNER)
    ben = await hall.join("Ben")

    async def sign_nonsense(make: Any) -> Outcome:
        request = make(id="x")
        if not isinstance(request, SignDeal):
            return await ben.session.request(make)
        key, deal, number, other = ben.session._person, request.deal, request.number, bytes(32)
        assert key is not None
        signature = key.sign(head_of_deal("t4b1e", deal, number, other, 1))
        lie = partial(SignDeal, deal=deal, number=number, head=other, signature=signature)
        return await ben.session.request(lie)

    ben.session.fairness._ask = sign_nonsense
    await hall.start()
    await ann.until(
        lambda: [n for n in ann.told(Notice) if "The signature of Ben is for another end" in n.text], "to hear of Ben"
    )
    assert ann.session.fairness.verdicts[1].state == "verified"
    assert ann.session.fairness.witnesses.seats_of(1) == 1


async def test_a_signature_that_is_not_the_seats_is_refused_and_not_passed_on(hall: Hall) -> None:
    ann, ben = await two_at(hall)
    await hall.start()
    await ann.until(lambda: ann.session.fairness.witnesses.seats_of(1) == 2, "both signatures")
    held = ann.session.fairness.heads.chain
    assert held is not None
    number, head = held.ends[1]
    stolen = HOST_KEY.sign(head_of_deal("t4b1e", 1, number, head, 1))
    request = partial(SignDeal, number=number, head=head, signature=stolen)
    assert (1, 1) in hall.stream.signed, "also after a good one, a false one is refused"
    assert "was not made with the key" in (await ben.session.request(partial(request, deal=1))).reason
    hall.stream.signed.discard((1, 1))
    assert "was not made with the key" in (await ben.session.request(partial(request, deal=1))).reason
    assert "is not over yet" in (await ben.session.request(partial(request, deal=99))).reason
    zoe = await hall.join("Zoe", role="watcher", plays=False)
    assert "Only a player" in (await zoe.session.request(partial(request, deal=1))).reason
    assert sum(isinstance(event, Signed) and event.deal == 1 for event in ann.events) == 3


async def test_the_signatures_of_a_deal_are_over_its_end_and_nothing_else(hall: Hall) -> None:
    ann, _ = await two_at(hall)
    await hall.start()
    await ann.until(lambda: ann.session.fairness.witnesses.seats_of(1) == 2, "both signatures")
    signed = next(event for event in ann.events if isinstance(event, Signed) and event.seat == 1)
    statement = head_of_deal("t4b1e", 1, signed.number, signed.head, 1)
    assert verify(signed.key, signed.signature, statement)
    for change in (
        {"deal": 2},
        {"number": signed.number + 1},
        {"head": bytes(32)},
        {"seat": 0},
        {"seat": None},
        {"table": "t"},
        {"key": HOST_KEY.public},
        {"signature": bytes(64)},
        {"deal": -1},
        {"head": b""},
        {"seat": 400},
    ):
        assert not is_genuine(msgspec.structs.replace(signed, **change)), change
    assert len(encode(signed)) < 260
