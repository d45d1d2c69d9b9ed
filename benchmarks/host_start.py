"""How long a host process takes from its start until its table can be joined, against a bare interpreter."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from benchmarks.report import Figure, at_most, median, tell
from net.host.config import HostConfig
from net.host.launcher import start_host, stop_table

ROUNDS = 9


def _bare_s() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import asyncio, msgspec, msgpack"], check=True)
    return time.perf_counter() - began


def _host_s() -> float:
    began = time.perf_counter()
    handle = start_host(HostConfig(game="hearts", listed=False, tcp=False))
    took = time.perf_counter() - began
    stop_table(handle.table_id)
    return took


def _figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KHANHOO_HOME"] = folder
        _host_s()
        pairs = [(_bare_s(), _host_s()) for _ in range(ROUNDS)]
    bare, host = (median(times) * 1000 for times in zip(*pairs, strict=True))
    yield Figure("an interpreter that imports asyncio, msgspec and msgpack", bare, "ms")
    yield Figure("a host process, start to ready", host, "ms")
    yield at_most("ratio", host / bare, "times", 3)


if __name__ == "__main__":
    tell(_figures())
