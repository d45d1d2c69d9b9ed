"""Bytes from a terminal become keys, mouse events and pasted text, whatever the bytes are and wherever they are cut.

Textual's parser takes a report that it does not know, or that comes in two pieces, for keys, and it waits for the end
of a paste for ever. This module cuts the bytes into characters and control sequences (ECMA-48, xterm's ctlseqs), and
asks Textual's tables only what a whole sequence means. What means nothing is dropped.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from textual import constants, events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

ALONE_AFTER_S: Final = 0.5
"""The rest of a sequence or of a paste may be late. After this time, what comes alone is a key and not the rest: a
person presses one key at a time."""
OVER_AFTER_S: Final = 5.0
"""After this time, no rest comes."""
LONGEST_PASTE: Final = 16 * 1024
"""Bytes of pasted text. What is longer is cut."""
_LONGEST_SEQUENCE: Final = 64

_ESC: Final = b"\x1b"
_CTRL_C: Final = 0x03
_BELL: Final = 0x07
_STRING_END: Final = 0x9C
_STRINGS: Final = b"PX]^_"
"""After Escape, these begin a string: DCS, SOS, OSC, PM, APC."""
_BEGINS: Final = b"[O" + _STRINGS
_PASTE: Final = b"\x1b[200~"
_PASTE_END: Final = b"\x1b[201~"
_CONTROLS: Final = {"\x9b": b"\x1b[", "\x8f": b"\x1bO", **{chr(sign + 0x40): bytes((0x1B, sign)) for sign in _STRINGS}}
"""One-byte forms of what begins a sequence."""
_LATE_REST: Final = re.compile(rb"\[|O[A-DFHP-S]\Z|\]\d|\\")
"""The rest of a sequence of which the Escape came so early that it was taken for the key, or the end of a string."""

_MOUSE: Final = re.compile(r"\x1b\[<\d{1,3};-?\d{1,4};-?\d{1,4}[Mm]")
_PLACE: Final = re.compile(r"\x1b\[(\d{1,4});(\d{1,4})R")
_PICTURES_IN_ONE_GO: Final = re.compile(r"\x1b\[\?2026;[12]\$y")
_OTHER_KEY: Final = re.compile(r"\x1b\[27;(\d+);(\d+)~")
"""A key as xterm tells it with modifyOtherKeys, which another program may have left on."""
_KEY_EVENT: Final = re.compile(r"(\x1b\[[\d:]*;\d+):(\d)(.*)")
"""A key of the kitty protocol with the kind of event: 3 is a key that is let go."""
_LET_GO: Final = "3"
_NO_KEY: Final = re.compile(r"\x1b\[(;.*|\d{3,}.*~)")
"""Textual would take a missing number, and that of an unknown function key, for the number of a character."""
_FOCUS: Final = {"\x1b[I": events.AppFocus, "\x1b[O": events.AppBlur}


class TerminalInput:
    """Takes bytes as they come, and gives the messages in them. encoding: of the terminal's characters."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._keys = XTermParser()
        self._sequence = b""
        """The sequence that has begun. Of a string, only its first two bytes and its last one."""
        self._is_escape_told = False
        """Whether the Escape that begins the sequence was taken for the key, or ends a string."""
        self._pasted: bytearray | None = None
        self._came_at = 0.0
        self._found: list[Message] = []

    def feed(self, data: bytes, now: float) -> list[Message]:
        """The messages in bytes that came together. now: seconds of a clock that never goes back."""
        self._give_up(data, now - self._came_at)
        self._came_at = now
        for byte in data:
            if self._pasted is not None:
                self._take_pasted(self._pasted, byte)
            elif self._sequence:
                self._take_next(byte)
            else:
                self._take_plain(byte)
        return self._take_found()

    def tick(self, now: float) -> list[Message]:
        """The messages that follow because nothing more has come: the key Escape, and a paste without an end."""
        waited_s = now - self._came_at
        if self._sequence == _ESC and not self._is_escape_told and waited_s >= constants.ESCAPE_DELAY:
            self._tell_keys("\x1b")
            self._is_escape_told = True
        if self._pasted and waited_s >= ALONE_AFTER_S:
            self._tell_paste(self._pasted)
        return self._take_found()

    @property
    def waits(self) -> bool:
        """Whether a message may follow without another byte."""
        return bool(self._pasted) or (self._sequence == _ESC and not self._is_escape_told)

    def _take_found(self) -> list[Message]:
        found, self._found = self._found, []
        return found

    def _give_up(self, data: bytes, waited_s: float) -> None:
        """Decide whether data is the rest of what has begun, by how long it took."""
        if self._sequence == _ESC and self._is_escape_told and not _LATE_REST.match(data):
            self._sequence = b""
        if waited_s < ALONE_AFTER_S:
            return
        is_over = waited_s >= OVER_AFTER_S
        if self._pasted is not None and (is_over or (_is_alone(data) and not data.startswith(_PASTE_END))):
            self._tell_paste(self._pasted)
            self._pasted = None
        if len(self._sequence) > 1 and (is_over or (_is_alone(data) and not self._is_ended_by(data[0]))):
            self._sequence = b""

    def _is_ended_by(self, byte: int) -> bool:
        if self._sequence[1] == ord("["):
            return len(self._sequence) > 2 and self._sequence[2:3] != b"M" and 0x40 <= byte < 0x7F
        return byte == _BELL and self._sequence[1] in _STRINGS

    # Characters.

    def _take_plain(self, byte: int) -> None:
        if byte < 0x20 or byte == 0x7F:
            self._decoder.reset()
            if byte == _ESC[0]:
                self._sequence, self._is_escape_told = _ESC, False
            else:
                self._tell_keys(_typed(byte))
            return
        for character in self._decoder.decode(bytes((byte,))):
            if character == "\ufffd" and 0x80 <= byte < 0xA0:
                character = chr(byte)  # of a terminal that sends controls of one byte
            if character in _CONTROLS:
                self._sequence, self._is_escape_told = _CONTROLS[character], True
            elif character.isprintable():
                self._tell_keys(character)

    # Sequences.

    def _take_next(self, byte: int) -> None:
        """The next byte of a sequence. A control character or a second Escape breaks a sequence off."""
        kind = self._sequence[1:2]
        if not kind:
            self._take_second(byte)
        elif kind in _STRINGS:
            self._take_string(byte)
        elif byte < 0x20 or (byte >= 0x7F and not self._is_old_mouse):
            self._break_off(byte)
        elif kind == b"[":
            self._take_parameter(byte)
        elif not chr(byte).isdigit():
            self._end_with(byte)

    @property
    def _is_old_mouse(self) -> bool:
        return self._sequence[:3] == b"\x1b[M"

    def _break_off(self, byte: int) -> None:
        self._sequence = b""
        self._take_plain(byte)

    def _end_with(self, byte: int) -> None:
        sequence, self._sequence = self._sequence, b""
        if len(sequence) < _LONGEST_SEQUENCE:
            self._translate((sequence + bytes((byte,))).decode("latin-1"))

    def _take_second(self, byte: int) -> None:
        """What follows Escape: the kind of a sequence, a key that is pressed with Alt, or another key."""
        is_told, self._is_escape_told = self._is_escape_told, False
        if byte in _BEGINS:
            self._sequence += bytes((byte,))
            return
        self._sequence = b""
        if 0x20 < byte < 0x7F:
            if byte != ord("\\"):  # the end of a string that was broken off
                self._tell_keys(chr(byte), alt=True)
            return
        together = f"\x1b{chr(byte)}"
        if byte != _ESC[0] and any(self._keys._sequence_to_key_events(together)):
            self._tell_keys(together)
            return
        if not is_told:
            self._tell_keys("\x1b")
        self._take_plain(byte)

    def _take_string(self, byte: int) -> None:
        if byte == _BELL or (byte == _STRING_END and self._sequence[-1] < 0x80):
            self._sequence = b""
        elif byte == _ESC[0]:
            self._sequence, self._is_escape_told = _ESC, True
        elif byte < 0x20:
            self._break_off(byte)
        else:
            self._sequence = self._sequence[:2] + bytes((byte,))

    def _take_parameter(self, byte: int) -> None:
        sequence, sign = self._sequence, chr(byte)
        if self._is_old_mouse:
            # Three bytes for the button and the place, as from terminals that know no other way.
            self._sequence = sequence + bytes((byte,)) if len(sequence) < 5 else b""
        elif sequence == b"\x1b[[":
            self._end_with(byte)  # a function key of the Linux console
        elif sequence == b"\x1b[" and sign in "M[":
            self._sequence += bytes((byte,))
        elif sign in "<=>?":
            if sequence == b"\x1b[":
                self._sequence += bytes((byte,))
            else:
                self._break_off(byte)
        elif byte >= 0x40:
            if sequence[2:3] == b"<" and sign not in "Mm":
                self._break_off(byte)
            else:
                self._end_with(byte)
        elif byte == 0x20:
            self._break_off(byte)
        elif len(sequence) < _LONGEST_SEQUENCE:
            self._sequence += bytes((byte,))

    def _translate(self, sequence: str) -> None:
        """What a whole sequence means."""
        if sequence.encode() == _PASTE:
            self._pasted = bytearray()
        elif sequence in _FOCUS:
            self._found.append(_FOCUS[sequence]())
        elif _MOUSE.fullmatch(sequence):
            if (event := self._keys.parse_mouse_code(sequence)) is not None:
                self._found.append(event)
        elif place := _PLACE.fullmatch(sequence):
            self._found.append(events.CursorPosition(int(place[2]) - 1, int(place[1]) - 1))
        elif _PICTURES_IN_ONE_GO.fullmatch(sequence):
            self._found.append(TerminalSupportsSynchronizedOutput())
        elif not _NO_KEY.fullmatch(sequence):
            sequence = _OTHER_KEY.sub("\x1b[\\2;\\1u", sequence)
            if kind := _KEY_EVENT.fullmatch(sequence):
                if kind[2] == _LET_GO:
                    return
                sequence = kind[1] + kind[3]
            self._tell_keys(sequence)

    def _tell_keys(self, sequence: str, *, alt: bool = False) -> None:
        """The keys of a character or of a sequence. A key of the kitty protocol is understood even if this program did
        not ask for it: another program may have left it on.
        """
        try:
            found = [*self._keys._sequence_to_key_events(sequence, alt=alt)]
            if not found:
                found = [key.copy() for key in self._keys._parse_extended_key(sequence) or ()]
        except (ValueError, OverflowError):
            return  # the number of a character that does not exist
        self._found += [key for key in found if key.key != Keys.Ignore and not _is_half(key.character)]

    # Pasted text.

    def _take_pasted(self, pasted: bytearray, byte: int) -> None:
        """A byte within the marks of a paste. Ctrl-C always is a key: the end mark may never come."""
        if byte == _CTRL_C:
            self._tell_keys("\x03")
            return
        pasted.append(byte)
        if pasted.endswith(_PASTE_END):
            del pasted[-len(_PASTE_END) :]
            self._tell_paste(pasted)
            self._pasted = None
        elif len(pasted) > LONGEST_PASTE + len(_PASTE_END):
            del pasted[LONGEST_PASTE]

    def _tell_paste(self, pasted: bytearray) -> None:
        text = type(self._decoder)("replace").decode(bytes(pasted[:LONGEST_PASTE]), final=True)
        pasted.clear()
        text = "".join(sign for sign in text if sign.isprintable() or sign in "\n\r\t")
        if text:
            self._found.append(events.Paste(text))


def _typed(byte: int) -> str:
    """The control character of a key. Enter is a line feed if it was pressed before the program took the terminal."""
    return "\r" if byte == ord("\n") else chr(byte)


def _is_alone(data: bytes) -> bool:
    """Whether data is one key: a character, or a sequence of its own."""
    return data[:1] == _ESC or len(data) == 1 or len(data.decode("utf-8", "replace")) == 1


def _is_half(character: str | None) -> bool:
    """Whether a character is half a pair of UTF-16, which can be neither sent on nor saved."""
    return character is not None and any("\ud800" <= sign <= "\udfff" for sign in character)
