"""The report of a fault, beside the journal of its table: with both, a programmer can reproduce it."""

import traceback
from pathlib import Path

import msgspec

from ..match.faults import Mishap
from ..problems import StoreProblem
from ..storage.files import read_bounded, write_whole
from ..version import app_version

MOST_FAULTS_KEPT = 8
LARGEST_EVIDENCE = 64 * 1024
_MOST_TRACE = 24_000


class FaultEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """A fault as it is saved. trace: the places in the program, without any values. request: the message that was being
    read. records: how many records the match had before.
    """

    version: str
    where: str
    fault: str
    trace: str
    game: str
    deal: int
    step: int
    records: int
    request: bytes


def keep_evidence(folder: Path, mishap: Mishap, request: bytes) -> None:
    """Write the evidence of a fault as fault-N.json. Nothing is written if there are enough files, or no folder."""
    number = sum(1 for place in folder.glob("fault-*.json")) + 1
    if number > MOST_FAULTS_KEPT:
        return
    evidence = FaultEvidence(
        version=app_version(),
        where=mishap.where,
        fault=type(mishap.fault.__cause__ or mishap.fault).__name__,
        trace=_trace_of(mishap.fault)[:_MOST_TRACE],
        game=mishap.game,
        deal=mishap.deal,
        step=mishap.step,
        records=mishap.records,
        request=request[:_MOST_TRACE],
    )
    content = msgspec.json.encode(evidence)
    if len(content) > LARGEST_EVIDENCE:
        return
    try:
        write_whole(folder / f"fault-{number}.json", content)
    except StoreProblem:
        return


def read_evidence(folder: Path, number: int) -> FaultEvidence:
    """The evidence of a fault. Raises StoreProblem or msgspec.MsgspecError."""
    return msgspec.json.decode(read_bounded(folder / f"fault-{number}.json", LARGEST_EVIDENCE), type=FaultEvidence)


def _trace_of(fault: BaseException | None) -> str:
    """Kinds and places only: the text of a fault may name cards."""
    parts = []
    while fault is not None:
        places = "".join(
            f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}\n"
            for frame in traceback.extract_tb(fault.__traceback__)
        )
        parts.append(f"{type(fault).__name__}\n{places}")
        fault = fault.__cause__
    return "caused by\n".join(parts)
