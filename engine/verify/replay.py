"""Replay a record: rebuild its table, and check every event by the rules."""

from itertools import islice

from ..fairness.commitments import deal_key, is_digest
from ..model.cards import Seat
from ..model.deal import DealError, parse_deal
from ..model.events import DealBegan, Event, RoomEvent, SharesMixed
from ..model.game_info import SeatsError
from ..model.moves import Refusal
from ..model.options import OptionError
from ..play.registry import UnknownGame, find_game
from ..play.table import Table
from ..record.journal import Act, Journal, JournalError, Record, UnplayableRecord


def replay(journal: Journal, *, stop_after: int | None = None) -> Table:
    """The table after the acts of a journal (or the first `stop_after` of them), with every event checked. Raises
    JournalError, which names the first record that breaks the rules.
    """
    is_sealed = journal.verify_seal()
    table = open_table(journal)
    records = journal.records[:-1] if is_sealed else journal.records
    for number, record in enumerate(records[:stop_after], start=1):
        _repeat(table, record, number)
    return table


def retell(journal: Journal) -> Table:
    """The table of a journal, made from its events without running the rules. For the case that the rules raise an
    error in records that they accepted before: such a table can be shown and broken off, but not played. Raises
    JournalError.
    """
    table = open_table(journal)
    for event in journal.events():
        table.fold(event)
        if isinstance(event, SharesMixed):
            table.keys[event.deal] = deal_key(table.secret(event.deal), event.shares)
    return table


def count_played(journal: Journal) -> int:
    """How many records from the first one follow the rules. Raises JournalError for a header without a table."""
    table = open_table(journal)
    for number, record in enumerate(journal.records):
        try:
            _repeat(table, record, number + 1)
        except JournalError:
            return number
    return len(journal.records)


def last_choice(journal: Journal, seat: Seat) -> int | None:
    """How many records stood when a seat last had a choice among several moves, None if it had none in this deal.

    Raises JournalError as `replay` does.
    """
    table, found = open_table(journal), None
    for number, record in enumerate(journal.records):
        act = record.act
        if any(isinstance(event, DealBegan) for event in record.events):
            found = None
        elif act.kind == "play" and act.seat == seat and _has_choice(table, seat):
            found = number
        _repeat(table, record, number + 1)
    return found


def _has_choice(table: Table, seat: Seat) -> bool:
    decision = table.decision(seat)
    if decision is None or decision.free or any(choice.shape for choice in decision.choices):
        return decision is not None
    return len(list(islice(decision.moves(table.deck), 2))) > 1


def open_table(journal: Journal) -> Table:
    """The table of a journal's header, before its first act. Raises JournalError."""
    header = journal.header
    try:
        game = find_game(header.game)
        options = game.meta.resolve(header.options)
        settled = game.complete_options(options, header.seats)
        deal = parse_deal(header.deal, game.deck(settled)) if header.deal else None
        opened = header.opened or ()
        if not all(map(is_digest, opened)):
            raise JournalError("The game record cannot be replayed: its header contains a malformed secret.")
        return Table(game, header.seats, options, seed=header.seed, deal=deal, opened=opened)
    except (UnknownGame, OptionError, SeatsError, DealError) as error:
        raise JournalError(f"No match can be played with this header: {error}") from None
    except JournalError:
        raise
    except Exception as error:
        raise JournalError(f"No match can be played with this header ({type(error).__name__}).") from error


def perform(table: Table, act: Act) -> tuple[Event, ...]:
    """Repeat an act. Raises a Refusal, also for an unknown kind of act."""
    match act:
        case Act(kind="start"):
            return table.start()
        case Act(kind="close"):
            return table.close()
        case Act(kind="abandon"):
            return table.abandon()
        case Act(kind="void"):
            return table.void()
        case Act(kind="commit"):
            return table.commit()
        case Act(kind="stir", shares=shares):
            return table.mix_shares(shares)
        case Act(kind="drop", seat=int(seat)):
            return table.drop(seat)
        case Act(kind="play", seat=int(seat), move=move) if move is not None:
            return table.play(seat, table.step, move)
    raise Refusal(f"Unknown act {act.kind!r}.")


def _repeat(table: Table, record: Record, number: int) -> None:
    act = record.act
    try:
        if act.kind == "room" and all(isinstance(event, RoomEvent) for event in record.events):
            events = tuple(made for event in record.events for made in table.happen(event))  # type: ignore[arg-type]
        else:
            events = perform(table, act)
    except (Refusal, DealError) as error:
        raise JournalError(f"Entry {number}: the table refused it: {error}") from None
    except Exception as error:
        raise UnplayableRecord(f"Entry {number} cannot be played by the rules ({type(error).__name__}).") from error
    if events != record.events:
        raise JournalError(f"Entry {number}: the recorded events do not follow from the recorded move.")
