"""Khamul: its table and its phases, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import TYPE_CHECKING, ClassVar, Final

from ...kit.wording import number_in_words
from ...model.board import Board
from ...model.cards import Deck, Seat
from ...model.events import Event
from ...model.moves import Choice, IllegalMove, Move
from ...model.options import OptionValue
from ...model.telling import Telling
from ...model.zones import Visibility, ZoneKind, ZonePlan, zone_id
from ...play.game import Game
from ...play.match_end import CountingPhase, MatchEnd, Reckoning
from ...play.phases import Between, Phase
from . import hints, steps
from .cards import (
    HAND_SIZE,
    JACK,
    KING,
    MOST_FREE_MOVES,
    MOST_IN_A_TURN,
    MOST_TO_CALL,
    PACK,
    PEEKED,
    POWER,
    HouseRules,
    most_matched,
    slot_id,
    subsets,
    worth,
)
from .meta import META
from .scoring import CALLED, UNCALLED, match_end, reckon
from .seen_cards import false_caller, has_to_call, note_false_call, note_silence, see, see_all, silent_seats
from .state import (
    CALLER,
    MATCHED_AGAIN,
    REFUSED,
    RESTOCK,
    TURN_NUMBER,
    WAITING,
    can_match_freely,
    can_rearrange,
    cards_of,
    free_moves,
    has_penalty_card,
    holders,
    house_of,
    in_turn,
    matched_again,
    may_call,
    may_match_again,
    places_of,
    targets_of,
    top_card,
)

if TYPE_CHECKING:
    from ...play.table import Table


class Dealing(Phase):
    """Four cards each. Rule: khamul §2.2."""

    name = "dealing"

    def enter(self, table: Table) -> None:
        starter = table.left_of(table.dealer)
        order = [(seat, HAND_SIZE) for seat in table.clockwise_from(starter)]
        table.deal_hands(order, hand="slot", apart=True)
        table.enter(Peeking.name)


class Peeking(Phase):
    """Every player looks at two of their own cards. Rule: khamul §3.1."""

    name = "peeking"
    clock = "pass"
    sealed = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return board.playing

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (Choice("peek", places=tuple(combinations(places_of(table, seat), PEEKED)), paragraph="3.1"),)

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("peek", places=tuple(slot_id(seat, number) for number in range(PEEKED)))

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        for seat, move in answers.items():
            for place in move.places:
                steps.look(table, seat, place)
        steps.begin_turn(table, 1)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return refuse(table, seat, move)


class _Open(Phase):
    """A phase in which the table waits for one seat, while everybody may match or rearrange. Rule: khamul §3.4,
    §5.6.
    """

    free_verbs = frozenset(("match", "rearrange"))

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return (in_turn(board),)

    def may_rearrange(self, board: Board, seat: Seat) -> bool:
        return can_rearrange(board, seat)

    def free(self, board: Board) -> tuple[Seat, ...]:
        others = set(board.playing) - set(self.acting(board))
        return tuple(
            seat for seat in sorted(others) if can_match_freely(board, seat) or self.may_rearrange(board, seat)
        )

    def free_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        places = places_of(table, seat)
        found = []
        if can_match_freely(table, seat):
            found.append(Choice("match", places=tuple((place,) for place in places), paragraph="5.6"))
        if self.may_rearrange(table, seat):
            found.append(Choice("rearrange", places=tuple(combinations(places, 2)), paragraph="3.4"))
        return tuple(found)

    def play_free(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "match":
            steps.match_freely(table, seat, move.places[0])
        else:
            steps.rearrange(table, seat, move)

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        return (*self.own_choices(table, seat), *self.free_choices(table, seat))

    def own_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        """The choices of the seat that the table waits for."""
        raise NotImplementedError

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return refuse(table, seat, move)


class TurnStart(_Open):
    """Call, draw, or take the top of the pile. Rule: khamul §4.2, §7.1."""

    name = steps.TURN

    def own_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        found = []
        places = places_of(table, seat)
        if may_call(table):
            found.append(Choice("khamul", paragraph="7.1"))
        if RESTOCK.can_draw(table):
            found.append(Choice("draw", paragraph="4.2"))
        if places and top_card(table) is not None:
            found.append(Choice("take", places=tuple((place,) for place in places), paragraph="4.4"))
        # A player without cards calls automatically (§4.6), so a player who must pass cannot call.
        return tuple(found) or (Choice("pass", paragraph="4.5"),)

    def default(self, table: Table, seat: Seat) -> Move:
        if RESTOCK.can_draw(table):
            return Move("draw")
        places = places_of(table, seat)
        return Move("take", places=places[:1]) if places and top_card(table) is not None else Move("pass")

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "khamul":
            self._call(table, seat)
        elif move.verb == "pass":
            steps.begin_turn(table, TURN_NUMBER.of(table) + 1)
        else:
            self._get_card(table, seat, move)

    def _get_card(self, table: Table, seat: Seat, move: Move) -> None:
        """A card is drawn, or taken from the pile. Rule: khamul §4.2, §4.4, §7.3."""
        if may_call(table) and has_to_call(table, seat):
            note_silence(table, seat)
        if move.verb == "draw":
            card = RESTOCK.draw(table, steps.drawn_id(seat))
            assert card is not None, "drawing was offered"
            see(table, card, seat)
            table.enter(Deciding.name)
        else:
            card = table.zones[steps.PILE][-1]
            table.move((card,), steps.PILE, steps.drawn_id(seat))
            see_all(table, card)
            steps.lay(table, seat, move.places[0])
            steps.after_throw(table)

    def _call(self, table: Table, seat: Seat) -> None:
        """Khamul is called. Rule: khamul §7.1, §7.4, §11.5."""
        if worth(cards_of(table, seat)) > MOST_TO_CALL:
            if house_of(table).refuses_false_call:
                REFUSED.declare(table, TURN_NUMBER.of(table), seat)
                return
            note_false_call(table, seat)
        CALLER.declare(table, seat, seat)
        steps.begin_turn(table, TURN_NUMBER.of(table) + 1)


class Deciding(_Open):
    """A card was drawn: discard it, or swap it for one of your own. Rule: khamul §4.3."""

    name = "deciding"

    def own_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        throw = Choice("discard", paragraph="4.3")
        places = places_of(table, seat)
        if not places:
            return (throw,)
        return (throw, Choice("swap", places=tuple((place,) for place in places), paragraph="4.3"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("discard")

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "discard":
            steps.throw(table, seat, steps.drawn_id(seat))
        else:
            steps.lay(table, seat, move.places[0])
        steps.after_throw(table)


class Matching(Phase):
    """Every player with a card may match the latest discard; all answer at once. Rule: khamul §5.2, §5.3, §5.5."""

    name = steps.MATCHING
    clock = "claim"
    sealed = True
    window = True

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return holders(board)

    def lapse_ms(self, board: Board) -> int:
        return 1000 * house_of(board).match_s

    def choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        match = Choice("match", places=subsets(places_of(table, seat)), paragraph="5.2")
        return (match, Choice("pass", paragraph="5.2"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("pass")

    def resolve(self, table: Table, answers: Mapping[Seat, Move]) -> None:
        matched = False
        for seat in steps.match_order(table):
            if seat in answers:
                for place in answers[seat].places:
                    matched |= steps.match(table, seat, place)
        if matched and may_match_again(table):
            MATCHED_AGAIN.declare(table, (TURN_NUMBER.of(table), matched_again(table) + 1))
            steps.after_throw(table)
        else:
            steps.use_powers(table)

    def refusal(self, table: Table, seat: Seat, move: Move) -> IllegalMove:
        return refuse(table, seat, move)


class Power(_Open):
    """The player who put a black king, black queen or jack on the pile may use its power. Rule: khamul §6."""

    name = steps.POWERS

    def acting(self, board: Board) -> tuple[Seat, ...]:
        return tuple(owner for _, owner in WAITING.of(board)[:1])

    def may_rearrange(self, board: Board, seat: Seat) -> bool:
        card, owner = WAITING.of(board)[0]
        return (seat == owner or POWER[card] != KING) and can_rearrange(board, seat)

    def own_choices(self, table: Table, seat: Seat) -> tuple[Choice, ...]:
        card, _ = WAITING.of(table)[0]
        own, others = places_of(table, seat), targets_of(table, seat)
        if POWER[card] == JACK:
            use = Choice("look", places=tuple((place,) for place in own), paragraph="6.5")
        elif POWER[card] == KING:
            theirs = [place for other in others for place in places_of(table, other)]
            use = Choice("exchange", places=tuple(product(own, theirs)), paragraph="6.3")
        else:
            use = Choice("burden", places=tuple((zone_id("seat", other),) for other in others), paragraph="6.4")
        usable = (use,) if use.places else ()
        return (*usable, Choice("decline", paragraph="6.2"))

    def default(self, table: Table, seat: Seat) -> Move:
        return Move("decline")

    def play(self, table: Table, seat: Seat, move: Move) -> None:
        if move.verb == "look":
            steps.look(table, seat, move.places[0])
        elif move.verb == "exchange":
            steps.exchange(table, seat, *move.places)
        elif move.verb == "burden":
            steps.draw_unseen(table, int(move.places[0].partition(":")[2]))
        steps.power_done(table)


class Counting(CountingPhase):
    """All cards are shown and scored. Rule: khamul §7.2, §8, §9."""

    extra_fact = "extra_round"

    def reckon(self, table: Table) -> Reckoning:
        for seat in table.playing:
            for place in places_of(table, seat):
                table.move(tuple(table.zones[place]), place, zone_id("open", seat))
        return reckon(
            {seat: tuple(table.zone("open", seat)) for seat in table.playing},
            table.seats,
            how=UNCALLED if CALLER.of(table) is None else CALLED,
            silent=silent_seats(table),
            false_caller=false_caller(table),
        )

    def match_end(self, table: Table) -> MatchEnd:
        return match_end(house_of(table))


_ONE_PLACE: Final = {
    "take": "Select one of your cards to swap for the discard.",
    "swap": "Select one of your cards to swap for the drawn card.",
}
_USED: Final = {
    "king": ("exchange", "Select one of your own cards, and then a card of another player.", "6.3"),
    "queen": ("burden", "Select another player.", "6.4"),
    "jack": ("look", "Select one of your own cards to look at.", "6.5"),
}
_NO_MORE: Final = IllegalMove("You have rearranged and matched the top card fifty times in this round.", "5.8")
_PARAGRAPHS: Final = {"peeking": "3.1", "matching": "5.2", "deciding": "4.3", "turn": "4.2", "power": "6.2"}
"""By phase: the paragraph of what can be done."""


def refuse(table: Table, seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move that is not among a seat's choices."""
    if move.cards or move.groups:
        return IllegalMove("Your cards are face down. Select a card by its number.", "2.2")
    if move.verb == "match" and table.phase != "peeking":
        return _no_match(table, seat, move)
    if move.verb == "rearrange" and table.phase not in ("peeking", "matching"):
        return _no_rearranging(table, seat, move)
    if table.phase in ("turn", "deciding") and seat != in_turn(table):
        return IllegalMove("It is not your turn.", "4.2")
    if table.phase == "turn":
        return _no_turn(table, seat, move)
    if table.phase == "power":
        return _no_power(table, seat, move)
    if table.phase == "peeking" and move.verb == "peek":
        return IllegalMove("Select exactly two of your own cards.", "3.1")
    if table.phase == "deciding" and move.verb == "swap":
        return _wrong_place(table, seat, move)
    return _out_of_place(table, move)


