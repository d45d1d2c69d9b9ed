"""A choice in the making outlives whatever it can outlive."""

from engine.api import Card, Choice, Decision, Move, find_game, parse_cards
from tui.table.choice.chooser import Chooser
from tui.table.game_words import read_layout


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def _chooser(hand: str, *choices: Choice, number: int = 1) -> Chooser:
    chooser = Chooser(read_layout(find_game("khanhoo")))
    chooser.hold(_cards(hand))
    if choices:
        chooser.ask(_decision(*choices, number=number))
    return chooser


def _decision(*choices: Choice, number: int = 1) -> Decision:
    return Decision(number, 0, "turn", choices, Move(choices[0].verb))


THROW = Choice("discard", _cards("2H 3H 4S KC"), 1, 1)
PASS = Choice("pass")
BUMP = Choice("bump", sets=(_cards("4S 4S"), _cards("2H 3H")), names=("triplet, 2", "sequence, 1"))


def test_chosen_cards_stay_chosen_when_others_come() -> None:
    chooser = _chooser("2H 3H 4S")
    chooser.step(1)
    chooser.toggle()
    chooser.hold(_cards("2H 9H 3H 4S 5S"))
    assert chooser.chosen_cards == _cards("3H")
    assert chooser.pointed == "3H"


def test_a_chosen_card_that_is_gone_is_chosen_no_more() -> None:
    chooser = _chooser("2H 3H 4S")
    chooser.toggle()
    chooser.hold(_cards("3H 4S"))
    assert chooser.chosen_cards == ()


def test_one_of_two_equal_cards_stays_chosen_when_one_goes() -> None:
    chooser = _chooser("9H 9H 4S")
    chooser.toggle()
    chooser.hold(_cards("4S 9H"))
    assert chooser.chosen_cards == _cards("9H")


def test_a_claim_does_not_take_a_half_made_choice() -> None:
    chooser = _chooser("2H 3H 4S KC", THROW)
    chooser.point(3)
    chooser.toggle()
    chooser.ask(None)
    chooser.ask(_decision(BUMP, PASS, number=2))
    assert chooser.chosen_cards == _cards("KC")
    chooser.pick(chooser.offers[0])
    chooser.step(1)
    assert chooser.picked == _cards("2H 3H")
    chooser.clear()
    assert chooser.chosen_cards == _cards("KC")
    chooser.ask(_decision(THROW, number=3))
    assert chooser.chosen_cards == _cards("KC")


def test_leafing_goes_on_where_the_set_is_still_offered() -> None:
    chooser = _chooser("2H 3H 4S 4S KC", BUMP, PASS)
    chooser.pick(chooser.offers[0])
    chooser.step(1)
    chooser.ask(_decision(Choice("bump", sets=(_cards("2H 3H"),), names=("sequence, 1",)), PASS, number=2))
    assert chooser.picked == _cards("2H 3H")
    chooser.ask(_decision(THROW, number=3))
    assert chooser.picking is None


def test_an_accepted_move_ends_the_choice() -> None:
    chooser = _chooser("2H 3H 4S KC", THROW)
    chooser.toggle()
    chooser.moved(Move("discard", _cards("2H")))
    assert not chooser.chosen


def test_letting_a_card_go_forgets_nothing() -> None:
    chooser = _chooser("2H 3H 4S KC", BUMP, PASS)
    chooser.toggle()
    chooser.moved(Move("pass"))
    assert chooser.chosen_cards == _cards("2H")


def test_enter_takes_the_card_pointed_at_or_the_one_chosen() -> None:
    chooser = _chooser("2H 3H 4S KC", THROW)
    main = chooser.main_offer()
    assert main is not None
    assert chooser.move_for(main) == Move("discard", _cards("2H"))
    chooser.point(2)
    chooser.toggle()
    chooser.point(0)
    assert chooser.move_for(main) == Move("discard", _cards("4S"))


