"""Limits for a file that another person may have written. They count plain data, before its types are checked.

A file that a host wrote for itself is read without these limits.
"""

from collections.abc import Sequence
from typing import Any, Final

from engine.api import LARGEST_RECORD, MOST_EVENTS, CodecError, JournalError, decode

from ..match.budgets import MOST_CHANGES, MOST_WORD_BYTES, MOST_WORDS, is_change
from ..wire.client_messages import LONGEST_LINE

MOST_CARDS: Final = 256
"""Entries of a list in a move or an event at most; the largest pack has half as many cards."""

MOST_ENTRIES: Final = 4 * MOST_EVENTS
"""Entries of all lists in the moves and events of a file at most."""

MOST_TEXT_BYTES: Final = 4 * LONGEST_LINE
"""Bytes of one text at most: of the longest that a player may say."""

_MOST_ITEMS: Final = 16_384


def verify_bounds(payloads: Sequence[bytes]) -> None:
    """Read through the records of a match, or of a table's own file, and count. Raises JournalError."""
    counts = _Counts()
    for number, payload in enumerate(payloads[1:], start=1):  # the first record has no events
        counts.number = number
        try:
            decode(
                payload,
                type(None),
                limit=LARGEST_RECORD,
                most_items=_MOST_ITEMS,
                longest_text=MOST_TEXT_BYTES,
                sift=counts.add,
            )
        except CodecError:
            raise JournalError(f"Entry {number} is malformed, or contains a text or list that is too long.") from None


class _Counts:
    """What was counted so far. number: of the record that is read."""

    def __init__(self) -> None:
        self.number = 0
        self._events = self._entries = self._words = self._word_bytes = self._changes = 0

    def add(self, plain: Any) -> None:
        """Count a record, or an entry of a table's file. The reader refuses every other form."""
        if not isinstance(plain, dict):
            return
        records = plain.get("records", (plain,))
        for record in records if isinstance(records, list | tuple) else ():
            if isinstance(record, dict):
                self._add_record(record)

    def _add_record(self, record: dict[Any, Any]) -> None:
        self._add_lists(record.get("act"))
        events = record.get("events")
        if not isinstance(events, list):
            return
        self._events += len(events)
        if self._events > MOST_EVENTS:
            raise JournalError(f"The file contains more than {MOST_EVENTS} events. No match has so many events.")
        for event in events:
            self._add_lists(event)
            if isinstance(event, dict) and isinstance(what := event.get("what"), str):
                if what == "said":
                    self._take_word(event.get("text"))
                elif is_change(what):
                    self._take_change()

    def _take_word(self, text: Any) -> None:
        self._words += 1
        self._word_bytes += len(text.encode(errors="replace")) if isinstance(text, str) else 0
        if self._words > MOST_WORDS or self._word_bytes > MOST_WORD_BYTES:
            raise JournalError(f"The file contains more chat than any table allows: see entry {self.number}.")

    def _take_change(self) -> None:
        self._changes += 1
        if self._changes > MOST_CHANGES:
            raise JournalError(f"In this file, more people come and go than any table allows: see entry {self.number}.")

    def _add_lists(self, plain: Any) -> None:
        """Count the entries of all lists in plain data."""
        if isinstance(plain, list):
            self._entries += len(plain)
            if len(plain) > MOST_CARDS or self._entries > MOST_ENTRIES:
                raise JournalError(f"Entry {self.number} contains more cards than a pack has.")
            inner: Any = plain
        elif isinstance(plain, dict):
            inner = plain.values()
        else:
            return
        for value in inner:
            if type(value) is list or type(value) is dict:
                self._add_lists(value)