def _out_of_place(table: Table, move: Move) -> IllegalMove:
    """The refusal of a verb that belongs to another phase, or of a verb without cards in a move that names some."""
    return IllegalMove("Select no card." if move.places else "", _PARAGRAPHS[table.phase])


def _no_turn(table: Table, seat: Seat, move: Move) -> IllegalMove:
    if move.verb == "khamul" and CALLER.of(table) is not None:
        return IllegalMove("Khamul is already called. This is your last turn.", "7.1")
    if move.verb == "khamul" and REFUSED.of(table) == TURN_NUMBER.of(table):
        return IllegalMove("You cannot call again in this turn: you have more than five points.", "11.5")
    if move.verb == "draw" and not RESTOCK.can_draw(table):
        return IllegalMove("You cannot draw: the stock is empty.", "4.5")
    if move.verb == "take" and top_card(table) is None:
        return IllegalMove("You cannot take a discard: the discard pile is empty.", "4.2")
    if move.verb == "take" and places_of(table, seat):
        return _wrong_place(table, seat, move)
    return _out_of_place(table, move)


def _no_power(table: Table, seat: Seat, move: Move) -> IllegalMove:
    card, owner = WAITING.of(table)[0]
    verb, sentence, paragraph = _USED[POWER[card]]
    if seat != owner:
        return IllegalMove("You cannot use this power: another player discarded the card.", "6.1")
    if move.verb == verb:
        return IllegalMove(sentence, paragraph)
    return IllegalMove(f"You discarded a {POWER[card]} and may use its power.", "6.2")


