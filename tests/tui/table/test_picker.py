"""A listed choice is narrowed part by part, and groups are laid out by hand."""

from itertools import combinations, product

from engine.api import Card, Choice, Decision, Deck, Move, find_game, parse_cards
from tui.table.choice.chooser import Chooser
from tui.table.choice.composer import Composer
from tui.table.choice.offers import ChoiceOffer
from tui.table.choice.picker import Picker
from tui.table.game_words import read_layout

LAYOUT = read_layout(find_game("khanhoo"))
OWN = tuple(f"slot:0:{number}" for number in range(4))
THEIRS = tuple(f"slot:{seat}:{number}" for seat in (1, 2) for number in range(3))


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def _picker(choice: Choice) -> Picker:
    return Picker(ChoiceOffer(choice, LAYOUT.verb(choice.verb)))


def _asked(hand: str, *choices: Choice, free: bool = False) -> Chooser:
    chooser = Chooser(LAYOUT)
    chooser.hold(_cards(hand))
    chooser.ask(Decision(1, 0, "turn", choices, next(choices[0].moves(Deck(()))), free=free))
    return chooser


EXCHANGE = Choice("exchange", places=tuple(product(OWN, THEIRS)))
PEEK = Choice("peek", places=tuple(combinations(OWN, 2)))
MATCH = Choice("match", places=tuple(part for size in (1, 2) for part in combinations(OWN, size)))
LAY_OFF = Choice(
    "lay_off",
    sets=(_cards("7H"), _cards("7H"), _cards("7H"), _cards("KS")),
    places=(("meld:1:0", "low"), ("meld:1:0", "high"), ("meld:2:0",), ("meld:2:1",)),
    names=("as the lowest", "as the highest", "to the sevens", "to the kings"),
)


def test_each_place_is_a_part_of_its_own() -> None:
    picker = _picker(EXCHANGE)
    assert picker.candidates == OWN
    picker.point(3)
    picker.take()
    assert picker.candidates == THEIRS
    picker.point(2)
    assert picker.current == "slot:1:1"
    picker.take()
    assert picker.is_done
    assert picker.left[0].move == Move("exchange", places=("slot:0:2", "slot:1:1"))


def test_up_and_down_go_to_the_next_seats_row_and_digits_stay_in_it() -> None:
    picker = _picker(EXCHANGE)
    picker.take()
    picker.step_row(1)
    assert picker.current == "slot:2:0"
    picker.point(3)
    assert picker.current == "slot:2:2"
    picker.step_row(1)
    assert picker.current == "slot:1:0"


def test_one_step_back_points_at_what_was_taken() -> None:
    picker = _picker(EXCHANGE)
    picker.step(2)
    picker.take()
    assert picker.back()
    assert picker.current == "slot:0:2"
    assert not picker.back()


def test_where_only_one_way_is_left_it_is_taken() -> None:
    picker = _picker(LAY_OFF)
    picker.point_at(_cards("KS"))
    picker.take()
    assert picker.is_done
    assert picker.left[0].move == Move("lay_off", _cards("KS"), ("meld:2:1",))
    assert picker.name == "to the kings"


def test_ways_may_have_more_parts_than_others() -> None:
    picker = _picker(LAY_OFF)
    picker.take()
    assert picker.candidates == ("meld:1:0", "meld:2:0")
    assert picker.name == ""
    picker.take()
    assert picker.candidates == ("low", "high")
    picker.point(2)
    assert picker.name == "as the highest"
    picker.take()
    assert picker.left[0].move.places == ("meld:1:0", "high")


def test_places_of_which_the_order_means_nothing_are_picked_in_any_order() -> None:
    picker = _picker(PEEK)
    picker.point(4)
    picker.take()
    assert picker.candidates == OWN[:3]
    picker.point(2)
    picker.take()
    assert picker.left[0].move == Move("peek", places=("slot:0:1", "slot:0:3"))


def test_one_place_is_enough_where_more_may_be_added() -> None:
    chooser = _asked("2H", MATCH, Choice("pass"))
    chooser.pick(chooser.offers[-1])
    assert chooser.picking is not None
    chooser.picking.point(3)
    assert chooser.picking.may_grow
    assert chooser.take_part() == Move("match", places=("slot:0:2",))
    chooser.pick(chooser.offers[-1])
    chooser.picking.point(3)
    chooser.picking.take()
    chooser.picking.point(1)
    assert chooser.take_part() == Move("match", places=("slot:0:0", "slot:0:2"))


