"""A second game for tests of the table: cards that their owner sees once, moves that nobody waits for, groups laid out.

Two cards each, face down in numbered slots. Everybody looks at one of them (phase look, sealed, silence lapses). Then
each in turn draws a card and puts it into a slot, the old one going to the pile, or lays a pair from the pile aside
(phase turn). Anybody else may meanwhile exchange the own two slots, or knock, which shows a slot to all.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.api import (
    Board,
    Card,
    Choice,
    Deck,
    Game,
    GameInfo,
    Move,
    Option,
    OptionError,
    OptionValue,
    Preset,
    Seat,
    Table,
    View,
    Visibility,
    ZoneKind,
    ZonePlan,
    parse_cards,
    redact,
    zone_id,
)
from engine.play.phases import Between, Phase

PACK = parse_cards("2C 2D 3C 3D 4C 4D 5C 5D 6C 6D 7C 7D")


def slots(seat: Seat) -> list[str]:
    """The two slots of a seat."""
    return [zone_id("slot", seat, place) for place in range(2)]


class DealOut(Phase):
    name = "dealing"

    def enter(self, table: Table) -> None:
        table.deal_hands([])
        for seat in table.playing:
            for slot in slots(seat):
                table.draw(1, "stock", slot)
        table.enter("look")


class Look(Phase):
    name = "look"
    sealed = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return board.playing

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("look", places=tuple((slot,) for slot in slots(seat)), names=("the left", "the right")),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("look", places=(slots(seat)[0],))

    def lapse_ms(self, board: Board) -> int:
        return 3000

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        for seat, move in answers.items():
            table.show(move.places[0], seat)
        table.declare("turn", table.left_of(table.dealer))
        table.enter("turn")


class Turn(Phase):
    name = "turn"

    def enter(self, table: Table) -> None:
        seat = self.acting(table)[0]
        table.draw(1, "stock", zone_id("drawn", seat))

    def acting(self, board: Board) -> tuple[Seat, ...]:
        turn = board.facts["turn"]
        assert isinstance(turn, int)
        return (turn,)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        put = Choice("put", places=tuple((slot,) for slot in slots(seat)))
        pile = tuple(table.zone("pile"))
        pairs = [(a, b) for place, a in enumerate(pile) for b in pile[:place] if a[0] == b[0]]
        lay = Choice("lay", pile, shape=("pair",), divisions=tuple((pair,) for pair in pairs), paragraph="1.1")
        return (put, lay) if pairs else (put,)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("put", places=(slots(seat)[0],))

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        drawn = zone_id("drawn", seat)
        if move.verb == "lay":
            table.move(move.groups[0], "pile", "aside")
            table.move(tuple(table.zones[drawn]), drawn, "pile")
        else:
            table.move(tuple(table.zones[move.places[0]]), move.places[0], "pile")
            table.move(tuple(table.zones[drawn]), drawn, move.places[0])
        table.declare("turn", table.left_of(seat))
        if seat != table.dealer:
            table.enter("turn")
            return
        table.score("played", [1 if one == seat else 0 for one in range(table.seats)])
        if table.deal == 3:
            table.end_match("played", [seat], [table.seats - 1 if one == seat else -1 for one in range(table.seats)])
        else:
            table.next_deal()

    def free(self, board: Board) -> tuple[Seat, ...]:
        return tuple(seat for seat in board.playing if seat not in self.acting(board))

    def free_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        one, other = slots(seat)
        return (Choice("exchange"), Choice("knock", places=((one,), (other,))))

    def play_free(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "knock":
            table.turn_up(move.places[0])
            table.renew()
            return
        one, other = slots(seat)
        lying = [tuple(table.zones[slot]) for slot in (one, other)]
        table.move(lying[0], one, "air")
        table.move(lying[1], other, one)
        table.move(lying[0], "air", other)


class Slots(Game):
    meta: ClassVar[GameInfo] = GameInfo(
        "slots",
        "Slots",
        "Slots",
        "A second game for tests.",
        2,
        4,
        3,
        (
            Option("spare", 0, "Cards set aside; 0 is as many as seats.", "1.1", most=4),
            Option("aid", False, "A.", "1.1"),
        ),
        (Preset("slots", "Slots", "As it is."),),
        can_shrink=True,
    )
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("pile", Visibility.PUBLIC),
            ZoneKind("aside", Visibility.PUBLIC),
            ZoneKind("air", Visibility.NOBODY, shown_once=True),
            ZoneKind("drawn", Visibility.OWNER, per_seat=True, shown_once=True),
            ZoneKind("slot", Visibility.NOBODY, per_seat=True, grouped=True, shown_once=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {phase.name: phase for phase in (DealOut(), Look(), Turn(), Between())}
    first_phase = "dealing"
    verbs = frozenset(("look", "put", "lay", "exchange", "knock"))

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        return Deck(PACK)

    def complete_options(self, options: dict[str, OptionValue], seats: int) -> dict[str, OptionValue]:
        spare = options["spare"] or seats
        if int(spare) > seats:
            raise OptionError(f"{seats} players can set aside {seats} cards at most; {spare} are too many.")
        return {**options, "spare": spare}

    def group_fault(self, word: str, cards: tuple[Card, ...], board: Board) -> str:
        return "" if len(cards) == 2 and cards[0][0] == cards[1][0] else "A pair is two cards of one rank."

    def remembers(self, board: Board) -> bool:
        return bool(board.options["aid"])


SLOTS = Slots()


class SlotsTable:
    """A started table of the game, and what each viewer is told of it."""

    def __init__(self, seats: int = 3, options: Mapping[str, OptionValue] | None = None) -> None:
        self.table = Table(SLOTS, seats, SLOTS.meta.resolve(options or {}), seed="slots")
        self.views = {viewer: View(SLOTS, seats, self.table.options, viewer) for viewer in (*range(seats), None)}
        self.table.start()
        self.catch_up()

    def catch_up(self) -> None:
        """Tell every view what it has not been told."""
        assert self.table.journal is not None
        for viewer, view in self.views.items():
            for number, event in enumerate(self.table.journal.events()):
                if number >= len(view.events):
                    view.absorb(number, redact(event, viewer, SLOTS.plan))

    def play(self, seat: Seat, verb: str, *places: str, step: int | None = None) -> None:
        """A seat's move."""
        self.table.play(seat, self.table.step if step is None else step, Move(verb, places=places))
        self.catch_up()

    def look(self) -> None:
        """Everybody looks at the own left slot."""
        for seat in self.table.playing:
            self.play(seat, "look", zone_id("slot", seat, 0))

    def deal(self) -> None:
        """Play a deal by the defaults."""
        while not self.table.awaits_close and self.table.over is None:
            decision = self.table.decisions()[0]
            self.table.play(decision.seat, decision.id, decision.default)
        self.catch_up()
