"""Replays in files: reading and verifying them, with a sentence for each error."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.api import (
    BETWEEN,
    MOST_RECORDS,
    RECORD_PREFIX,
    DealBegan,
    Entered,
    Journal,
    JournalError,
    MatchEnded,
    Record,
    SecretRevealed,
    SharesMixed,
    TooManyRecords,
    count_played,
    counted,
    frame_record,
    listed,
    read_records,
)
from net import environment
from net.crypto.key_words import four_words
from net.problems import StoreProblem
from net.room.table_journal import is_opening, read_match
from net.storage.file_bounds import verify_bounds
from net.storage.files import read_bounded
from net.verification.record_check import Checked, check_record
from net.wire.sift import FileSift

from ..problems import Problem

_LARGEST: Final = 32 * 1024 * 1024
_MOST_ENTRIES: Final = 2 * MOST_RECORDS
"""Of a table's own file: what is done at a table, and who comes and goes."""
_FIRST_PART: Final = 2_048
"""Records of a long file that are read and played before the rest is read; then four times as many, and so on."""


@dataclass(frozen=True, slots=True)
class Playable:
    """As much of a record as can be stepped through. notice: what is wrong with the rest of it, or why it is kept back;
    "" if that is all of it."""

    journal: Journal
    notice: str = ""


def typed_path(text: str) -> Path:
    """A path as a person types it. Raises Problem."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise Problem(f"There is no home folder {text.partition('/')[0]}. Type the full path of the file.") from None


def read_journal(path: Path) -> Journal:
    """The match in a file: a record, or a table's own journal. A guest may read only their own. Raises Problem."""
    guest = environment.guest()
    if guest is not None and not path.resolve().is_relative_to(guest.home.resolve()):
        raise Problem("Here you can open only replays of your own matches. Choose one from the list.")
    try:
        return parse_journal(read_bounded(path, _LARGEST, follows_links=True))
    except StoreProblem as problem:
        raise Problem(str(problem)) from None
    except JournalError as error:
        raise Problem(f"{path}: {error}") from None


def parse_journal(data: bytes) -> Journal:
    """The match in these bytes, which anybody may have written. Raises JournalError.

    A long file is read in parts, up to the first part that breaks the rules: a whole forgery would take seconds to
    read.
    """
    first = read_records(data[: RECORD_PREFIX + int.from_bytes(data[:4], "big")]).payloads
    is_of_table = bool(first) and is_opening(first[0])
    try:
        found = read_records(data, most=_MOST_ENTRIES if is_of_table else MOST_RECORDS)
    except TooManyRecords as error:
        raise JournalError(str(error)) from None
    if is_of_table and found.is_damaged:
        raise JournalError(f"Entry {len(found.payloads)} (at byte {found.length}) is damaged.")
    verify_bounds(found.payloads)

    def match_in(records: int | None) -> Journal | None:
        if is_of_table:
            return read_match(found.payloads[:records], FileSift())
        part = data if records is None else b"".join(map(frame_record, found.payloads[:records]))
        return Journal.from_bytes(part, sift=FileSift())

    length = _FIRST_PART
    while length < len(found.payloads):
        part = match_in(length)
        if part is not None and count_played(part) < len(part.records):
            return part
        length *= 4
    journal = match_in(None)
    if journal is None:
        raise JournalError("No match was played at this table.")
    return journal


def read_playable(path: Path) -> Playable:
    """The part of a file that can be stepped through: legal moves, and no hand of a deal that is not over.

    Takes as long as playing it again. Raises Problem.
    """
    journal = read_journal(path)
    try:
        return playable(journal)
    except JournalError as error:
        raise Problem(f"{path}: {error}") from None


