"""The table of a match before its first deal, and a table restored from its journal.

If a player alone with bots takes a move back, the table is restored from the journal before that move. The deal keeps
its shuffle, because its secret and its shares are older than its moves. The chat since then stays too.
"""

import hashlib
import random
from collections.abc import Sequence

from engine.api import (
    Act,
    Event,
    Happened,
    Journal,
    JournalError,
    Record,
    Table,
    last_choice,
    parse_deal,
    replay,
    retell,
)

from .faults import RulesFailed
from .lobby import Lobby
from .people import LobbyRefusal, Person

Excused = type[JournalError] | tuple[()]
"""The failures of a replay that still leave a table that can be shown; () for none."""
TAKEN_BACK = "undone"
"""The word for a move that was taken back, in the stream."""
_NOTHING = "You have made no move in this deal yet, so you cannot take a move back."
_NOT_ALONE = "You cannot take that move back: another person has seen it."


def seal_of(seed: str) -> str:
    """The part of a seed that is public before the match is over."""
    return hashlib.sha256(b"khanhoo seed " + seed.encode()).hexdigest()


def lay_table(
    lobby: Lobby, before: Sequence[Record], seed: str, deal: str, chance: random.Random
) -> tuple[Table, list[Record]]:
    """The table with its earlier events in its stream, and its own records. If its cards are known, its first deal has
    begun.

    seed: "" for a random one. Raises DealError, OptionError or SeatsError if there can be no such table.
    """
    settled = lobby.game.complete_options(lobby.options, lobby.seats)
    given = parse_deal(deal, lobby.game.deck(settled)) if deal else None
    drawn = seed or chance.randbytes(16).hex()
    table = Table(lobby.game, lobby.seats, lobby.options, seed=drawn, deal=given)
    own: list[Record] = []
    if not seed:
        # A person who keeps this line can see in the record that the cards were fixed before the match. A typed seed
        # may be short enough to be guessed from this line.
        own.append(Record(Act("room"), (Happened("sealed", text=seal_of(drawn)),)))
    for record in [*before, *own]:
        for event in record.events:
            assert isinstance(event, Happened)
            table.happen(event)
    if seed or deal:
        # The cards of this deal were given, so there is no shuffle to share.
        table.start()
    return table, own


def play_again(journal: Journal, excused: Excused = JournalError) -> tuple[Table, JournalError | None]:
    """The table of a running match, and None. If the rules fail on records that they accepted before: a table that can
    only be shown and broken off, and the failure. excused: the failures that are handled in this way; all others are
    raised.
    """
    fault = None
    try:
        table = replay(journal)
    except excused as error:
        table, fault = retell(journal), error
    table.journal = journal
    return table, fault


def is_mark(event: Event) -> bool:
    """Whether an event says that a player took a move back."""
    return isinstance(event, Happened) and event.what == TAKEN_BACK


def taken_back(journal: Journal, person: Person, watched: int) -> tuple[int, list[Record]]:
    """How many records remain if a person takes back everything since their last choice in this deal, and the records
    after them. watched: number of events that spectators may have seen who are gone now.

    Raises LobbyRefusal if there is no such choice.
    """
    assert person.seat is not None
    try:
        stands = last_choice(journal, person.seat)
    except JournalError as fault:
        raise RulesFailed from fault
    if stands is None:
        raise LobbyRefusal(_NOTHING, "stage")
    while stands and any(map(is_mark, journal.records[stands - 1].events)):
        stands -= 1
    said = [record for record in journal.records[stands:] if record.act.kind == "room"]
    said = [record for record in said if not any(map(is_mark, record.events))]
    is_seen = watched > sum(len(record.events) for record in journal.records[:stands])
    if is_seen or any(_is_of_another(event, person) for record in said for event in record.events):
        raise LobbyRefusal(_NOT_ALONE, "unavailable")
    return stands, [*said, Record(Act("room"), (Happened(TAKEN_BACK, person.seat, person.name),))]


def _is_of_another(event: Event, person: Person) -> bool:
    return isinstance(event, Happened) and event.name not in ("", person.name)