def test_the_card_that_i_point_at_is_the_one_that_is_laid_off() -> None:
    chooser = _asked("2D 7H KS", LAY_OFF)
    chooser.point(1)
    chooser.pick(chooser.offers[0])
    assert chooser.picking is not None
    assert chooser.picking.taken == [_cards("7H")]
    chooser.clear()
    assert chooser.picking is not None
    assert chooser.picking.current == _cards("7H")
    chooser.clear()
    assert chooser.picking is None


def test_a_picking_goes_on_as_far_as_it_still_can_be_done() -> None:
    chooser = _asked("7H KS", LAY_OFF)
    chooser.pick(chooser.offers[0])
    chooser.picking.take() if chooser.picking and not chooser.picking.taken else None
    fewer = Choice("lay_off", sets=LAY_OFF.sets[2:], places=LAY_OFF.places[2:], names=LAY_OFF.names[2:])
    chooser.ask(Decision(2, 0, "turn", (fewer,), Move("lay_off", _cards("KS"), ("meld:2:1",))))
    assert chooser.picking is not None
    assert chooser.picking.left[0].move.places == ("meld:2:0",)


def test_what_nobody_waits_for_is_never_done_by_enter() -> None:
    chooser = _asked("2H", Choice("match", places=tuple((place,) for place in OWN)), free=True)
    assert chooser.main_offer() is None
    assert not chooser.is_waited_for


SHAPE = Choice(
    "lay_down",
    _cards("7H 7S 7D 9C 10C JC QC KS"),
    shape=("set", "straight"),
    divisions=((_cards("7H 7S 7D"), _cards("9C 10C JC")), (_cards("7H 7S 7D"), _cards("10C JC QC"))),
)


def _three(_word: str, cards: tuple[Card, ...]) -> str:
    return "" if len(cards) >= 3 else "It takes three cards."


def _composer() -> Composer:
    hand = tuple((card, 0) for card in SHAPE.cards)
    return Composer(ChoiceOffer(SHAPE, LAYOUT.verb("lay_down")), hand, _three)


def test_groups_open_with_the_best_division() -> None:
    composer = _composer()
    assert composer.move() == Move("lay_down", groups=SHAPE.divisions[0])
    assert composer.first_fault() is None
    composer.suggest(1)
    assert composer.faces(1) == _cards("10C JC QC")


def test_cards_go_to_and_fro_and_a_group_says_what_it_is_missing() -> None:
    composer = _composer()
    composer.put((Card("7D"), 0))
    assert composer.first_fault() == (0, "It takes three cards.")
    composer.put((Card("QC"), 0), 1)
    assert composer.faces(1) == _cards("9C 10C JC QC")
    composer.put((Card("7D"), 0), 0)
    assert composer.first_fault() is None


def test_the_order_within_a_group_is_the_persons() -> None:
    composer = _composer()
    composer.go(-1)
    composer.shift(1)
    assert composer.faces(1) == _cards("10C 9C JC")
    assert composer.at == 1
    composer.send(0)
    assert composer.faces(0)[-1] == "9C"


def test_what_was_laid_out_is_found_again() -> None:
    chooser = Chooser(LAYOUT, _three)
    chooser.hold(SHAPE.cards)
    chooser.ask(Decision(1, 0, "turn", (SHAPE,), Move("lay_down")))
    chooser.compose(chooser.offers[0])
    assert chooser.composing is not None
    chooser.composing.put((Card("QC"), 0), 1)
    chooser.ask(None)
    assert chooser.composing is None
    chooser.ask(Decision(2, 0, "turn", (SHAPE,), Move("lay_down")))
    chooser.compose(chooser.offers[0])
    assert chooser.composing.faces(1) == _cards("9C 10C JC QC")


def test_a_hand_in_an_order_of_ones_own_keeps_it_when_cards_come_and_go() -> None:
    chooser = Chooser(LAYOUT)
    chooser.hold(_cards("2H 3H 4S"))
    chooser.keep_order()
    chooser.carry(1)
    assert chooser.by_hand(_cards("2H 3H 4S")) == _cards("3H 2H 4S")
    assert chooser.by_hand(_cards("2H 3H 9D 4S")) == _cards("3H 2H 4S 9D")
    assert chooser.by_hand(_cards("2H 9D")) == _cards("2H 9D")
