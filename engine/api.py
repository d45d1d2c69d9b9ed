"""The one door of the engine: all that net, tui and tools may import."""

from .board import Board
from .bots.arena import Comparison, Contest, Estimate, Outcome, judge, play_round
from .bots.base import Advice, Bot, Level, never
from .bots.company import Clock, Company, no_clock
from .bots.random import RandomBot, random_move
from .cards import (
    JOKER,
    UNKNOWN,
    Card,
    CardError,
    Deck,
    Seat,
    Viewer,
    format_cards,
    parse_cards,
    rank_of,
    suit_of,
)
from .codec import CodecError, decode, encode
from .deals import Deal, DealError, format_deal, parse_deal
from .events import (
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    Happened,
    MatchEnded,
    Moved,
    Scored,
    ScoreLine,
    Shown,
    Shuffled,
    Turned,
)
from .framing import LARGEST_RECORD, frame_record, read_records
from .game import Game, Meta, Preset, SeatsError
from .journal import (
    Act,
    Header,
    Journal,
    JournalError,
    Record,
    pack_record,
    read_record,
)
from .moves import BadMove, Choice, Decision, IllegalMove, Move, Refusal, StaleMove
from .options import Option, OptionError, OptionValue
from .phases import BETWEEN, OVER
from .redact import redact, redact_for, redact_late
from .registry import UnknownGame, find_game, games
from .replay import open_table, replay, view_of
from .rulebook import Paragraph, Rulebook, RulebookError, Section, plain_words
from .shuffle import Chance
from .table import Table
from .view import GapError, View
from .zones import BOX, UnknownZone, Visibility, ZoneKind, ZonePlan, zone_id

__all__ = [
    "read_records",
    "frame_record",
    "LARGEST_RECORD",
    "Act",
    "Advice",
    "BETWEEN",
    "BOX",
    "BadMove",
    "Board",
    "Bot",
    "Card",
    "CardError",
    "Chance",
    "Choice",
    "Clock",
    "CodecError",
    "Company",
    "Comparison",
    "Contest",
    "Deal",
    "DealBegan",
    "DealError",
    "Decision",
    "Deck",
    "Dropped",
    "Declared",
    "Entered",
    "Estimate",
    "Event",
    "Game",
    "GapError",
    "Happened",
    "Header",
    "IllegalMove",
    "JOKER",
    "Journal",
    "JournalError",
    "Level",
    "MatchEnded",
    "Meta",
    "Move",
    "Moved",
    "OVER",
    "Option",
    "OptionError",
    "OptionValue",
    "Outcome",
    "Paragraph",
    "Preset",
    "RandomBot",
    "Record",
    "Refusal",
    "Rulebook",
    "RulebookError",
    "ScoreLine",
    "Scored",
    "Seat",
    "SeatsError",
    "Section",
    "Shown",
    "Shuffled",
    "StaleMove",
    "Table",
    "Turned",
    "UNKNOWN",
    "UnknownGame",
    "UnknownZone",
    "View",
    "Viewer",
    "Visibility",
    "ZoneKind",
    "ZonePlan",
    "decode",
    "encode",
    "find_game",
    "format_cards",
    "format_deal",
    "games",
    "judge",
    "never",
    "no_clock",
    "open_table",
    "pack_record",
    "parse_cards",
    "plain_words",
    "parse_deal",
    "play_round",
    "random_move",
    "rank_of",
    "read_record",
    "redact",
    "redact_for",
    "redact_late",
    "replay",
    "suit_of",
    "view_of",
    "zone_id",
]
