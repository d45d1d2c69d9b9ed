"""What a game is made of: the facts about it (engine/model/game_info.py), its phases, and what its players are
shown."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..model.board import Board
from ..model.cards import Card, Deck, Seat
from ..model.game_info import GameInfo
from ..model.groups import HandGroup
from ..model.options import OptionValue
from ..model.zones import ZonePlan
from .bot import Bot, Level
from .phases import Phase
from .rulebook import Rulebook, parse_rulebook

if TYPE_CHECKING:
    from ..model.view import View
    from .table import Table


class Hints(Protocol):
    """What a game has to say of a table in words: the module hints.py in its folder, see Game."""

    def arrange(self, cards: list[Card], how: str, view: View) -> tuple[Card, ...]: ...
    def hand_groups(self, view: View) -> tuple[HandGroup, ...]: ...
    def insight(self, view: View) -> tuple[str, ...]: ...
    def seat_note(self, board: Board, seat: Seat) -> str: ...
    def table_note(self, board: Board) -> str: ...


class Game(ABC):
    """The rules of one game. Stateless: everything about a match stands on its table.

    meta, plan, phases, first_phase: see GameInfo, ZonePlan, Phase. verbs: every verb of its moves.
    arrangements: ways to sort a hand, the usual first. hints: what it has to say in words, if anything.
    high_wins: whether the highest total wins, or the lowest.
    """

    meta: ClassVar[GameInfo]
    plan: ClassVar[ZonePlan]
    phases: ClassVar[Mapping[str, Phase]]
    first_phase: ClassVar[str]
    verbs: ClassVar[frozenset[str]]
    arrangements: ClassVar[tuple[str, ...]] = ("suit", "rank")
    hints: Hints | None = None
    high_wins: ClassVar[bool] = True

    @abstractmethod
    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """The pack that these options are played with."""

    def complete_options(self, options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
        """The options as a table of so many seats plays them; settled ones stay as they are.

        Raises OptionError if they do not go together, or not with the seats.
        """
        return options

    def house_rules(self, options: Mapping[str, OptionValue]) -> Any:
        """The options in the form in which the game's rules read them: a board keeps them at hand."""
        return options

    def choose_dealer(self, table: Table) -> Seat:
        """Dealer of the next deal: the first by chance, then the deal passes left."""
        if table.deal:
            return table.left_of(table.dealer)
        return table.chance("dealer").below(table.seats)

    def round_deals(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """How many deals in a row, from a match's first, are a fair sample of its deals: one from every dealer.

        A game whose deals differ in more (what is passed, what must be laid) says how many hold one of each kind.
        """
        return seats

    def refund(self, board: Board) -> tuple[int, ...]:
        """What each seat gets or pays when a match is broken off: pots go back to those who paid in; () for nothing."""
        return ()

    def group_fault(self, word: str, cards: tuple[Card, ...], board: Board) -> str:
        """What keeps cards, in this order, from being a group of a shaped choice, a sentence; "" if nothing does."""
        raise NotImplementedError

    def remembers(self, board: Board) -> bool:
        """Whether the table's options let a screen keep the faces that are shown only once."""
        return False

    # What a player is shown. All of it comes from a board's public facts or from the player's own view.

    def arrange(self, cards: list[Card], how: str, view: View) -> tuple[Card, ...]:
        """A hand in one of the arrangements."""
        return self.hints.arrange(cards, how, view) if self.hints is not None else view.deck.sort(cards)

    def hand_groups(self, view: View) -> tuple[HandGroup, ...]:
        """The groups of the viewer's hand that count now, each whole or begun; the other cards are left over.

        An arrangement that lays the hand in these groups lays them first, in this order.
        """
        return self.hints.hand_groups(view) if self.hints is not None else ()

    def in_hand(self, view: View) -> Mapping[str, str]:
        """What the viewer has of the rows of the rulebook's first table, by name: "AH 2S, missing 3D (2 unseen)"."""
        return {}

    def insight(self, view: View) -> tuple[str, ...]:
        """The viewer's own hand explained, a few short lines, the most useful first."""
        return self.hints.insight(view) if self.hints is not None else ()

    def seat_note(self, board: Board, seat: Seat) -> str:
        """A few words on a seat in this deal, from public facts: "4 points"."""
        return self.hints.seat_note(board, seat) if self.hints is not None else ""

    def table_note(self, board: Board) -> str:
        """A few words on the state of the deal, from public facts: "hearts not broken"."""
        return self.hints.table_note(board) if self.hints is not None else ""

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return parse_rulebook(self._text("rulebook.md"))

    @cached_property
    def layout(self) -> dict[str, Any]:
        """How its table is drawn and its moves are named (table.toml)."""
        return tomllib.loads(self._text("table.toml"))

    @property
    def levels(self) -> tuple[Level, ...]:
        """Levels of its bots that a player can choose, weakest first."""
        levels: tuple[Level, ...] = self._bots().LEVELS
        return levels

    def bot(self, level: str) -> Bot:
        """A bot of a level (or "random"). Raises KeyError for a level that there is not."""
        bot: Bot = self._bots().BOTS[level]()
        return bot

    def adviser(self) -> Bot:
        """Whose moves and reasons a player gets as hints: the strongest level, unless the game has one of its own.

        Its move may be a verb alone, where the player has to say what it is done with.
        """
        bots = self._bots()
        own: Bot | None = bots.ADVISER() if hasattr(bots, "ADVISER") else None
        return own or self.bot(self.levels[-1].id)

    def _bots(self) -> Any:
        return import_module(f"{self._package}.bot")

    def texts(self, first: str, last: str) -> dict[str, str]:
        """The files of the game's folder whose names begin and end so, by name without the end."""
        found = (file.name for file in files(self._package).iterdir() if file.name.startswith(first))
        return {name.removesuffix(last): self._text(name) for name in found if name.endswith(last)}

    def _text(self, name: str) -> str:
        return files(self._package).joinpath(name).read_text("utf-8")

    @property
    def _package(self) -> str:
        return type(self).__module__.rpartition(".")[0]