def _no_match(table: Table, seat: Seat, move: Move) -> IllegalMove:
    places = places_of(table, seat)
    if any(place not in places for place in move.places):
        return IllegalMove("You can match only with your own cards.", "5.2")
    if table.phase == "matching":
        most = min(len(places), most_matched(len(places)))
        if most == 1:
            return IllegalMove("Select one of your cards.", "5.2")
        return IllegalMove(
            f"Select one to {number_in_words(most)} of your cards, in the order of their numbers.", "5.2"
        )
    if top_card(table) is None:
        return IllegalMove("You cannot match: the discard pile is empty.", "5.6")
    if free_moves(table, seat).matched >= MOST_IN_A_TURN:
        return IllegalMove("You cannot match the top card more than three times in one turn.", "5.6")
    if free_moves(table, seat).in_round >= MOST_FREE_MOVES:
        return _NO_MORE
    if not has_penalty_card(table):
        return IllegalMove("You cannot match now, because no penalty card is left to draw.", "5.6")
    return IllegalMove("Match one card at a time: select one of your cards.", "5.6")


def _no_rearranging(table: Table, seat: Seat, move: Move) -> IllegalMove:
    if free_moves(table, seat).rearranged >= MOST_IN_A_TURN:
        return IllegalMove("You cannot rearrange more than three times in one turn.", "3.4")
    if free_moves(table, seat).in_round >= MOST_FREE_MOVES:
        return _NO_MORE
    if table.phase == "power" and POWER[WAITING.of(table)[0][0]] == "king" and WAITING.of(table)[0][1] != seat:
        return IllegalMove("You cannot rearrange while another player decides how to use a black king.", "3.4")
    return IllegalMove("Select two of your own cards.", "3.4")


