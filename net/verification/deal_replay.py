"""A client adds its own random share before each deal, and replays the finished deal: so it finds out whether the deal
was fair. It never asks the host whether a deal was fair. It deals and plays the finished deal again, in a thread, from
the secret that the host has opened and the acts that the host sends. The result must equal the events that it received
during the deal (engine/verify/audit.py compares them). The share is drawn here, and opened only if its pledge is in the
list that everybody got.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import msgspec

from engine.api import (
    Act,
    AuditFailure,
    Auditor,
    Checkpoint,
    CheckpointError,
    Committed,
    Event,
    Scored,
    Seat,
    SecretRevealed,
    Share,
    Signed,
    counted,
    find_game,
    places_of_deal,
)

from .. import news
from ..crypto.signing import PersonKey, head_of_deal
from ..news import Outcome, Verdict
from ..room.downloads import MOST_ACTS
from ..wire.client_messages import GetAudit, GivePledge, GiveShare, Ping, Request, SignDeal
from ..wire.host_messages import ActsPart, Events, Pledges, WantPledge
from ..wire.table_info import GoesOn, TableInfo
from .chain_check import ChainCheck
from .contribution import Contribution, Contributions, OwnShares, own_share
from .cosignatures import Cosignatures
from .evidence import Evidence, EvidenceFolder
from .own_moves import OwnMoves
from .transcript import Transcript

_Found = TypeVar("_Found")

FairMessage = WantPledge | Pledges | ActsPart
"""A host's message about shares or acts."""

_TRIES = 4
_PATIENCE_S = 1.5
_KNOWN_CARDS = "The cards of this match were fixed in advance, so its host knows all future cards."
_RETOLD = (
    "The table took back part of this deal and continued differently. An honest host does this only after a power "
    "failure. A dishonest host could do it to undo a move."
)
_NOT_PLAYED = "The table accepted your move ({}), but now says that you did not play it."
_UNSHARED = "The cards of this match were fixed in advance, so no player could add a random number."


def _fair_words(shares: int, *, is_mine: bool) -> str:
    """The sentence of a fair deal. shares: players with a random number in it. is_mine: one of them is mine."""
    others = f"random numbers from {counted(shares, 'player')}{', including you' if is_mine else ''}"
    numbers = "your random numbers" if is_mine and shares == 1 else others
    return f"The cards were drawn with {numbers}. The cards were dealt and played by the rules."


