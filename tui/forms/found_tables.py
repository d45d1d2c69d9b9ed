"""The titles of the tables in a list, so that each can be told from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.discovery.finder import FoundTable

_WORDS: Final[tuple[Callable[[FoundTable], str], ...]] = (
    lambda found: "",
    lambda found: found.info.host,
    lambda found: f"{found.info.host}, {found.address.host or found.user or found.address.path}",
    lambda found: f"{found.info.host}, {found.address}",
)
"""What follows a title: as little as tells it apart."""


def titles_of(tables: Iterable[FoundTable]) -> dict[str, str]:
    """The title of each table, by its id. Equal titles are followed by the host, and if needed by the address."""
    titles: dict[str, str] = {}
    alike = list(tables)
    for words in _WORDS:
        named = {found.info.table_id: _title(found, words(found)) for found in alike}
        counts = Counter(title.casefold() for title in named.values())
        titles |= named
        alike = [found for found in alike if counts[named[found.info.table_id].casefold()] > 1]
    return titles


def _title(found: FoundTable, more: str) -> str:
    return f"{found.info.title} ({more})" if more else found.info.title
