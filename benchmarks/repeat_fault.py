"""Make a fault of a table again: python -m benchmarks.repeat_fault FOLDER N.

FOLDER is the table's folder, with its journal; N the number of its fault-N.json. Prints the evidence. Then it plays the
match up to the fault, and does what was done then: reads the request's move, or whatever comes next by itself.
"""

import sys
import traceback
from pathlib import Path

import msgspec

from engine.api import Journal, JournalError, Refusal, Table, read_records, replay
from net.host.config import JOURNAL_NAME
from net.host.fault_log import FaultEvidence, read_evidence
from net.match.match import to_move
from net.problems import StoreProblem
from net.room.table_journal import read_past
from net.wire.client_messages import PlayMove
from net.wire.framing import ProtocolError, read_client_message


def main(arguments: list[str]) -> int:
    """The program. Exit code 0: the fault came up again; 1: it did not; 2: the files cannot be read."""
    if len(arguments) != 2 or not arguments[1].isdigit():
        print(__doc__)
        return 2
    folder = Path(arguments[0])
    try:
        evidence = read_evidence(folder, int(arguments[1]))
        past = read_past(read_records((folder / JOURNAL_NAME).read_bytes()).payloads)
    except (OSError, StoreProblem, ValueError, JournalError, msgspec.MsgspecError) as error:
        print(f"The table's files cannot be read: {error}")
        return 2
    print(f"Version {evidence.version}, {evidence.game}, deal {evidence.deal}, step {evidence.step}.")
    print(evidence.trace)
    if past.journal is None:
        print("The match had not begun.")
        return 1
    try:
        table = replay(Journal(past.journal.header, past.journal.records[: evidence.records]))
        repeat(table, evidence)
    except Refusal as refusal:
        print(f"Refused: {refusal}")
    except Exception:  # noqa: BLE001 - what it is for
        traceback.print_exc(file=sys.stdout)
        return 0
    print("It did not come up again.")
    return 1


def repeat(table: Table, evidence: FaultEvidence) -> None:
    """Do once more what failed at a table."""
    try:
        request = read_client_message(evidence.request, welcome=True)
    except ProtocolError:
        request = None
    if isinstance(request, PlayMove):
        for seat in table.playing:
            trial = table.clone()
            try:
                trial.play(seat, request.decision, to_move(request.move))
            except Refusal:
                continue
    if table.awaits_close or not table.deal:
        _ = table.close() if table.deal else table.start()
        return
    for decision in table.decisions():
        table.clone().play(decision.seat, decision.id, decision.default)
    table.clone().abandon()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
