"""Records of matches in files: reading them and verifying them, with sentences for what can be wrong."""

from pathlib import Path
from typing import Final

from engine.api import Journal, JournalError, Opened, Stirred
from net.recordcheck import Checked, check_record
from net.sift import sift
from net.words import four_words

from .problems import Problem

_LARGEST: Final = 64 * 1024 * 1024


def read_journal(path: Path) -> Journal:
    """The journal in a file. Raises Problem."""
    try:
        if path.is_dir():
            raise Problem(f"{path} is a folder; a record is a file, such as those in the records folder.")
        if path.stat().st_size > _LARGEST:
            raise Problem(f"{path} is far too large to be a record.")
        return parse_journal(path.read_bytes())
    except OSError as error:
        raise Problem(f"{path} cannot be read ({error.strerror or error}).") from None
    except JournalError as error:
        raise Problem(f"{path}: {error}") from None


def parse_journal(data: bytes) -> Journal:
    """The journal in these bytes, whose texts anybody may have written. Raises JournalError."""
    return Journal.from_bytes(data, sift=sift)


def verdict(path: Path) -> str:
    """Play a whole record again by the rules; a sentence about what was found. Raises Problem where it fails."""
    journal = read_journal(path)
    try:
        checked = check_record(journal)
    except JournalError as error:
        raise Problem(f"FAILED. {error}") from None
    table = checked.table
    moves = sum(record.act.kind == "play" for record in journal.records)
    told = (
        f"all {moves} moves are legal, and every event and score follows from them. "
        f"{table.game.meta.title}, {table.seats} players, {len(table.scores)} deals; "
        f"{_fairness(journal, checked)}"
    )
    if table.over is None:
        return f"{told}; the match is not over."
    totals = ", ".join(str(total) for total in table.over.totals)
    if not table.over.winners:
        return f"{told}; the match was broken off, and nobody won ({totals})."
    winners = " and ".join(f"seat {seat + 1}" for seat in table.over.winners)
    return f"{told}; {winners} won ({totals})."


def _fairness(journal: Journal, checked: Checked) -> str:
    """Whether a record that the rules bear out is sealed, in how many deals people had shares, and who signed them."""
    seal = "the record is sealed" if checked.is_sealed else "the record is not sealed"
    return f"{seal}{_shares(journal)}{_signers(checked)}"


def _shares(journal: Journal) -> str:
    opened = {event.deal for event in journal.events() if isinstance(event, Opened)}
    shares = {
        event.deal: sum(bool(share.value) for share in event.shares)
        for event in journal.events()
        if isinstance(event, Stirred) and event.deal in opened
    }
    counts = sorted({count for count in shares.values() if count})
    if not counts:
        return ", and nobody at the table gave a share to the chance of its deals"
    people = "1 person" if counts == [1] else f"{' to '.join(dict.fromkeys((str(counts[0]), str(counts[-1]))))} people"
    number = sum(bool(count) for count in shares.values())
    deals = "1 deal" if number == 1 else f"{number} deals"
    return f", and {deals} had shares of {people}"


def _signers(checked: Checked) -> str:
    """By whom each deal is signed; the words of the chain's head after the last, for comparing records aloud."""
    words = four_words(checked.head.hex())
    if not checked.signers:
        return f"; nobody has signed a deal; the words of its chain are: {words}"
    counts = sorted({signers.players for signers in checked.signers.values()})
    fewest, most = counts[0], counts[-1]
    players = f"{most} player{'' if most == 1 else 's'}" if fewest == most else f"{fewest} to {most} players"
    host = " and the host" if all(signers.host for signers in checked.signers.values()) else ""
    number = len(checked.signers)
    deals = "1 deal is" if number == 1 else f"{number} deals are"
    return f"; {deals} signed by {players}{host}; the words of its chain are: {words}"