class Fairness:
    """What one session knows about the fairness of its match's deals. story: the events received. ask: sends a request
    to the table. tell: passes news on. shares: what this player gave, also in sessions before. last: the newest
    verdict; verdicts: all, by deal. heads: the chain over the events received. witnesses: the signatures. key: the key
    with which this person signs. takes_back: we have asked to take back a move of this deal, and the stream has not
    started again since. are_cards_known: a deal's cards were fixed in advance, so nobody can continue the match.
    """

    def __init__(
        self,
        story: Transcript,
        ask: Callable[[Callable[..., Request]], Awaitable[Outcome]],
        tell: Callable[..., None],
        shares: OwnShares,
    ) -> None:
        self.heads = ChainCheck()
        self.witnesses = Cosignatures()
        self.key: PersonKey | None = None
        self.last: Verdict | None = None
        self.verdicts: dict[int, Verdict] = {}
        self.table = ""
        self._shares = shares
        self._story = story
        self._ask = ask
        self._tell = tell
        self._committed: dict[int, str] = {}
        self._giving = Contributions(self._committed)
        self.moves = OwnMoves(story)
        self.takes_back = self.are_cards_known = False
        self._acts: list[Act] = []
        self._last_right = 0  # the last deal that was replayed here and found correct
        self._unseen = 0
        self._disputes: dict[int, str] = {}
        self._drawer = EvidenceFolder()
        self._info: TableInfo | None = None
        self._seat: Seat | None = None
        self._queue: deque[int] = deque()
        self._auditor: Auditor | None = None
        self._is_failed = self._is_judging = False
        self._claim: GoesOn | None = None
        self._task: asyncio.Task[None] | None = None
        self._savings: set[asyncio.Task[None]] = set()

    # While a deal is made and played.

    def hear(self, message: FairMessage, seat: Seat | None) -> GivePledge | GiveShare | None:
        """Take the host's message about shares. Returns our answer, if there is one. seat: ours."""
        match message:
            case WantPledge(deal=deal):
                return self._giving.pledge(deal, seat)
            case Pledges(deal=deal, pledges=pledges):
                return self._giving.open(deal, pledges)
            case ActsPart(first=first, acts=acts):
                if not first:
                    self._acts.clear()
                if first == len(self._acts) and first + len(acts) <= MOST_ACTS:
                    self._acts += acts
        return None

    def absorb(self, event: Event, info: TableInfo) -> None:
        if info.table_id != self.table:
            self.table = info.table_id
            before = self._shares.setdefault(self.table, self._giving.given)
            if before is not self._giving.given:
                self._giving.recall(before)
        match event:
            case Committed(deal=deal, digest=digest):
                self._committed[deal] = digest
                self._giving.hear_commitment(deal)
            case SecretRevealed(deal=deal):
                self._queue.append(deal)
            case Scored(number=number) if number not in self._committed and number not in self.verdicts:
                self.are_cards_known = True
                self._find(Verdict(number, "unverified", 0, _UNSHARED))
        if self._queue and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())
            self._task.add_done_callback(self._done)

    def check_frame(self, frame: Events, info: TableInfo, seat: Seat | None) -> Ping | None:
        """Check a frame of events that the transcript already has. Returns a sentence to show at once. seat: ours."""
        self._seat, self._info = seat, info
        retold = len(self.heads.retold)
        sentence = self.heads.check_frame(frame, self._story.events, info)
        if len(self.heads.retold) > retold:
            self._tell(news.Notice(_RETOLD))
        for event in frame.events if self.heads.chain is not None else ():
            if isinstance(event, Signed):
                self._hear_signature(event, info)
        if not sentence:
            return None
        self._is_failed = True
        self._run(self._told_otherwise(sentence))
        number, head = self.heads.news()
        return Ping(n=0, number=number, head=head)

    def begin_anew(self) -> None:
        """Everything received is void, and the host sends it again."""
        self.heads.begin_anew(is_wanted=self.takes_back)
        self.witnesses.begin_anew()
        if self.takes_back:
            self.moves.cut(self.moves.deal - 1)
        self.takes_back = False

    # When the host is gone.

    @property
    def ends(self) -> dict[int, tuple[int, bytes]]:
        """For each finished deal, as we received it, the number of its last event and the head of the chain there."""
        return self.heads.chain.ends if self.heads.chain is not None else {}

    @property
    def is_judging(self) -> bool:
        """Whether a finished deal is being replayed now."""
        return self._is_judging

    def checkpoint(self) -> Checkpoint:
        """Everything up to the end of the last deal that was checked here, from which another host could continue.
        Raises CheckpointError.
        """
        if self._is_failed:
            raise CheckpointError("A deal of this match failed its check, so do not continue this match.")
        if self._is_judging:
            raise CheckpointError("The last deal is still being checked.")
        if self.are_cards_known:
            raise CheckpointError(_KNOWN_CARDS)
        if self._auditor is None:
            raise CheckpointError("No deal of this match is finished, so there is nothing to continue from.")
        return self._auditor.checkpoint(tuple(self._story.events))

    def cut(self, deal: int, claim: GoesOn | None) -> None:
        """The match continues at another host from the end of this deal, and everything after it is void. claim: of a
        host that has more deals than we have; it sends them next, and they must lead to the head that it signed.
        """
        self.close()
        self._task = None
        self._is_judging = False
        self._queue.clear()
        self._acts.clear()
        self._claim = claim
        if self._auditor is not None and self._auditor.deals > deal:
            # Checked deals became void, and a check cannot be undone: the remaining deals are checked once more.
            self._auditor = None
            self._last_right = 0
            self.verdicts.clear()
            self._queue.extend(range(1, deal + 1))
        self.heads.cut(len(self._story.events))
        self.witnesses.cut(deal)
        self.moves.cut(deal)
        known: dict[int, Any]
        for known in (self._committed, self._giving.given, self.verdicts, self._disputes):
            for void in [number for number in known if number > deal]:
                del known[void]
        self.heads.retold = {number for number in self.heads.retold if number <= deal}
        self.last = self.verdicts.get(deal)

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _hear_signature(self, signed: Signed, info: TableInfo) -> None:
        assert self.heads.chain is not None
        sentence = self.witnesses.add(signed, self.heads.chain.ends, info)
        if sentence:
            # A signature of a deal that does not exist counts against the newest deal.
            deal = signed.deal if signed.deal in self._committed else max(self._committed, default=1)
            self._run(self._dispute(deal, sentence, signed))
        elif (verdict := self.verdicts.get(signed.deal)) is not None and signed.seat is not None:
            self._find(verdict)

    async def _told_otherwise(self, sentence: str) -> None:
        """We received other events than the other players, and everybody should know it."""
        deal = max(self._committed, default=1)
        place = await self._saved(deal, sentence)
        self._find(Verdict(deal, "failed", 0, sentence, place))

    async def _dispute(self, deal: int, sentence: str, signed: Signed | None) -> None:
        """Report one dispute for each deal. A client that invents a thousand is not heard a thousand times."""
        if deal in self._disputes:
            return
        self._disputes[deal] = sentence
        place = await self._saved(deal, sentence, signed=signed)
        if (verdict := self.verdicts.get(deal)) is not None:
            self._find(replace(verdict, evidence=verdict.evidence or place))
        self._tell(news.Notice(sentence))

    async def _saved(self, deal: int, sentence: str, **more: Any) -> str:
        """The path of the saved evidence; "" if it could not be saved."""
        return await _aside(partial(self._drawer.save, self._evidence(deal, sentence, **more))) or ""

    def _evidence(self, deal: int, sentence: str, **more: Any) -> Evidence:
        info, chain = self._info, self.heads.chain
        assert info is not None
        given = self._giving.given.get(deal)
        basis = Evidence(
            sentence=sentence,
            table=self.table,
            game=info.game,
            seats=len(info.seats),
            options=dict(info.options),
            viewer=self._seat,
            deal=deal,
            own=Share(given.seat, given.pledge, given.value) if given is not None else None,
            told=tuple(self._story.events),
            number=chain.length - 1 if chain is not None else -1,
            head=chain.head if chain is not None else b"",
        )
        return msgspec.structs.replace(basis, **more)

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._savings.add(task)
        task.add_done_callback(self._savings.discard)

    # When it is over.

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (fault := task.exception()) is not None:
            kind = type(fault).__name__
            self._tell(news.Notice(f"The program made a mistake ({kind}) while checking the deals."))

    async def _work(self) -> None:
        """Replay the finished deals, one after the other."""
        try:
            while self._queue:
                deal = self._queue[0]
                verdict = await self._judge(deal) if deal not in self.verdicts else None
                self._queue.popleft()
                if verdict is not None:
                    self._find(verdict)
                    if not self._is_failed:
                        await self._sign(deal)
        finally:
            self._task = None

    async def _sign(self, deal: int) -> None:
        """Sign a deal that was found correct here, and check whether the host passed on our signature before it."""
        key, seat, chain = self.key, self._seat, self.heads.chain
        if key is None or seat is None or chain is None or self._last_right != deal or deal not in chain.ends:
            return
        before, self._unseen = self._unseen, 0
        if before and not any(signed.key == key.public for signed in self.witnesses.of_deal(before)):
            await self._dispute(
                before, f"The table received your signature of deal {before} but did not pass it on.", None
            )
        number, head = chain.ends[deal]
        signature = key.sign(head_of_deal(self.table, deal, number, head, seat))
        request = partial(SignDeal, deal=deal, number=number, head=head, signature=signature)
        if (await self._ask(request)).accepted:
            self._unseen = deal

    async def _judge(self, deal: int) -> Verdict:
        view = self._story.view
        if view is None or self._is_failed or (self._auditor is None and deal != 1):
            return Verdict(
                deal, "unverified", 0, "An earlier deal could not be checked, so this deal cannot be checked."
            )
        if self._auditor is None:
            try:
                self._auditor = Auditor(find_game(view.game.meta.id), view.seats, dict(view.options), view.eyes)
            except ValueError as wrong:
                return await self._failed(deal, f"What this table sent is impossible: {wrong}", (), (), None)
        if self._auditor.deals != deal - 1:
            return Verdict(
                deal, "unverified", 0, "An earlier deal could not be checked, so this deal cannot be checked."
            )
        acts = await self._fetch(deal)
        if acts is None:
            return Verdict(deal, "unverified", 0, "The table did not send the moves of the deal.")
        view = self._story.view or view
        places = places_of_deal(self._story.events, deal)
        told = tuple(self._story.events[number] for number in places)
        veils = {place: (number, self.heads.veils.get(number, b"")) for place, number in enumerate(places)}
        given = self._giving.given.get(deal)
        given = given if given is not None and given.seat == view.viewer else None
        self._auditor.viewer = view.eyes
        try:
            own, doubt = own_share(given, told, seat=view.viewer)
        except AuditFailure as failure:
            return await self._failed(deal, str(failure), acts, told, given)
        if deal not in self.heads.retold and (lost := self.moves.missing(deal, acts)) is not None:
            return await self._failed(deal, _NOT_PLAYED.format(lost.verb), acts, told, given)
        self._is_judging = True
        try:
            fault = await _aside(partial(_fault_of, self._auditor, acts, told, own, veils))
            claim = self._claim
            if fault == "" and claim is not None and claim.deal == deal:
                self._claim = None
                fault = await _aside(partial(_broken_claim, self._auditor, claim, tuple(self._story.events)))
            if fault:
                return await self._failed(deal, fault, acts, told, given)
        finally:
            self._is_judging = False
        if fault is None:
            return Verdict(deal, "unverified", 0, "This program could not replay the deal to check it.")
        self._last_right = deal
        shares = self._auditor.shared
        doubt = _RETOLD if deal in self.heads.retold else doubt
        if doubt or not shares:
            return Verdict(
                deal, "unverified", shares, doubt or "No player added a random number: the host alone drew the cards."
            )
        return Verdict(deal, "verified", shares, _fair_words(shares, is_mine=own is not None))

    async def _fetch(self, deal: int) -> tuple[Act, ...] | None:
        for attempt in range(_TRIES):
            if attempt:
                await asyncio.sleep(_PATIENCE_S * attempt)
            self._acts.clear()
            if (await self._ask(partial(GetAudit, deal=deal))).accepted:
                return tuple(self._acts)
        return None

    async def _failed(
        self, deal: int, sentence: str, acts: tuple[Act, ...], told: tuple[Event, ...], given: Contribution | None
    ) -> Verdict:
        self._is_failed = True
        own = Share(given.seat, given.pledge, given.value) if given is not None else None
        place = await self._saved(deal, sentence, own=own, told=told, acts=acts)
        return Verdict(deal, "failed", 0, sentence, place)

    def _find(self, verdict: Verdict) -> None:
        deal = verdict.deal
        ends = self.heads.chain.ends if self.heads.chain is not None else {}
        head = ends[deal][1].hex() if deal in ends else ""
        signed, disputed = self.witnesses.seats_of(deal), self._disputes.get(deal, "")
        verdict = replace(verdict, signed=signed, disputed=disputed, head=head)
        before = self.verdicts.get(deal)
        if before is not None and before.state == "failed" != verdict.state:
            return  # the fault was found while the rest of the check was still running
        self.verdicts[deal] = verdict
        # A failed deal stays visible, whatever comes after it.
        failed = [number for number, found in self.verdicts.items() if found.state == "failed"]
        self.last = self.verdicts[min(failed) if failed else max(self.verdicts)]
        self._tell(news.DealChecked(verdict))


