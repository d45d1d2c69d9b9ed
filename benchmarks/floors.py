"""The floors of this machine: an echo, and a bare loop of send(). Nothing that a table does can cost less.

python -m benchmarks.floors echo       listens on the port that its first line names, and says what it hears
python -m benchmarks.floors readers    the same, and throws away what it hears
"""

import asyncio
import socket
import sys
import tempfile
import time

from benchmarks.helper import Helper
from benchmarks.report import median
from net.system import raise_file_limit

PAUSE_S = 0.05


class Reader(asyncio.Protocol):
    """The far end of a connection: it throws away what comes."""

    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport


class Echo(Reader):
    """The far end of a connection: it says what it hears."""

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        self.transport.write(data)


async def echo_ms(rounds: int, size: int) -> float:
    """Median time of an echo over asyncio on both sides, over a Unix socket: what no acknowledgement can be faster
    than."""
    with tempfile.TemporaryDirectory() as folder, Helper("benchmarks.floors", "echo", f"{folder}/s") as far:
        reader, writer = await asyncio.open_unix_connection(far.first)
        times = []
        for _ in range(rounds):
            await asyncio.sleep(PAUSE_S)
            began = time.perf_counter()
            writer.write(b"x" * size)
            await reader.readexactly(size)
            times.append(time.perf_counter() - began)
        writer.close()
        return median(times) * 1000


def raw_send_us(receivers: int, rounds: int, size: int) -> float:
    """Processor time of one send() to one of many readers in another process, in a bare loop, median over the rounds:
    what no spectator can cost less than."""
    raise_file_limit()
    with Helper("benchmarks.floors", "readers") as far:
        plugs = [socket.create_connection(("127.0.0.1", int(far.first))) for _ in range(receivers)]
        payload, spent = b"x" * size, list[float]()
        for _ in range(rounds):
            time.sleep(PAUSE_S)
            before = time.thread_time()
            for plug in plugs:
                plug.send(payload)
            spent.append(time.thread_time() - before)
        for plug in plugs:
            plug.close()
    return median(spent) / receivers * 1e6


async def echo(place: str) -> None:
    """Be the far end of the echo."""
    server = await asyncio.get_running_loop().create_unix_server(Echo, place)
    print(place, flush=True)
    await server.serve_forever()


async def read() -> None:
    """Be the readers of the loop."""
    server = await asyncio.get_running_loop().create_server(Reader, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    raise_file_limit()
    asyncio.run(echo(sys.argv[2]) if sys.argv[1] == "echo" else read())
