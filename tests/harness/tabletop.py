"""A table without a network: the same surface as a client session, over an engine table in this process.

For pictures and widgets only; journeys go through the real session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from types import SimpleNamespace
from typing import Any, cast

from textual.app import App
from textual.screen import Screen

from engine.api import (
    Card,
    Decision,
    Event,
    Happened,
    Journal,
    Move,
    OptionValue,
    Refusal,
    Seat,
    Table,
    View,
    Viewer,
    find_game,
    last_choice,
    parse_deal,
    redact,
    replay,
)
from net.client.session import ClientSession
from net.host.config import HostConfig
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.news import Answered, Asked, BegunAnew, Outcome, Told, Verdict
from net.transport.host_key_check import HostKeyCheck
from net.wire.address import Address
from net.wire.gallery import GalleryLines
from net.wire.table_info import SeatInfo, TableInfo
from tui.config.settings import Overrides, Settings
from tui.config.terminal import Terminal
from tui.session.routes import Role
from tui.session.shell import Shell
from tui.widgets.messages import SessionNews

NAMES = ("ann", "bea", "cy", "di", "eva", "fay", "gus", "hal")


@dataclass
class CheckedDeals:
    """What a session found of the deals."""

    verdicts: dict[int, Verdict] = field(default_factory=dict)

    @property
    def last(self) -> Verdict | None:
        """Of the newest."""
        return self.verdicts.get(max(self.verdicts, default=0))


@dataclass
class Tabletop:
    """A match seen by one viewer; the other seats are moved by the test.

    script: what the other seats answer, in the order in which they are asked; then their default.
    """

    table: Table
    viewer: Viewer = 0
    names: Sequence[str] = NAMES
    kinds: Mapping[Seat, str] = field(default_factory=dict)
    states: Mapping[Seat, str] = field(default_factory=dict)
    watchers: tuple[str, ...] = ()
    banks: Mapping[Seat, int] = field(default_factory=dict)
    remaining_ms: int | None = None
    reserve_ms: int = 0
    bank_ms: int | None = None
    is_back: bool = False
    is_closed: bool = False
    app: App[Any] | None = None
    said: list[str] = field(default_factory=list)
    sent: list[Move] = field(default_factory=list)
    others_play: bool = True
    gallery: GalleryLines = field(default_factory=GalleryLines)
    fairness: CheckedDeals = field(default_factory=CheckedDeals)
    host: HostKeyCheck = field(default_factory=lambda: HostKeyCheck("", keeps=False))
    going_on: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(gone=None))
    gaze: SpectatorView = AS_EVERYBODY
    table_code: str = ""
    can_renew_code: bool = False
    serves_alone: bool = True
    pace_ms: int = 0
    hurried: int = 0
    set: dict[str, OptionValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.view = View(self.table.game, self.table.seats, dict(self.table.options), self.viewer)

    @property
    def as_session(self) -> ClientSession:
        """The table, for screens: they cannot tell it from a session."""
        return cast(ClientSession, self)

    @property
    def seat(self) -> Viewer:
        """The viewer's seat."""
        return self.viewer

    @property
    def name(self) -> str:
        """The viewer's name, "" for somebody who watches."""
        return "" if self.viewer is None else self.names[self.viewer]

    @property
    def decision(self) -> Decision | None:
        """What the viewer is asked."""
        decision = None if self.viewer is None else self.table.decision(self.viewer)
        return None if decision is None or decision.free else decision

    @property
    def offer(self) -> Decision | None:
        """What the viewer may do though nobody waits for it."""
        decision = None if self.viewer is None else self.table.decision(self.viewer)
        return decision if decision is not None and decision.free else None

    @property
    def info(self) -> TableInfo:
        """The lobby's view of the table."""
        seats = tuple(
            SeatInfo(
                seat=seat,
                name=self.names[seat],
                kind=self.kinds.get(seat, "person"),  # type: ignore[arg-type]
                state=self.states.get(seat, "here"),  # type: ignore[arg-type]
                bank_s=self.banks.get(seat, 0),
            )
            for seat in range(self.table.seats)
        )
        game = self.table.game.meta.id
        return TableInfo(
            table_id="t1", title="Table", game=game, options=dict(self.table.options), seats=seats,
            watchers=self.watchers, watching=len(self.watchers), phase="playing",
            pace_ms=self.pace_ms, bank_s=max(self.banks.values(), default=0),
        )  # fmt: skip

    def tell(self, events: Iterable[Event]) -> None:
        """Absorb events as the viewer sees them, and tell the screen."""
        for event in events:
            seen = redact(event, self.viewer, self.table.game.plan)
            number = len(self.view.events)
            self.view.absorb(number, seen)
            self._news(Told(number, seen))

    def begin(self) -> Tabletop:
        """Start the match, and let the others answer until it is the viewer's turn."""
        self.tell(self.table.start())
        self.go_on()
        return self

    def play(self, seat: Seat, text: str) -> Tabletop:
        """A seat's move as text: "play QS", with places "swap @slot:0:1", with groups "lay_down 3D 3S 3C / KC KH *"."""
        self.tell(self.table.play(seat, self.table.step, parse_move(text)))
        return self

    def drive(self, until: Callable[[Table], bool], *eager: str, most: int = 2000) -> Tabletop:
        """All seats answer, until something holds: the first way of the first of these verbs that is on offer, with a
        plus after the verb the first way with most cards, or else their default.
        """
        for _ in range(most):
            if until(self.table) or self.table.over is not None:
                break
            if self.table.awaits_close:
                self.tell(self.table.close())
                continue
            decision = self.table.decisions()[0]
            found = ((decision.choice(verb.rstrip("+")), verb.endswith("+")) for verb in eager)
            choice, is_large = next((pair for pair in found if pair[0] is not None), (None, False))
            ways = [decision.default] if choice is None else list(islice(choice.moves(self.table.deck), 200))
            move = max(ways, key=lambda way: len(way.cards)) if is_large else ways[0]
            self.tell(self.table.play(decision.seat, decision.id, move))
        return self

    def script(self, *acts: str) -> Tabletop:
        """Answers as text, seat first: "2 bump 9H 9H"; "close" closes a window."""
        for act in acts:
            if act == "close":
                self.tell(self.table.close())
            else:
                seat, _, move = act.partition(" ")
                self.play(int(seat), move)
        return self

    def advance(self, answers: int) -> Tabletop:
        """The viewer too gives its default answer, so many times; the others follow."""
        for _ in range(answers):
            decision = self.decision
            if decision is None:
                break
            self.tell(self.table.play(decision.seat, decision.id, decision.default))
            self.go_on()
        return self

    def go_on(self) -> None:
        """The other seats give their default answers until the viewer is asked, or nobody is."""
        while self.others_play and self.table.over is None:
            if self.table.awaits_close and self.table.sealed:
                self.tell(self.table.close())
                continue
            asked = [seat for seat in self.table.acting() if seat != self.viewer and seat not in self.table.sealed]
            if not asked or (self.decision is not None and not self.decision.sealed):
                break
            decision = self.table.decision(asked[0])
            assert decision is not None
            self.tell(self.table.play(asked[0], decision.id, decision.default))
        if self.decision is not None:
            self._news(Asked(self.decision, self.remaining_ms))

    def happen(self, event: Happened) -> None:
        """Something in the room."""
        self.tell(self.table.happen(event))

    async def submit(self, decision_id: int, move: Move) -> Outcome:
        """The viewer's answer."""
        assert self.viewer is not None
        self.sent.append(move)
        try:
            events = self.table.play(self.viewer, decision_id, move)
        except Refusal as refusal:
            return Outcome(False, refusal.reason, refusal.paragraph)
        self._news(Answered(decision_id))
        self.tell(events)
        self.go_on()
        return Outcome(True)

    async def say(self, text: str) -> None:
        """Chat."""
        self.said.append(text)
        self.happen(Happened("said", self.viewer, self.names[self.viewer or 0], text))

    async def ready(self, ready: bool = True) -> None:
        """I am back."""
        self.is_back = ready

    async def hurry(self) -> Outcome:
        """Let the bots move at once."""
        self.hurried += 1
        return Outcome(True)

    async def undo(self) -> Outcome:
        """Take the viewer's last choice back, as a host does."""
        assert self.viewer is not None
        journal = self.table.journal
        assert journal is not None
        stands = last_choice(journal, self.viewer)
        if stands is None:
            return Outcome(False, "There is nothing to take back.")
        journal = Journal(journal.header, journal.records[:stands])
        self.table = replay(journal)
        self.table.journal = journal
        self.table.happen(Happened("undone", self.viewer, self.name))
        self.__post_init__()
        self._news(BegunAnew())
        self.tell(journal.events())
        self.go_on()
        return Outcome(True)

    async def set_option(self, name: str, value: OptionValue) -> Outcome:
        """Change an option."""
        self.set[name] = value
        return Outcome(True)

    async def next_deal(self) -> None:
        """The score was seen."""
        self.tell(self.table.close())
        self.go_on()

    def _news(self, news: Any) -> None:
        if self.app is not None:
            self.app.screen.post_message(SessionNews(news))


