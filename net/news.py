"""The news of a client session: plain records, sent to its listeners in order on the event loop."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.api import Decision, Event, Seat

from .wire.gallery import GalleryLine
from .wire.table_info import LookKind, TableInfo


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The session is connected. resumed: an earlier seat or stream goes on; the missed events follow."""

    resumed: bool


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The connection is lost. retry_in_s: when the session tries again."""

    reason: str
    retry_in_s: float


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """The session is over and will not try again: left, removed, displaced, or the table ended. code: the protocol's
    reason (left, kicked, displaced, closed, refused ...).
    """

    reason: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The lobby changed: seats, watchers, options, phase."""

    info: TableInfo


@dataclass(frozen=True, slots=True)
class CodeTold:
    """The code that new people need, sent only to the host; "" if they need none. text: why it changed."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class BegunAnew:
    """The stream starts again at event 0; `session.view` is a new one."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event, already in `session.view` if there is one. is_past: it happened before the last connection, or it is
    repeated; nobody need be alerted.
    """

    number: int
    event: Event
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class GalleryTold:
    """A spectator said something, joined or left; `session.gallery` has it too."""

    line: GalleryLine


@dataclass(frozen=True, slots=True)
class Asked:
    """This seat must answer a decision. remaining_ms: None without a limit; reserve_ms: left in the time bank."""

    decision: Decision
    remaining_ms: int | None
    reserve_ms: int = 0


@dataclass(frozen=True, slots=True)
class Offered:
    """The free moves of this seat changed; None: there are none. They have no default."""

    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Seated:
    """This session has another seat now, None as a spectator. text: the reason. The stream starts again."""

    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Looks:
    """How this session watches from now on. seat: whose cards it sees. text: the reason, if it did not ask for it."""

    how: LookKind
    seat: Seat | None
    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The decision is over: answered by this player or for them, or withdrawn. late: the decision, if its time ran out
    without an answer of this player.
    """

    decision_id: int
    late: Decision | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seats that are asked now. remaining_ms: None without a limit."""

    seats: tuple[Seat, ...]
    remaining_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person that belongs to no request. about: its subject, as a code of the host's
    `error`. is_over: earlier sentences about this subject are no longer true.
    """

    text: str
    about: str = ""
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class RecordReady:
    """The complete record of the finished match."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking a finished deal. shares: people with a share in it. evidence: the file that shows a fault.
    signed: players who signed the same end. disputed: a problem with a signature, "" for none. head: of the chain at
    the end of the deal, in hexadecimal digits, "" if it has none.
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
    """A finished deal was replayed here; the verdict has the result."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class HostGone:
    """The host is gone in the middle of a match. A player may continue it; if somebody does, we follow. Told again when
    more is known.

    deal: the last checked deal, from whose end the match would go on. can_carry: whether we can continue; why_not: a
    sentence. suggested: the player who should continue, so that not all do; is_suggested: it is us. by_link: a new
    table can be found only by its link, since this table is in no list. now_at: the player whose machine has the table
    now but does not answer; "" for none. is_alone: nobody who continues was found for a while. is_lost: nobody can
    continue: no deal is finished, or the first deal was given. is_offline: not the host seems to be gone, but our own
    network, since nothing answers; so nobody here should continue yet.
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
    is_offline: bool = False

    @property
    def may_carry(self) -> bool:
        """Whether to offer it to us."""
        return self.can_carry and not self.is_offline


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The host asks us to become the host; answered by `Failover.take_over`. name: of the host; "" if it asks no
    longer.
    """

    name: str


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """The match goes on at another host. name: of its player. deal: the deal from whose end it goes on. is_own: on this
    machine, by us; then ways are its join links for people who do not find it, and notice is a sentence from its
    host.
    """

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
    """The outcome of a request. reason, paragraph, code: why it was not accepted.

    code: one of `codes.DONE_CODES`, "" from a host that says none, or "unanswered" if no answer came.
    """

    accepted: bool
    reason: str = ""
    paragraph: str = ""
    code: str = ""


class NewsBox:
    """Tells each listener each piece of news, in order, one call at a time."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[News], None]] = []
        self._waiting: deque[News] = deque()
        self._is_telling = False

    def listen(self, callback: Callable[[News], None]) -> None:
        """Add a listener, which gets each piece of news from now on."""
        self._listeners.append(callback)

    def tell(self, *items: News) -> None:
        """Tell the listeners, at once or after the news being told now."""
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
