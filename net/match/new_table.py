"""The table of a match as it is laid before its first deal, and as it is made again from its journal."""

import hashlib
import random
from collections.abc import Sequence

from engine.api import Act, Happened, Journal, JournalError, Record, Table, parse_deal, replay, retell

from .lobby import Lobby

Excused = type[JournalError] | tuple[()]
"""Which failures of a replay leave a table that can be shown; () for none."""


def seal_of(seed: str) -> str:
    """The part of a seed that is public before the match is over."""
    return hashlib.sha256(b"khanhoo seed " + seed.encode()).hexdigest()


def lay_table(
    lobby: Lobby, before: Sequence[Record], seed: str, deal: str, chance: random.Random
) -> tuple[Table, list[Record]]:
    """The table, in whose stream stands what happened before, and the records of its own among that.

    seed: "" for chance. Raises DealError, OptionError or SeatsError if there can be no such table.
    """
    settled = lobby.game.complete_options(lobby.options, lobby.seats)
    given = parse_deal(deal, lobby.game.deck(settled)) if deal else None
    drawn = seed or chance.randbytes(16).hex()
    table = Table(lobby.game, lobby.seats, lobby.options, seed=drawn, deal=given)
    own: list[Record] = []
    if not seed:
        # Whoever keeps this line can see in the record that the cards were settled before the match. A seed that
        # somebody typed may be short enough to be guessed from it.
        own.append(Record(Act("room"), (Happened("sealed", text=seal_of(drawn)),)))
    for record in [*before, *own]:
        for event in record.events:
            assert isinstance(event, Happened)
            table.happen(event)
    return table, own


def play_again(journal: Journal, excused: Excused = JournalError) -> tuple[Table, JournalError | None]:
    """The table of a match under way, and None; if the rules fail in what they bore out before, one that can only be
    shown and broken off, and how they failed. excused: what that is; anything else is raised."""
    fault = None
    try:
        table = replay(journal)
    except excused as error:
        table, fault = retell(journal), error
    table.journal = journal
    return table, fault
