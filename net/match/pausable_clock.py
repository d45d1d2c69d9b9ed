"""The time of a table, which stands still while the table pauses: for every clock that runs there alike.

All in milliseconds. Two readings are told apart by name: now_ms is the driver's clock, table_ms is the table's.
"""


class TableTime:
    """A clock that can be stopped. It shows the driver's time less all the time that it has stood."""

    def __init__(self) -> None:
        self._stood_ms = 0
        self._since_ms: int | None = None

    @property
    def stands(self) -> bool:
        """Whether it is stopped."""
        return self._since_ms is not None

    def at(self, now_ms: int) -> int:
        """What it shows."""
        return (now_ms if self._since_ms is None else self._since_ms) - self._stood_ms

    def set(self, now_ms: int, *, stands: bool) -> bool:
        """Stop it or let it go on from now; whether it goes on only now."""
        if stands:
            self._since_ms = now_ms if self._since_ms is None else self._since_ms
            return False
        if self._since_ms is None:
            return False
        self._stood_ms += now_ms - self._since_ms
        self._since_ms = None
        return True

    def comes_at(self, table_ms: int | None) -> int | None:
        """When it will show a time, by the driver's clock; None for never, as things stand."""
        return None if table_ms is None or self.stands else table_ms + self._stood_ms
