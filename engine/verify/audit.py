"""The audit of a finished deal by a client: were the cards dealt fairly, and were the rules followed? The auditor has
the events that it was told during the deal, the host's opened secret, and the moves. It deals the cards from the secret
and the shares, makes every event from the moves by the same rules, and compares them with what it was told, except
hidden faces. It trusts nobody's word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ..fairness.chain import needs_commitment
from ..fairness.commitments import ShareError, event_commitment, verify_shares
from ..model.cards import UNKNOWN, Viewer
from ..model.events import (
    BETWEEN,
    Committed,
    Entered,
    Event,
    MatchEnded,
    Rearranged,
    RoomEvent,
    SecretRevealed,
    Share,
    SharesMixed,
)
from ..model.moves import Refusal
from ..model.options import OptionValue
from ..model.redact import redact
from ..play.table import Table
from ..record.codec import encode
from ..record.journal import Act, Journal
from .checkpoint import Checkpoint, checkpoint_of
from .replay import perform

if TYPE_CHECKING:
    from ..play.game import Game


K = TypeVar("K", Committed, SharesMixed, SecretRevealed)


class AuditFailure(Exception):
    """A deal differs from what the host told; a sentence says how."""


class Auditor:
    """Deals of one match, verified one after the other.

    viewer: as whom the events were told. deals: number of the last correct deal. shared: how many people gave a share
    to it.
    """

    def __init__(self, game: Game, seats: int, options: dict[str, OptionValue], viewer: Viewer) -> None:
        self.viewer = viewer
        self.deals = 0
        self.shared = 0
        self._table = Table(game, seats, options, seed="")

    def verify(
        self,
        acts: Sequence[Act],
        told: Sequence[Event],
        own: Share | None = None,
        veils: Mapping[int, tuple[int, bytes]] | None = None,
    ) -> None:
        """Verify the next deal. acts: all since the deal before. told: all events since then, as the viewer was told.

        own: the viewer's own share, if it gave one. veils: by place in `told`, the event's number in the stream and the
        host's veil for it; None without a chain. After AuditFailure this auditor cannot go on.
        """
        committed = _only(told, Committed)
        stirred = _only(told, SharesMixed)
        opened = _only(told, SecretRevealed)
        self._table.opened[self.deals + 1] = opened.secret
        if self._table.commitment(self.deals + 1) != committed.digest:
            raise AuditFailure("The host committed to one secret and revealed a different one.")
        _verify_given(committed, stirred, own)
        made = self._made(acts)
        heard = [event for event in told if not isinstance(event, RoomEvent)]
        plan = self._table.game.plan
        for place, event in enumerate(heard):
            if place >= len(made) or not _agrees(redact(made[place], self.viewer, plan), event):
                raise AuditFailure(f"Event {place + 1} of the deal does not follow from the rules.")
            if veils is not None and needs_commitment(made[place], plan):
                number, veiled = veils.get(place, (0, b""))
                if event_commitment(opened.secret, number, encode(made[place])) != veiled:
                    raise AuditFailure(f"Event {place + 1} of the deal is not the one that the host committed to.")
        if len(made) != len(heard):
            raise AuditFailure("The table did not send all events of the deal.")
        self.deals += 1
        self.shared = sum(bool(share.value) for share in stirred.shares)

    def checkpoint(self, told: Sequence[Event]) -> Checkpoint:
        """The state from which another host can go on, after the last correct deal. told: all that the viewer was
        told, from event 0. Raises CheckpointError."""
        return checkpoint_of(self._table, told)

    def _made(self, acts: Sequence[Act]) -> list[Event]:
        made: list[Event] = []
        for act in acts:
            try:
                made += perform(self._table, act)
            except Refusal as refusal:
                raise AuditFailure(f"A move was made that the rules forbid: {refusal}") from None
        return made


def acts_of_deal(journal: Journal, deal: int) -> tuple[Act, ...]:
    """The acts from the end of the deal before to the end of this one, without those of the room."""
    return tuple(act for number, act in _numbered(journal) if number == deal)


def places_of_deal(events: Sequence[Event], deal: int) -> tuple[int, ...]:
    """The places of a viewer's events of a deal: from the end of the deal before to the end of this one, without those
    of the room.
    """
    number, found = 1, []
    is_open = is_done = False
    for place, event in enumerate(events):
        if isinstance(event, RoomEvent):
            continue
        if is_done or (is_open and not isinstance(event, (Entered, MatchEnded))):
            number, is_open, is_done = number + 1, False, False
        if number == deal:
            found.append(place)
        is_open = is_open or isinstance(event, SecretRevealed)
        # If a match is broken off in a pause, its end comes after the deal.
        is_done = is_open and isinstance(event, Entered) and event.phase == BETWEEN
    return tuple(found)


def _numbered(journal: Journal) -> Iterator[tuple[int, Act]]:
    deal = 1
    for record in journal.records:
        if record.act.kind != "room":
            yield deal, record.act
        deal += any(isinstance(event, SecretRevealed) for event in record.events)


def _only(told: Sequence[Event], kind: type[K]) -> K:
    found = [event for event in told if isinstance(event, kind)]
    if len(found) != 1:
        tag = str(kind.__struct_config__.tag).capitalize()
        raise AuditFailure(f"A deal has one event of the kind {tag}, but this deal has {len(found)}.")
    return found[0]


def _verify_given(committed: Committed, stirred: SharesMixed, own: Share | None) -> None:
    try:
        verify_shares(committed.digest, stirred.shares)
    except ShareError as error:
        raise AuditFailure(str(error)) from None
    if own is not None and own not in stirred.shares:
        raise AuditFailure("The host changed your random number for this deal, or left it out.")


def _agrees(made: Event, told: Event) -> bool:
    """Whether an event is the one that was told. A face that was not told may be any face."""
    if made == told:
        return True
    if isinstance(made, Rearranged) and isinstance(told, Rearranged) and not told.order:
        return (made.kind, made.seat) == (told.kind, told.seat)
    known, heard = getattr(made, "cards", None), getattr(told, "cards", None)
    if known is None or heard is None or len(known) != len(heard) or type(made) is not type(told):
        return False
    faces = tuple(UNKNOWN if said == UNKNOWN else real for real, said in zip(known, heard, strict=True))
    return msgspec.structs.replace(made, cards=faces) == told