# A deal is replayed in a thread. Only a contradiction found there counts against the host. If no thread is available,
# as when the program quits, that says nothing about the host.


async def _aside(work: Callable[[], _Found]) -> _Found | None:
    """The result of a function run in a thread; None if no thread is available."""
    try:
        working = asyncio.get_running_loop().run_in_executor(None, work)
    except RuntimeError:  # the event loop is closing, or the machine has no thread left
        return None
    return await working


def _fault_of(
    auditor: Auditor,
    acts: Sequence[Act],
    told: Sequence[Event],
    own: Share | None,
    veils: Mapping[int, tuple[int, bytes]],
) -> str:
    """The fault of the next deal, in a sentence; "" for none. The parameters are those of `Auditor.verify`."""
    try:
        auditor.verify(acts, told, own, veils)
    except AuditFailure as failure:
        return str(failure)
    except Exception as fault:  # noqa: BLE001 - acts that no table could have made, whatever they do to the rules
        return _unplayable(fault)
    return ""


def _broken_claim(auditor: Auditor, claim: GoesOn, told: Sequence[Event]) -> str:
    """The fault of the deals before a new host's first one; "" for none. told: all events that the viewer received."""
    try:
        left = auditor.checkpoint(told)
    except Exception as fault:  # noqa: BLE001 - what was told cannot be put together with what was played
        return _unplayable(fault)
    if (left.number, left.head) != (claim.number, claim.head):
        return "The earlier deals differ from the deals that this host signed."
    return ""


def _unplayable(fault: Exception) -> str:
    return f"The moves that the table sent cannot be played ({type(fault).__name__})."
