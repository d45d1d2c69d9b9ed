"""Who may log in, and what a client of the door may not ask for."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any, Final

import asyncssh

from net.transport.sockets import machine_of

from .guard import Meter
from .people import Person, shown
from .session import Session
from .sessions import Sessions, take_one

_LOGGING_IN: Final = 64
"""Connections at once that have no session: of more, each is closed without a word."""
_LOGGING_IN_OF_ADDRESS: Final = 24
_TRIES: Final = 3
_MOST_KEYS: Final = 48
"""Each key is shown twice, and most people have few."""
_HANGS_UP_WITHIN_S: Final = 5.0
"""How long a client may stay when its session is over."""
_WINDOW_BYTES: Final = 16 * 1024
_PACKET_BYTES: Final = 4 * 1024
_NO_FORWARDING: Final = "This is a card room: it forwards no connections."
_WRONG: Final = "The password or the code is wrong. Try again."
_NO_CODE: Final = "Your code (press Enter if you have none): "


class Login(asyncssh.SSHServer):
    """One connection: who it is, and its one session."""

    def __init__(self, door: Sessions, keys: asyncssh.SSHAuthorizedKeys | None) -> None:
        self._door = door
        self._order = door.order
        self._keys = keys
        self._connection: asyncssh.SSHServerConnection | None = None
        self._address = ""
        self._person: Person | None = None
        self._session: Session | None = None
        self._tries = self._keys_shown = 0
        self._is_counted = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        door, self._connection = self._door, conn
        self._address = machine_of(conn.get_extra_info("peername"))
        Meter(conn, self._on_stall)
        door.logging_in[self._address] += 1
        self._is_counted = True
        if door.logging_in.total() > _LOGGING_IN or door.logging_in[self._address] > _LOGGING_IN_OF_ADDRESS:
            conn.abort()
            return
        self._deadline = asyncio.get_running_loop().call_later(self._order.login_s, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        self._logged_in()
        self._connection = None

    def _logged_in(self) -> None:
        """The connection does not count as one that logs in any more."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._is_counted:
            self._is_counted = False
            take_one(self._door.logging_in, self._address)

    def _too_late(self) -> None:
        self._refuse(f"The login took longer than {self._order.login_s:.0f} seconds. Try again.")

    def _refuse(self, sentence: str) -> None:
        if self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, sentence)

    # Who it is.

    def public_key_auth_supported(self) -> bool:
        return not self._order.password

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._keys_shown += 1
        if self._keys_shown > _MOST_KEYS:
            self._refuse("Too many keys. Name the right key: ssh -o IdentitiesOnly=yes -i FILE")
            return False
        keys = self._keys
        if keys is not None and keys.validate(key, self._address, self._address) is None:
            return False
        self._person = self._door.people.with_key(username, key.get_fingerprint())
        return True

    def kbdint_auth_supported(self) -> bool:
        return self._order.keys is None

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        is_secret = bool(self._order.password)
        prompts = [("Password of this card room: ", False)] if is_secret else []
        told = f"Khanhoo: welcome, {shown(username)}."
        if self._tries:
            told = _WRONG if is_secret else f"Nobody with the name {shown(username)} has this code. Try again."
        return told, "", "", [*prompts, (_NO_CODE, True)]

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        self._tries += 1
        if self._tries > _TRIES:
            self._refuse("Too many wrong answers. Try again.")
        elif self._door.has_guessed(self._address):
            self._refuse("Too many wrong answers from your address. Try again in a minute.")
        else:
            self._person = self._answered(username, *responses)
            if self._person is None:
                self._door.note_guess(self._address)
            return self._person is not None
        return False

    def _answered(self, username: str, *answers: str) -> Person | None:
        """The person who gives these answers, None if an answer is wrong or missing."""
        wanted = [self._order.password] if self._order.password else []
        if len(answers) != len(wanted) + 1 or not all(map(_is_same, answers, wanted)):
            return None
        code, people = answers[-1], self._door.people
        return people.with_code(username, code) if code.strip() else people.new_person(username)

    # What it may ask for: one session.

    def _session_over(self) -> None:
        """Close the connection soon: no limit counts a client without a session."""
        if self._connection is not None:
            self._logged_in()
            self._deadline = asyncio.get_running_loop().call_later(_HANGS_UP_WITHIN_S, self._connection.abort)

    def _on_stall(self, is_full: bool) -> None:
        if self._session is not None:
            self._session.line_stalls(is_full)

    def session_requested(self) -> Any:
        if self._connection is None or self._person is None:
            return False
        if self._session is not None:
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "A connection can have only one session. Log in again."
            )
        channel = self._connection.create_server_channel(None, window=_WINDOW_BYTES, max_pktsize=_PACKET_BYTES)
        session = self._session = Session(self._door, self._person, self._logged_in, self._session_over)
        session.refusal = self._door.admit(session, self._address)
        return channel, session

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> Any:
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> Any:
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)

    def server_requested(self, listen_host: str, listen_port: int) -> Any:
        self._say_no_forwarding()
        return False

    def unix_server_requested(self, listen_path: str) -> Any:
        self._say_no_forwarding()
        return False

    def _say_no_forwarding(self) -> None:
        if self._connection is not None:
            self._connection.send_debug(_NO_FORWARDING, always_display=True)


def _is_same(typed: str, wanted: str) -> bool:
    return hmac.compare_digest(typed.encode(), wanted.encode())