def _wrong_place(table: Table, seat: Seat, move: Move) -> IllegalMove:
    if any(place in places_of(table, other) for other in table.playing if other != seat for place in move.places):
        return IllegalMove("That card is not yours. Select one of your own cards.", "4.3")
    return IllegalMove(_ONE_PLACE[move.verb], "4.4" if move.verb == "take" else "4.3")


class Khamul(Game):
    """The game as the registry finds it."""

    meta = META
    plan: ClassVar[ZonePlan] = ZonePlan(
        (
            ZoneKind("stock", Visibility.NOBODY),
            ZoneKind("discard", Visibility.PUBLIC),
            ZoneKind("drawn", Visibility.OWNER, per_seat=True, shown_once=True),
            ZoneKind("slot", Visibility.NOBODY, per_seat=True, grouped=True, shown_once=True),
            ZoneKind("aside", Visibility.NOBODY, shown_once=True),
            ZoneKind("open", Visibility.PUBLIC, per_seat=True),
        )
    )
    phases: ClassVar[Mapping[str, Phase]] = {
        phase.name: phase
        for phase in (
            Dealing(),
            Peeking(),
            TurnStart(),
            Deciding(),
            Matching(),
            Power(),
            Counting(),
            Between(),
        )
    }
    first_phase = Dealing.name
    verbs = frozenset(
        (
            "peek",
            "khamul",
            "draw",
            "take",
            "discard",
            "swap",
            "match",
            "pass",
            "look",
            "exchange",
            "burden",
            "decline",
            "rearrange",
        )
    )
    arrangements = ("slots",)
    hints = hints
    high_wins = False

    def deck(self, options: Mapping[str, OptionValue]) -> Deck:
        """52 cards, whatever the options. Rule: khamul §2.1."""
        return _DECK

    def house_rules(self, options: Mapping[str, OptionValue]) -> HouseRules:
        """The options as house rules. Rule: khamul §11."""
        return HouseRules.of(options)

    def remembers(self, board: Board) -> bool:
        """Whether the table's memory aid is on. Rule: khamul §3.2, §11.8."""
        return house_of(board).memory_aid

    def telling(self, event: Event, board: Board) -> Telling | None:
        return hints.telling(event, board)

    def choose_dealer(self, table: Table) -> Seat:
        """The player on the dealer's left begins; the dealer is random in the first round, or in every round. Rule:
        khamul §4.1, §11.7.
        """
        if table.deal and not house_of(table).random_starter:
            return table.left_of(table.dealer)
        return table.chance("dealer").choice(table.playing)


_DECK: Final = Deck(PACK)

GAME: Final = Khamul()
