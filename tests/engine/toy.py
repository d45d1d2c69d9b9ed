"""A game of a dozen cards with one phase of each sort, to test the table itself.

Three cards each. Everybody gives one card to the left, sealed (phase give); then a window in which each says high or
low, sealed (phase call); then, from the dealer's left, each plays a card to the pile (phase play). Most points of
the called kind win a point.
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
    IllegalMove,
    Move,
    Option,
    OptionValue,
    Preset,
    ScoreLine,
    Seat,
    Table,
    Visibility,
    ZoneKind,
    ZonePlan,
    parse_cards,
    zone_id,
)
from engine.play.phases import Between, Phase

PACK = parse_cards("2C 3C 4C 5C 2D 3D 4D 5D 9H 9H * *")


class DealOut(Phase):
    name = "dealing"

    def enter(self, table: Table) -> None:
        table.deal_hands((seat, 3) for seat in table.clockwise_from(table.left_of(table.dealer)))
        table.enter("give")


class Give(Phase):
    name = "give"
    clock = "pass"
    sealed = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return tuple(range(board.seats))

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("give", tuple(table.zone("hand", seat)), 1, 1, paragraph="2.1"),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("give", (table.zone("hand", seat)[0],))

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        for seat, move in answers.items():
            table.move(move.cards, zone_id("hand", seat), zone_id("gift", seat))
        for seat, move in answers.items():
            table.move(move.cards, zone_id("gift", seat), zone_id("hand", table.left_of(seat)))
        table.enter("call")


class Call(Phase):
    name = "call"
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return tuple(range(board.seats))

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("high"), Choice("low"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("low")

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        table.declare("highs", sum(move.verb == "high" for move in answers.values()))
        table.enter("play")


class Play(Phase):
    name = "play"

    def acting(self, board: Board) -> tuple[Seat, ...]:
        played = len(board.zone("pile"))
        return (board.left_of(board.dealer, 1 + played),) if played < board.seats else ()

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        plain = tuple(card for card in table.zone("hand", seat) if card != "*")
        return (Choice("play", plain or tuple(table.zone("hand", seat)), 1, 1, paragraph="3.1"),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("play", self.choices(table, seat)[0].cards[:1])

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        table.move(move.cards, zone_id("hand", seat), "pile")
        if len(table.zone("pile")) == table.seats:
            points = [int(card == max(table.zone("pile"))) for card in table.zone("pile")]
            for other in range(table.seats):
                table.turn_up(zone_id("hand", other))
            table.score("played", points, [ScoreLine(0, "highest card", points[0])])
            if table.deal == table.options["deals"]:
                best = max(table.totals)
                table.end_match("played", [s for s in range(table.seats) if table.totals[s] == best])
            else:
                table.next_deal()

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return IllegalMove("Jokers are kept to the last.", "3.1")


class Toy(Game):
    meta: ClassVar[GameInfo] = GameInfo(
        "toy",
        "Toy",
        "Toy",
        "A game for tests.",
        2,
        3,
        3,
        (Option("deals", 2, "How many deals.", "1.1", least=1, most=9),),
        (Preset("toy", "Toy", "As it is."),),
    )
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("hand", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("gift", Visibility.OWNER, per_seat=True, ordered=False),
            ZoneKind("pile", Visibility.PUBLIC),
            ZoneKind("meld", Visibility.PUBLIC, per_seat=True, grouped=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {p.name: p for p in (DealOut(), Give(), Call(), Play(), Between())}
    first_phase = "dealing"
    verbs = frozenset(("give", "high", "low", "play"))

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        return Deck(PACK)


TOY = Toy()


def toy_table(deal_text: str = "", seats: int = 3, seed: str = "seed") -> Table:
    """A started table of the toy game, from a given deal if there is one."""
    from engine.api import parse_deal

    deal = parse_deal(deal_text, TOY.deck({})) if deal_text else None
    table = Table(TOY, seats, TOY.meta.resolve({}), seed=seed, deal=deal)
    table.start()
    return table


def answer(table: Table, seat: Seat, verb: str, cards: str = "") -> None:
    """A seat's move, cards as text."""
    table.play(seat, table.step, Move(verb, tuple(Card(word) for word in cards.split())))


DEAL = "dealer: 2\n0: 2C 3C 4C\n1: 2D 3D *\n2: 9H 9H 5C\nstock: 4D 5D *"
