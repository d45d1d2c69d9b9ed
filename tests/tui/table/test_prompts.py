"""The prompt's row of offers: whatever can be done is seen with its key, however long its words."""

from itertools import product

import pytest

from engine.api import Choice, Decision, GameInfo, Move, find_game, games, parse_cards
from tui.table.choice.chooser import Chooser
from tui.table.game_words import read_layout
from tui.table.geometry import LEAST_WIDTH
from tui.table.picture import MeldLook, Picture, SeatView
from tui.table.widgets.prompt import LONG_NAME, OfferLook, Prompt, PromptLook, offer_looks
from tui.table.wording import Words
from tui.widgets.packs import read_pack

from ...harness.screens import settled
from ..scene import screen_text
from ..widgets.test_list import Bench

LONG = "Two Strings, beaten by 7 unseen cards"


@pytest.mark.parametrize("width", [60, 80])
async def test_an_offer_that_has_no_room_for_all_its_words_leaves_out_what_stands_in_brackets(width: int) -> None:
    prompt = Prompt()
    prompt.styles.height = 2
    async with Bench(prompt).run_test(size=(width, 2)) as pilot:
        prompt.show(
            PromptLook("Beat it.", True, offers=(OfferLook("enter", "sluff C8"), OfferLook("b", f"beat ({LONG})")))
        )
        await settled(pilot)
        shown = screen_text(pilot.app).splitlines()[1]
        assert "b  beat" in shown
        assert "…" not in shown
        assert "(" not in shown or LONG in shown


@pytest.mark.parametrize(("width", "said"), [(50, "Your turn: lead."), (80, f"Your turn: lead {LONG}.")])
async def test_what_enter_would_do_is_told_where_there_is_room_and_never_instead_of_the_turn(
    width: int, said: str
) -> None:
    prompt = Prompt()
    prompt.styles.height = 2
    async with Bench(prompt).run_test(size=(width, 2)) as pilot:
        offers = (OfferLook("enter", "lead C8"),)
        prompt.show(PromptLook("Your turn: lead.", True, offers=offers, about=f"Your turn: lead {LONG}."))
        await settled(pilot)
        assert screen_text(pilot.app).splitlines()[0].strip() == said


@pytest.mark.parametrize("game", games(), ids=lambda meta: meta.id)
def test_what_a_game_asks_fits_the_least_window(game: GameInfo) -> None:
    phases = read_layout(find_game(game.id)).phases.values()
    asked = [text.replace("{discard}", "10♥") for phase in phases for text in (phase.why, *phase.prompts.values())]
    assert [text for text in asked if len(text) > LEAST_WIDTH - 4] == []


@pytest.mark.parametrize(
    ("time", "said"),
    [("", "▸ Your turn: take 10♥, or leave it and end the deal."), ("[==========]", "▸ Your turn: take 10♥ …")],
)
async def test_a_sentence_beside_the_clock_ends_with_a_clause(time: str, said: str) -> None:
    prompt = Prompt()
    prompt.styles.height = 2
    async with Bench(prompt).run_test(size=(LEAST_WIDTH, 2)) as pilot:
        says = "▸ Your turn: take 10♥, or leave it and end the deal."
        prompt.show(PromptLook(says, True, time, (OfferLook("t", "take 10♥"),)))
        await settled(pilot)
        assert screen_text(pilot.app).splitlines()[0].rstrip().removesuffix(time).strip() == said


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("offers", [(), (OfferLook("enter", "play Q♠"),)])
async def test_the_clock_has_a_place_of_its_own_beside_any_message(width: int, offers: tuple[OfferLook, ...]) -> None:
    prompt = Prompt()
    prompt.styles.height = 2
    async with Bench(prompt).run_test(size=(width, 2)) as pilot:
        for words, time in product([0, 3, 8, 11, 13, 25, 60], ("0:09", "0:09+1:30")):
            prompt.show(PromptLook("▸ Play a card.", True, time, offers, "Hint: " + "queen " * words))
            await settled(pilot)
            before, _, after = screen_text(pilot.app).splitlines()[0].rpartition(time)
            assert not after.strip()
            assert before.endswith(" ")


@pytest.mark.parametrize(("name", "label"), [("triplet, 2", "bump (triplet, 2)"), (LONG, "bump (4♠ 4♠)")])
def test_the_only_way_goes_by_its_name_unless_that_is_too_long(name: str, label: str) -> None:
    game = find_game("khanhoo")
    layout = read_layout(game)
    chooser = Chooser(layout)
    chooser.hold(parse_cards("2H 3H 4S 4S"))
    choices = (Choice("pass"), Choice("bump", sets=(parse_cards("4S 4S"),), names=(name,)))
    chooser.ask(Decision(1, 0, "claim", choices, Move("pass")))
    words = Words(layout, read_pack(game), game.deck(game.meta.resolve({})), Picture("", (), None))
    assert label in [offer.label for offer in offer_looks(chooser, words)]
    assert (len(name) > LONG_NAME) == (name == LONG)


def test_a_move_that_is_whole_is_told_in_the_words_of_the_game_and_enter_makes_it() -> None:
    game = find_game("chinaso")
    layout = read_layout(game)
    chooser = Chooser(layout)
    chooser.hold(parse_cards("2C 4C 6S"))
    lay_off = Choice("lay_off", sets=(parse_cards("2C"),), places=(("meld:1:0",),), names=("to the twos",))
    chooser.ask(Decision(1, 0, "turn", (lay_off,), Move("lay_off", parse_cards("2C"), ("meld:1:0",))))
    chooser.pick(chooser.offers[0])
    melds = (MeldLook("meld:1:0", parse_cards("2D 2H 2H")),)
    seats = (SeatView(0, "you", 3, 0), SeatView(1, "Birch", 6, 0, melds=melds))
    words = Words(layout, read_pack(game), game.deck(game.meta.resolve({})), Picture("", seats, 0))
    assert chooser.picking is not None
    assert words.picking(chooser.picking) == "Lay off 2♣ on Birch's 2♦ 2♥ 2♥."
    assert offer_looks(chooser, words)[0] == OfferLook("enter", "lay off: to the twos")


def test_the_cards_of_a_claim_stand_in_the_order_of_the_game() -> None:
    game = find_game("khanhoo")
    layout = read_layout(game)
    chooser = Chooser(layout)
    chooser.hold(parse_cards("2S 8H 2H"))
    bump = Choice("bump", sets=(parse_cards("2H 2S"),), names=("triplet, 2",))
    chooser.ask(Decision(1, 0, "claim", (bump, Choice("pass")), Move("pass"), window=True))
    for index in (0, 2):
        chooser.point(index)
        chooser.toggle()
    words = Words(layout, read_pack(game), game.deck(game.meta.resolve({})), Picture("", (), None))
    assert "bump 2♥ 2♠: triplet, 2" in [offer.label for offer in offer_looks(chooser, words)]