def playable(journal: Journal) -> Playable:
    """The part of a match that can be stepped through. Raises JournalError if there is none."""
    records, notice = list(journal.records), ""
    is_over = any(isinstance(event, MatchEnded) for event in journal.events())
    try:
        check_record(journal)
    except JournalError as error:
        records = records[: count_played(journal)]
        notice = f"FAILED. {error}" + (
            " Everything before the error is shown." if len(records) < len(journal.records) else ""
        )
    begun = [place for place, record in enumerate(records) if any(isinstance(e, DealBegan) for e in record.events)]
    if begun and not is_over and not _has_ended(records[begun[-1] :]):
        del records[begun.pop() :]
        notice = notice or "The current deal is hidden until it is over."
    if not begun:
        raise JournalError(notice or "The file contains no deal.")
    return Playable(Journal(journal.header, records), notice)


def _has_ended(records: Sequence[Record]) -> bool:
    """Whether the deal that these records begin is over."""
    return any(event == Entered(BETWEEN) for record in records for event in record.events)


def verdict(path: Path) -> str:
    """Replay a whole record by the rules; the result in a sentence. Raises Problem if it fails."""
    journal = read_journal(path)
    try:
        checked = check_record(journal)
    except JournalError as error:
        raise Problem(f"FAILED. {error}") from None
    table = checked.table
    title = table.game.meta.nearest_preset(table.options).title
    moves = sum(record.act.kind == "play" for record in journal.records)
    told = (
        f"OK. {counted(moves, 'move')}, all legal. All events and scores follow from these moves. {title}, "
        f"{table.seats} players, {counted(len(table.scores), 'deal')}. {_fairness(journal, checked)}"
    )
    if table.over is None:
        return f"{told} The match is not over."
    totals = ", ".join(str(total) for total in table.over.totals)
    if not table.over.winners:
        return f"{told} The match was broken off, and nobody won ({totals})."
    winners = listed([f"seat {seat + 1}" for seat in table.over.winners])
    return f"{told} {winners.capitalize()} won ({totals})."


def _fairness(journal: Journal, checked: Checked) -> str:
    """Whether a record without errors is sealed, in how many deals people had shares, and who signed the deals."""
    seal = "The record is sealed against changes" if checked.is_sealed else "The record is not sealed against changes"
    return f"{seal}{_shares(journal)}{_signers(checked)}"


def _shares(journal: Journal) -> str:
    opened = {event.deal for event in journal.events() if isinstance(event, SecretRevealed)}
    shares = {
        event.deal: sum(bool(share.value) for share in event.shares)
        for event in journal.events()
        if isinstance(event, SharesMixed) and event.deal in opened
    }
    counts = sorted({count for count in shares.values() if count})
    if not counts:
        return ", and no player added random numbers to its deals."
    people = _range_of(counts, "player")
    deals = counted(sum(bool(count) for count in shares.values()), "deal")
    return f", and {deals} used random numbers from {people}."


def _signers(checked: Checked) -> str:
    """By whom each deal is signed; the words of the chain's head after the last, for comparing records aloud."""
    words = four_words(checked.head.hex())
    same = f"The four words of this record: {words}. Players with the same words have the same record."
    if not checked.signers:
        return f" Nobody signed a deal. {same}"
    by_all = "the host" if all(signers.host for signers in checked.signers.values()) else ""
    players = [signers.players for signers in checked.signers.values() if signers.players]
    number, some = len(checked.signers), _range_of(sorted(set(players)), "player") if players else ""
    told = f"{counted(number, 'deal')} {'is' if number == 1 else 'are'} signed"
    if len(players) == number:
        told += f" by {' and '.join(filter(None, (some, by_all)))}"
    else:
        told += f" by {by_all}" if by_all else ""
        told += f", and {len(players)} of them {'also ' if by_all else ''}by {some}" if players else ""
    return f" {told}. {same}"


def _range_of(counts: Sequence[int], word: str) -> str:
    """The smallest to the largest of sorted numbers: "2 players", "1 to 3 players"."""
    most = counted(counts[-1], word)
    return most if counts[0] == counts[-1] else f"{counts[0]} to {most}"
