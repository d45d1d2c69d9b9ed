"""Where a session's news waits until all who listen have been told the piece before it."""

from collections import deque
from collections.abc import Callable

from ..news import News


class NewsBox:
    """Tells each listener each piece of news, in order, never while an earlier call still runs."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[News], None]] = []
        self._waiting: deque[News] = deque()
        self._is_telling = False

    def listen(self, callback: Callable[[News], None]) -> None:
        """From now on call back with each piece of news."""
        self._listeners.append(callback)

    def tell(self, *items: News) -> None:
        """Pass news on, at once, or after what is being told now."""
        self._waiting.extend(items)
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._waiting:
                item = self._waiting.popleft()
                for callback in tuple(self._listeners):
                    callback(item)
        finally:
            self._is_telling = False