def parse_move(text: str) -> Move:
    """A move as text: a verb, then cards and @places, or groups of cards with strokes between them."""
    verb, *words = text.split()
    if "/" in words:
        groups = [tuple(map(Card, part.split())) for part in " ".join(words).split("/")]
        return Move(verb, groups=tuple(groups))
    cards = tuple(Card(word) for word in words if not word.startswith("@"))
    return Move(verb, cards, tuple(word[1:] for word in words if word.startswith("@")))


def new_table(
    game: str, *, seats: int = 4, seed: str = "a fixed seed", deal: str = "", options: Mapping[str, Any] | None = None
) -> Table:
    """A table of a game, from a seed or from a given deal."""
    found = find_game(game)
    resolved = found.meta.resolve(options or {})
    given = parse_deal(deal, found.deck(resolved)) if deal else None
    return Table(found, seats, resolved, seed=seed, deal=given)


class NoTables:
    """Ways to tables that lead nowhere. opened: what was asked for."""

    session = None
    own_port = 0

    def __init__(self, opened: list[tuple[str, ...]]) -> None:
        self.opened = opened

    def open_table(self, config: HostConfig, *, is_lessons: bool = False) -> None:
        """No table."""

    def join_table(self, address: Address, role: Role) -> None:
        """No table."""

    def kept(self) -> tuple[str, ...]:
        """No table keeps a seat."""
        return ()

    async def find_kept(self) -> tuple[str, ...]:
        """No seat is kept."""
        return ()

    def resume_kept(self, number: int = 0) -> None:
        """No table."""

    def settle(self) -> None:
        """The screen that is shown is the right one."""

    def invitation(self) -> tuple[list[str], str]:
        """No link."""
        return [], ""

    def offer_going_on(self) -> bool:
        """The host is there."""
        return False

    def play_again(self) -> None:
        """Another match was asked for."""
        self.opened.append(("again",))

    def leave_table(self) -> None:
        """Leaving was asked for."""
        self.opened.append(("leave",))


class TableApp(Shell):
    """An app that shows one table and nothing else."""

    def __init__(self, session: Tabletop, *, ascii: bool = False, **settings: str | bool | int) -> None:  # noqa: A002
        super().__init__(
            Settings(theme="felt", bell=False, guard=False, forced=False, coach="off", motion="off").with_(**settings),
            terminal=Terminal(colours="truecolor"),
            overrides=Overrides(ascii=ascii),
        )
        self.session = session
        self.opened: list[tuple[str, ...]] = []
        self.rules_options: Mapping[str, OptionValue] | None = None
        session.app = self

    @property
    def tables(self) -> NoTables:
        """No other table than this."""
        return NoTables(self.opened)

    def get_default_screen(self) -> Screen[Any]:
        """Nothing below the table."""
        return Screen()

    def on_mount(self) -> None:
        """The screen that this is for."""
        self.push_screen(self.first_screen())

    def first_screen(self) -> Screen[None]:
        """The table."""
        from tui.table.screen import TableScreen

        return TableScreen(self.session.as_session)

    def open_rules(self, game: str, paragraph: str = "", options: Mapping[str, OptionValue] | None = None) -> None:
        """The rulebook was asked for."""
        self.rules_options = options
        self.opened.append(("rules", game, paragraph))
