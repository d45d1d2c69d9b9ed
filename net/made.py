"""What a match did since its room last asked: what has to be written down, told and thought about."""

from dataclasses import dataclass, field

from engine.api import Header, Record

from .effects import Think
from .mishaps import Mishap


@dataclass
class Made:
    """What a match did. lobby: whether it changed something there. urgent: a deal or the match ended."""

    header: Header | None = None
    records: list[Record] = field(default_factory=list)
    thinks: list[Think] = field(default_factory=list)
    mishaps: list[Mishap] = field(default_factory=list)
    lobby: bool = False
    urgent: bool = False