def test_a_card_that_may_not_be_played_is_sent_all_the_same_so_that_the_table_says_why() -> None:
    chooser = _chooser("2H 9S", Choice("discard", _cards("2H"), 1, 1))
    chooser.point(1)
    main = chooser.main_offer()
    assert main is not None
    assert chooser.move_for(main) == Move("discard", _cards("9S"))
    assert chooser.marks() == (True, False)


def test_an_offer_with_one_card_takes_it_when_asked_for_by_its_key() -> None:
    chooser = _chooser("2H 3H 4S KC", THROW, Choice("out", _cards("KC"), 1, 1))
    out = chooser.offer("o")
    assert out is not None
    assert chooser.move_for(out, named=True) == Move("out", _cards("KC"))


def test_enter_does_nothing_by_itself_where_words_must_be_chosen() -> None:
    chooser = _chooser("2H 3H", Choice("take"), Choice("leave"))
    assert chooser.main_offer() is None
    assert [offer.words.key for offer in chooser.offers] == ["t", "l"]


def test_the_sets_of_a_claim_are_found_by_the_chosen_cards() -> None:
    chooser = _chooser("2H 3H 4S 4S KC", BUMP, PASS)
    chooser.point(2)
    chooser.toggle()
    chooser.point(3)
    chooser.toggle()
    main = chooser.main_offer()
    assert main is not None
    assert chooser.move_for(main) == Move("bump", _cards("4S 4S"))


def test_the_cursor_goes_round_and_first_points_at_a_card_of_use() -> None:
    chooser = _chooser("2H 3H 4S KC", Choice("discard", _cards("4S"), 1, 1))
    assert chooser.pointed == "4S"
    chooser.step(2)
    assert chooser.pointed == "2H"


def _asked_after(hand: str, default: str, *steps: int) -> Chooser:
    chooser = _chooser(hand)
    for by in steps:
        chooser.step(by)
    choice = Choice("discard", _cards(hand), 1, 1)
    chooser.ask(Decision(1, 0, "turn", (choice,), Move("discard", _cards(default))))
    return chooser


def test_a_new_question_points_at_the_card_of_its_default() -> None:
    assert _asked_after("2H 3H 4S KC", "4S").pointed == "4S"


def test_who_has_pointed_at_a_card_finds_the_cursor_there() -> None:
    assert _asked_after("2H 3H 4S KC", "4S", 1).pointed == "3H"


def test_after_a_move_the_cursor_is_free_again() -> None:
    chooser = _asked_after("2H 3H 4S KC", "4S", 1)
    chooser.moved(Move("discard", _cards("3H")))
    chooser.hold(_cards("2H 4S KC"))
    choice = Choice("discard", _cards("2H 4S KC"), 1, 1)
    chooser.ask(Decision(2, 0, "turn", (choice,), Move("discard", _cards("KC"))))
    assert chooser.pointed == "KC"


def test_a_card_pointed_at_is_not_named_by_accident_where_others_cards_may_be_named() -> None:
    call = Choice("call", sets=(_cards("AC"), _cards("AH")))
    chooser = _chooser("AC 9D", call)
    assert chooser.main_offer() is None, "Enter names nothing that was not chosen"
    assert chooser.number(3) is None
    assert chooser.number(2) == Move("call", _cards("AH"))
    chooser.toggle()
    main = chooser.main_offer()
    assert main is not None
    assert chooser.move_for(main) == Move("call", _cards("AC")), "set apart, it is meant"


def test_moves_without_a_letter_are_numbered() -> None:
    chooser = _chooser("AC 9D", Choice("orphan"), Choice("decline"))
    assert [(chooser.key_of(each), each.choice.verb) for each in chooser.offers] == [("1", "decline"), ("2", "orphan")]
    found = chooser.offer("2")
    assert found is not None
    assert chooser.move_for(found, named=True) == Move("orphan")
