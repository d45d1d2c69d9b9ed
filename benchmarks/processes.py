"""What a process costs, as the kernel of Linux counts it."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Memory:
    """MiB of some processes. pss: their part of what they have in common with others counts as such. uss: of theirs
    alone, which their ends would free. rss: all that they see, counted once for each.
    """

    pss: float
    uss: float
    rss: float


def cpu_s(pid: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pids: Iterable[int]) -> Memory:
    """Memory of some processes together."""
    pss = uss = rss = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
            name, value = line.split()[:2]
            pss += int(value) if name == "Pss:" else 0
            uss += int(value) if name in ("Private_Clean:", "Private_Dirty:") else 0
            rss += int(value) if name == "Rss:" else 0
    return Memory(pss / 1024, uss / 1024, rss / 1024)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
