"""What a client session tells its listeners: plain records, one after the other, on the event loop."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.api import Decision, Event, Seat

from .wire.gallery import GalleryLine
from .wire.table_info import LookKind, TableInfo


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The table answers. resumed: an earlier seat or stream goes on; what was missed is told next."""

    resumed: bool


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The table does not answer now. retry_in_s: when the session tries again by itself."""

    reason: str
    retry_in_s: float


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """The session is over and will not try again: left, sent away, displaced, or the table has ended.

    code: the protocol's word for why (left, kicked, displaced, closed, refused ...).
    """

    reason: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The lobby changed: seats, watchers, options, phase."""

    info: TableInfo


@dataclass(frozen=True, slots=True)
class CodeTold:
    """The code that newcomers need, told to the host alone; "" when they need none. text: why it is another one."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """What was told so far is void and is told again from event 0; `session.view` is another one."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event, already absorbed by `session.view` if there is one.

    is_past: it had happened before the table answered last, or it is told again; nobody need be called for it.
    """

    number: int
    event: Event
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class GalleryTold:
    """A spectator said something, came or went; `session.gallery` has it too."""

    line: GalleryLine


@dataclass(frozen=True, slots=True)
class Asked:
    """It is this seat's turn to answer. remaining_ms: None without a limit; reserve_ms: what the bank still adds."""

    decision: Decision
    remaining_ms: int | None
    reserve_ms: int = 0


@dataclass(frozen=True, slots=True)
class Offered:
    """What this seat may do though nobody waits for it is this now; None: nothing. Nothing is played for it."""

    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Seated:
    """This session's seat is another one now, None if it only watches. text: why; the match is told anew."""

    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Looks:
    """This session watches in this way from here on. seat: over whose shoulder. text: why, if it did not ask for it."""

    how: LookKind
    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The decision is over: answered, by this player or in its place, or taken back."""

    decision_id: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who is asked now, for everybody to see. remaining_ms: None without a limit."""

    seats: tuple[Seat, ...]
    remaining_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person that belongs to no request."""

    text: str


@dataclass(frozen=True, slots=True)
class RecordReady:
    """The record of the finished match has come, whole."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of a finished deal. shares: people of whom a share is in it. evidence: the file that shows why.

    signed: players who have signed that it ended as it was told here. disputed: a signature that does not fit, or what
    became of ours; "" for nothing. head: of the chain at the end of the deal, in hexadecimal digits, "" if it has none.
    """

    deal: int
    state: Literal["verified", "unverified", "failed"]
    shares: int
    sentence: str
    evidence: str = ""
    signed: int = 0
    disputed: str = ""
    head: str = ""


@dataclass(frozen=True, slots=True)
class DealChecked:
    """A finished deal was played again here; the verdict says whether it is what was told."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class HostGone:
    """The host is gone in the middle of a match. Who may, can go on with it elsewhere; if somebody does, we follow.

    deal: the last finished one that was checked, from whose end it would go on. can_carry: whether we can; why_not: a
    sentence. suggested: who should, so that not all do; is_suggested: it is us. by_link: a table that goes on is
    found by its link only, since the table is in no list. now_at: whose machine the table has gone to, which does not
    answer here; "" for none. is_alone: nobody who goes on was found for a while. is_lost: nobody can go on, here or
    elsewhere: no deal is finished, or its cards were written down beforehand.
    """

    deal: int
    can_carry: bool
    why_not: str
    suggested: str
    is_suggested: bool
    by_link: bool = False
    now_at: str = ""
    is_alone: bool = False
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The host asks us to host the table from now on; answered by `going_on.take_over`. name: of the host."""

    name: str


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """The match goes on at another host. name: whose. deal: from the end of which. is_own: on this machine, by us; then
    ways are its join links, for whoever does not find it, and notice is what its host has to say besides."""

    name: str
    deal: int
    is_own: bool
    ways: tuple[str, ...] = ()
    notice: str = ""


News = (
    LinkUp
    | LinkLost
    | LinkClosed
    | TableChanged
    | CodeTold
    | BegunAnew
    | Told
    | GalleryTold
    | Asked
    | Offered
    | Seated
    | Looks
    | Answered
    | Waiting
    | Notice
    | RecordReady
    | DealChecked
    | HostGone
    | HandedOver
    | CarriedOn
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request. reason, paragraph, code: why not, if it was not accepted.

    code: one of `codes.DONE_CODES`, "" from a host that says none, or "unanswered" if no answer came.
    """

    accepted: bool
    reason: str = ""
    paragraph: str = ""
    code: str = ""


class NewsBox:
    """Tells each listener each piece of news, in order, never while an earlier call still runs."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[News], None]] = []
        self._waiting: deque[News] = deque()
        self._is_telling = False

    def listen(self, callback: Callable[[News], None]) -> None:
        """From now on call back with each piece of news."""
        self._listeners.append(callback)

    def tell(self, *items: News) -> None:
        """Pass news on, at once, or after what is being told now."""
        self._waiting.extend(items)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._waiting:
                item = self._waiting.popleft()
                for callback in tuple(self._listeners):
                    callback(item)
        finally:
            self._is_telling = False
