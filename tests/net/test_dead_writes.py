"""Writes that come too late. To a client that is gone, they do not make the host's log grow. To a host that has hung
up, they do not cost the client what the host said last."""

import os
import select
import signal
import socket
import ssl
import struct
from pathlib import Path

import pytest

from net.host.config import LOG_NAME, table_folder
from net.host.launcher import HostHandle
from net.room.connections import MESSAGES_AT_ONCE
from net.transport.tls import client_context
from net.wire.address import unix_address
from net.wire.client_messages import Hello, Ping
from net.wire.framing import FrameParser, pack, read_host_message
from net.wire.host_messages import HOST_LIMIT, Bye, Welcome

from ..harness.players import Player, quick_host
from ..harness.slow import slow

DYING = 4
AT_ONCE = struct.pack("ii", 1, 0)  # for SO_LINGER: a reset in place of a farewell


def connected(host: HostHandle, over: str) -> socket.socket:
    """A spectator's connection, welcome at the table. over: what it goes over."""
    if over == "unix":
        plug = socket.socket(socket.AF_UNIX)
        plug.connect(host.address.path)
    else:
        plain = socket.create_connection(("127.0.0.1", host.port))
        plug = client_context().wrap_socket(plain) if over == "tls" else plain
    plug.settimeout(30)
    plug.sendall(pack(Hello(role="watcher", name="Wil")))
    parser, message = FrameParser(HOST_LIMIT), None
    while not isinstance(message, Welcome):
        parser.feed(plug.recv(4096))
        while (payload := parser.next_payload()) is not None and not isinstance(message, Welcome):
            message = read_host_message(payload)
    return plug


@pytest.mark.parametrize("over", ["tcp", "unix"])
async def test_a_client_that_writes_after_the_last_word_can_still_read_it(home: Path, over: str) -> None:
    host = await quick_host(tcp=True, plain=over == "tcp")
    plug = connected(host, over)
    plug.sendall(bytes(4))  # a frame of no bytes ends the connection
    watch = select.poll()
    watch.register(plug, select.POLLRDHUP)
    assert watch.poll(30_000)
    for number in range(20):
        plug.sendall(pack(Ping(n=number)))
    parser, messages = FrameParser(HOST_LIMIT), []
    while data := plug.recv(4096):
        parser.feed(data)
        while (payload := parser.next_payload()) is not None:
            messages.append(read_host_message(payload))
    assert isinstance(messages[-1], Bye)
    plug.close()


@pytest.mark.parametrize("over", ["tls", *slow(["tcp", "unix"])])
async def test_many_answers_to_a_connection_that_is_dead_are_no_lines_in_the_log(home: Path, over: str) -> None:
    host = await quick_host(tcp=True, plain=over == "tcp")
    dying = [connected(host, over) for _ in range(DYING)]
    os.kill(host.pid, signal.SIGSTOP)  # it finds the questions, and that nobody is there to be answered
    for plug in dying:
        plug.sendall(b"".join(pack(Ping(n=number)) for number in range(MESSAGES_AT_ONCE - 2)))
        if over != "unix":
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        if isinstance(plug, ssl.SSLSocket):
            os.close(plug.detach())
        else:
            plug.close()
    os.kill(host.pid, signal.SIGCONT)
    ann = await Player.join(unix_address(host.address.path, host.table_id), "Ann")
    await ann.until(
        lambda: ann.session.info is not None and ann.session.info.watching == 0, "for the others to be gone"
    )
    log = (table_folder(host.table_id) / LOG_NAME).read_text().splitlines()
    await ann.session.close()
    assert [line for line in log if "is open" not in line] == []
