"""The interface of a game: its facts (engine/model/game_info.py), its phases, and what it shows to players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..model.board import Board
from ..model.cards import Card, Deck, Seat
from ..model.events import Event, Scored
from ..model.game_info import GameInfo
from ..model.groups import HandGroup
from ..model.moves import Move
from ..model.options import OptionValue
from ..model.telling import Feat, Telling, recommended_by
from ..model.zones import ZonePlan
from .bot import Bot, Level
from .layout import Layout
from .phases import Phase
from .rulebook import Rulebook, parse_rulebook, with_titles

if TYPE_CHECKING:
    from ..model.view import View
    from .table import Table


class Hints(Protocol):
    """What a game says about a table in words: the module hints.py in its folder, see Game."""

    def arrange(self, cards: list[Card], how: str, view: View) -> tuple[Card, ...]: ...
    def hand_groups(self, view: View) -> tuple[HandGroup, ...]: ...
    def insight(self, view: View) -> tuple[str, ...]: ...
    def seat_note(self, board: Board, seat: Seat) -> str: ...
    def table_note(self, board: Board) -> str: ...
    def feats(self, scored: Scored, board: Board) -> tuple[Feat, ...]: ...


class Game(ABC):
    """The rules of one game. Stateless: the table holds everything about a match.

    meta, plan, phases, first_phase: see GameInfo, ZonePlan, Phase. verbs: every verb of its moves.
    arrangements: ways to sort a hand, the usual first. hints: what it says in words, if anything.
    high_wins: whether the highest total wins; otherwise the lowest does.
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
        """The options as a table of so many seats plays them; options that are complete stay as they are. Raises
        OptionError if they conflict with each other or with the seats.
        """
        return options

    def deeds(self, board: Board) -> Mapping[str, str]:
        """What each verb does, such as "go out", in the order in which a refusal names what is possible."""
        words = self.layout_with(self.variants(board)).get("verbs", {})
        usual = {verb: {"label": verb.replace("_", " ")} for verb in sorted(self.verbs - words.keys())}
        return {verb: each.get("deed", each["label"]) for verb, each in {**words, **usual}.items()}

    def house_rules(self, options: Mapping[str, OptionValue]) -> Any:
        """The options in the form in which the game's rules read them; each board keeps a copy."""
        return options

    def choose_dealer(self, table: Table) -> Seat:
        """The dealer of the next deal: random for the first deal, then the player to the left."""
        if table.deal:
            return table.left_of(table.dealer)
        return table.chance("dealer").below(table.seats)

    def round_deals(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """How many deals from the first one are a fair sample: one for each dealer. A game whose deals differ otherwise
        (passing, contracts) returns the number that has one of each kind.
        """
        return seats

    def refund(self, board: Board) -> tuple[int, ...]:
        """What each seat gets back or pays when a match is broken off, such as its part of a pot; () for nothing."""
        return ()

    def group_fault(self, word: str, cards: tuple[Card, ...], board: Board) -> str:
        """Why cards in this order are not a valid group of a shaped choice, a sentence; "" if they are."""
        raise NotImplementedError

    def remembers(self, board: Board) -> bool:
        """Whether the table's options let a screen keep faces that are shown once."""
        return False

    # What a player is shown: only from public facts or the player's own view.

    def arrange(self, cards: list[Card], how: str, view: View) -> tuple[Card, ...]:
        """A hand in one of the arrangements."""
        return self.hints.arrange(cards, how, view) if self.hints is not None else view.deck.sort(cards)

    def hand_groups(self, view: View) -> tuple[HandGroup, ...]:
        """The groups of the viewer's hand that count now, complete or begun; all other cards are left over. An
        arrangement by groups puts these groups first, in this order.
        """
        return self.hints.hand_groups(view) if self.hints is not None else ()

    def is_settled(self, view: View) -> bool:
        """Whether the viewer can prove that no decision left in the deal changes its points: any move will do."""
        phase = self.phases.get(view.phase)
        return phase is not None and view.viewer is not None and phase.is_settled(view)

    def in_hand(self, view: View) -> Mapping[str, str]:
        """What the viewer has for each row of the rulebook's first table, by name: "AH 2S, missing 3D (2 unseen)"."""
        return {}

    def recommends(self, view: View) -> Move | None:
        """The answer that the first recommending line of `insight` recommends; None if they recommend none."""
        return recommended_by(self.insight(view))

    def circumstances(self, board: Board) -> Mapping[str, OptionValue]:
        """Public facts of the deal that conditions in table.toml may name, like options: {"stock": False}."""
        return {}

    def insight(self, view: View) -> tuple[str, ...]:
        """A few short lines about the viewer's own hand, the most useful first. A ChoiceLine is about a choice."""
        return self.hints.insight(view) if self.hints is not None else ()

    def seat_note(self, board: Board, seat: Seat) -> str:
        """A few words about a seat in this deal, from public facts: "4 points"."""
        return self.hints.seat_note(board, seat) if self.hints is not None else ""

    def table_note(self, board: Board) -> str:
        """A few words about the state of the deal, from public facts: "hearts not broken"."""
        return self.hints.table_note(board) if self.hints is not None else ""

    def telling(self, event: Event, board: Board) -> Telling | None:
        """How the log tells an event that says more than itself, such as the last one of a claim; None for the usual
        sentence. board: after the event, as the reader of the log may know it.
        """
        return None

    def feats(self, scored: Scored, board: Board) -> tuple[Feat, ...]:
        """What players did in a deal that is worth telling, the greatest first. board: when the deal was scored, as
        anybody may know it.
        """
        return self.hints.feats(scored, board) if self.hints is not None else ()

    def trick_note(self, board: Board) -> str:
        """What players must follow in the trick on the table: "clubs led". Before a lead, how far the deal is. "" for
        nothing.
        """
        return ""

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return parse_rulebook(with_titles(self._text("rulebook.md"), self.meta.options))

    @property
    def layout(self) -> dict[str, Any]:
        """How the screen draws its table and names its moves (table.toml)."""
        return self._layout.words

    def facts(self, board: Board) -> dict[str, OptionValue]:
        """What conditions in table.toml may name: the options, the number of players, and the facts of the deal."""
        return {**board.options, "seats": board.seats, **self.circumstances(board)}

    def variants(self, board: Board) -> tuple[int, ...]:
        """The variants of the layout that hold at a table, by number."""
        return self._layout.variants(self.facts(board))

    def layout_with(self, variants: tuple[int, ...]) -> dict[str, Any]:
        """The layout with these variants."""
        return self._layout.varied(variants)

    @cached_property
    def _layout(self) -> Layout:
        place = files(self._package).joinpath("table.toml")
        return Layout(place.read_text("utf-8") if place.is_file() else "")

    @property
    def levels(self) -> tuple[Level, ...]:
        """Levels of its bots that a player can choose, weakest first."""
        levels: tuple[Level, ...] = self._bots().LEVELS
        return levels

    def bot(self, level: str) -> Bot:
        """A bot of a level (or "random"). Raises KeyError for an unknown level."""
        bot: Bot = self._bots().BOTS[level]()
        return bot

    def adviser(self) -> Bot:
        """The bot whose moves and reasons are the hints: the strongest level, unless the game has its own. Its move may
        be a verb alone if the player has to choose the cards or places.
        """
        bots = self._bots()
        own: Bot | None = bots.ADVISER() if hasattr(bots, "ADVISER") else None
        return own or self.bot(self.levels[-1].id)

    def _bots(self) -> Any:
        return import_module(f"{self._package}.bot")

    def texts(self, first: str, last: str) -> dict[str, str]:
        """The files of the game's folder whose names begin and end like this, by name without the ending."""
        found = (file.name for file in files(self._package).iterdir() if file.name.startswith(first))
        return {name.removesuffix(last): self._text(name) for name in found if name.endswith(last)}

    def _text(self, name: str) -> str:
        return files(self._package).joinpath(name).read_text("utf-8")

    @property
    def _package(self) -> str:
        return type(self).__module__.rpartition(".")[0]
