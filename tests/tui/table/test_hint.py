"""A hint at the table: it marks what it speaks of, stays until something else is asked, and is done by its own key."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.api import BETWEEN, Advice, Choice, Decision, GameInfo, Move, Table, games, parse_cards
from engine.bots.random import random_move
from tui.session.table_session import advise
from tui.table.clocks import TableClocks
from tui.table.key_actions import Submit, Think, go_on, press
from tui.table.state import TableState
from tui.table.widgets.insight import Insight
from tui.table.widgets.log import wrapped
from tui.table.widgets.prompt import Prompt
from tui.widgets.global_keys import KEY_OF
from tui.widgets.key_bar import KeyBar

from ...harness.screens import settled, until, until_shown
from ...harness.slow import slow
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scene import screen_text, shown
from ..scenes_games import solo_declares
from ..scenes_table import hearts, khanhoo

SIZES = [(60, 20), (80, 24), (120, 40)]
LONG = Advice(
    Move("play", parse_cards("2D")),
    "The player on your right may be shooting the moon, so you should take a point of this trick to stop it at once "
    "now or never.",
)


def state_of(table: Tabletop) -> TableState:
    """The state of a table, drawn once; its clocks never ring."""
    timer: Any = SimpleNamespace(stop=lambda: None)
    screen: Any = SimpleNamespace(set_timer=lambda *_: timer, set_interval=lambda *_: timer)
    state = TableState(table.as_session, TableClocks(screen, lambda: None))
    state.catch_up()
    state.look()
    return state


def asked(state: TableState) -> Decision:
    """What the state's player is asked."""
    assert state.chooser.decision is not None
    return state.chooser.decision


def test_the_key_asks_for_a_hint_and_then_does_it() -> None:
    state = state_of(hearts(0, 2))
    decision = asked(state)
    key = KEY_OF["hint"]
    assert press(state, key, key) == Think(decision)
    assert state.look().hint == "Hint: thinking …"
    assert press(state, key, key) == "done", "it is thought of already"
    advice = advise(state.view.game, state.view, tuple(state.view.events), decision)
    state.show_hint(decision, advice)
    assert state.look().hint.startswith("Hint: play ")
    assert press(state, key, key) == Submit(decision, advice.move)


def test_a_hint_for_one_card_points_at_it_and_enter_plays_it() -> None:
    state = state_of(hearts(0, 2))
    for card in list(state.view.hand)[-2:]:
        state.show_hint(asked(state), Advice(Move("play", (card,)), "So."))
        assert state.chooser.pointed == card
        action = go_on(state)
        assert isinstance(action, Submit)
        assert action.move.cards == (card,)


def test_a_hint_for_three_cards_selects_them_and_escape_gives_my_own_back() -> None:
    state = state_of(hearts(0))
    press(state, "space", " ")
    mine = state.chooser.chosen_cards
    wanted = tuple(card for card in state.view.hand if card not in mine)[:3]
    state.show_hint(asked(state), Advice(Move("pass", wanted), "So."))
    assert sorted(state.chooser.chosen_cards) == sorted(wanted)
    assert press(state, "escape", None) == "done"
    assert state.chooser.chosen_cards == mine
    assert state.look().hint == ""


def test_what_i_choose_after_a_hint_is_mine() -> None:
    state = state_of(hearts(0))
    wanted = tuple(state.view.hand)[:3]
    state.show_hint(asked(state), Advice(Move("pass", wanted), "So."))
    press(state, "space", " ")
    mine = state.chooser.chosen_cards
    assert len(mine) == 2
    press(state, "escape", None)
    assert state.chooser.chosen_cards == mine


def test_a_hint_for_a_claim_selects_its_cards_and_lets_them_go_when_it_is_not_followed() -> None:
    table = khanhoo("0 discard KC", viewer=2)
    state = state_of(table)
    state.show_hint(asked(state), Advice(Move("bump", parse_cards("9H 9H")), "So."))
    offers = [offer.label for offer in state.look().prompt.offers]
    assert offers[0].startswith("bump 9♥ 9♥")
    assert "pass" in offers, "all that can be done stays in sight"
    table.play(2, "pass")
    state.catch_up()
    state.look()
    assert not state.chooser.chosen
    assert state.look().hint == ""


def test_after_a_hint_without_cards_enter_does_it_until_i_choose_something_else() -> None:
    state = state_of(khanhoo("0 discard KC", viewer=1))
    assert state.chooser.main_offer() is not None
    usual = [offer.label for offer in state.look().prompt.offers if offer.key == "enter"]
    state.show_hint(asked(state), Advice(Move("take"), "So."))
    assert [offer.label for offer in state.look().prompt.offers if offer.key == "enter"] == ["take K♣"]
    assert go_on(state) == Submit(asked(state), Move("take"))
    press(state, "escape", None)
    assert [offer.label for offer in state.look().prompt.offers if offer.key == "enter"] == usual != ["take K♣"]
    state.show_hint(asked(state), Advice(Move("take"), "So."))
    press(state, "space", " ")
    assert [offer.label for offer in state.look().prompt.offers if offer.key == "enter"] != ["take K♣"]


def test_after_a_hint_enter_makes_its_move_where_the_same_card_allows_another() -> None:
    table = Tabletop(new_table("kanhu_ming", seats=3), others_play=False).begin()
    state = state_of(table.drive(_can_beat_or_discard_a_card))
    decision = asked(state)
    beat, discard = decision.choice("beat"), decision.choice("sluff")
    assert beat is not None
    assert discard is not None
    card = next(cards[0] for cards in beat.sets if cards[0] in discard.cards)
    for verb in ("sluff", "beat"):
        advised = Move(verb, (card,))
        state.show_hint(decision, Advice(advised, "So."))
        assert go_on(state) == Submit(decision, advised)


def _can_beat_or_discard_a_card(truth: Table) -> bool:
    decisions = truth.decisions()
    beat = decisions[0].choice("beat") if decisions and decisions[0].seat == 0 else None
    return beat is not None and any(len(cards) == 1 for cards in beat.sets)


def test_after_a_hint_to_bid_enter_bids() -> None:
    table = Tabletop(new_table("solo"), others_play=False).begin()
    state = state_of(table.drive(lambda truth: truth.phase == "bidding" and truth.decisions()[0].seat == 0))
    assert state.chooser.recommended is not None
    for verb in ("pass", "ask"):
        state.show_hint(asked(state), Advice(Move(verb), "So."))
        assert go_on(state) == Submit(asked(state), Move(verb)), "whatever the lines about the hand recommend"


def test_a_hint_that_leaves_the_place_open_asks_for_it() -> None:
    table = Tabletop(new_table("khamul", seats=2), others_play=False).begin()
    table.drive(lambda truth: truth.phase == "deciding" and truth.decisions()[0].seat == 0, "draw")
    state = state_of(table)
    state.show_hint(asked(state), Advice(Move("swap"), "So."))
    key = KEY_OF["hint"]
    assert press(state, key, key) == "done"
    assert state.chooser.picking is not None
    assert state.look().prompt.says.startswith("▸ Which of your cards do you swap for the drawn card?")
    state.show_hint(asked(state), Advice(Move("swap", places=("slot:0:2",)), "So."))
    assert state.look().hint == "Hint: swap the drawn card for your card 3. So."
    assert state.look().marks.pointed == "slot:0:2"
    assert press(state, key, key) == Submit(asked(state), Move("swap", places=("slot:0:2",)))
    state.show_hint(asked(state), Advice(Move("discard"), "So."))
    assert state.look().hint == "Hint: discard the drawn card. So."


def test_with_a_hint_that_shows_by_itself_a_list_points_at_what_it_says() -> None:
    table = solo_declares()
    state = state_of(table)
    advised = Move("simple", places=("S",))
    assert asked(state).choice("simple") is not None
    state.show_hint(asked(state), Advice(advised, "So."))
    press(state, "1", "1")
    assert [offer.key for offer in state.look().prompt.offers if offer.pointed] == ["3"]
    assert press(state, "enter", None) == Submit(asked(state), advised)


def test_a_hint_is_gone_with_what_was_asked() -> None:
    table = hearts(0, 2)
    state = state_of(table)
    state.show_hint(asked(state), LONG)
    for key in ("left", "f9", "end"):
        press(state, key, None)
        assert state.look().hint
    table.advance(1)
    state.catch_up()
    assert state.look().hint == ""


def test_out_of_turn_there_is_no_hint() -> None:
    table = Tabletop(new_table("hearts"), others_play=False).begin()
    table.drive(lambda truth: truth.phase == "tricks" and truth.decisions()[0].seat == 1)
    state = state_of(table)
    key = KEY_OF["hint"]
    assert press(state, key, key) == "done"
    assert state.look().prompt.message == "Not your turn."
    table.drive(lambda truth: truth.phase == BETWEEN)
    state = state_of(table)
    assert press(state, key, key) == "done"
    assert state.look().prompt.message == "The deal is over."
    table.drive(lambda truth: truth.over is not None)
    state = state_of(table)
    assert press(state, key, key) == "done"
    assert state.look().prompt.message == "The match is over."


@pytest.mark.parametrize("game", games(), ids=lambda meta: meta.id)
def test_every_hint_of_every_game_is_marked_and_done_as_it_says(game: GameInfo) -> None:
    """Hints are not followed at random, so that all kinds of decisions come up."""
    done = set()
    for number in range(1):
        table = Tabletop(new_table(game.id, seats=game.usual_seats, seed=f"hint {number}"), others_play=False).begin()
        chance = Random(f"{game.id} {number}")
        state = state_of(table)
        key = KEY_OF["hint"]
        for _ in range(90):
            truth = table.table
            if truth.over is not None or truth.scores:
                break
            if truth.awaits_close:
                table.tell(truth.close())
                continue
            decision = min(truth.decisions(), key=lambda each: each.seat)
            move = random_move(decision, truth.deck, chance)
            if decision.seat == 0:
                state.catch_up()
                state.look()
                advice = advise(state.view.game, state.view, tuple(state.view.events), decision)
                state.show_hint(decision, advice)
                assert state.hint is not None
                assert len(wrapped(state.hint.text, 76)) <= 2, state.hint.text
                _verify_marked(state, advice.move)
                state.look()
                action = press(state, key, key)
                choice = decision.choice(advice.move.verb)
                assert choice is not None
                if choice.admits(advice.move.in_order(truth.deck)):
                    assert action == Submit(decision, advice.move)
                    state.show_hint(decision, advice)
                    _verify_entered(state, advice.move)
                    move = advice.move if chance.random() < 0.7 else move
                    done.add(_kind(choice))
                else:
                    assert state.chooser.picking is not None
            table.tell(truth.play(decision.seat, decision.id, move))
    assert done


def _kind(choice: Choice) -> str:
    return "shape" if choice.shape else "places" if choice.places else "sets" if choice.sets else "cards"


def _verify_marked(state: TableState, move: Move) -> None:
    """See that what a move is about is chosen or pointed at."""
    chooser = state.chooser
    held = [card for card, _ in chooser.slots]
    if move.groups:
        assert chooser.composing is not None
        assert chooser.composing.move() == move
    elif move.places:
        assert chooser.picking is not None
        assert chooser.picking.way is not None
        assert set(move.places) <= {part for part in chooser.picking.way.parts if isinstance(part, str)}
    elif move.cards and all(card in held for card in move.cards):
        assert set(move.cards) <= {*chooser.chosen_cards, chooser.pointed}
    elif move.cards:
        assert chooser.picked == move.cards


def _verify_entered(state: TableState, move: Move) -> None:
    """See that Enter makes a move that is complete."""
    action = go_on(state)
    assert isinstance(action, Submit)
    assert (action.move.verb, action.move.places, action.move.groups) == (move.verb, move.places, move.groups)
    assert sorted(action.move.cards) == sorted(move.cards)


@pytest.mark.parametrize("ascii_faces", [False, *slow([True])])
@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_leaves_prompt_clock_and_keys_in_sight_at_every_size(
    size: tuple[int, int], ascii_faces: bool
) -> None:
    table = hearts(0, 2)
    app = TableApp(table, ascii=ascii_faces)
    async with app.run_test(size=size) as pilot:
        table.remaining_ms = 9_000
        table.go_on()
        before = await settled(pilot)
        says = shown(app.screen.query_one(Prompt))
        state: TableState = app.screen.state  # type: ignore[attr-defined]
        state.show_hint(asked(state), LONG)
        app.screen.refresh_table()  # type: ignore[attr-defined]
        text = await settled(pilot)
        read = " ".join(shown(app.screen.query_one(Insight)).split())
        assert LONG.reason in read
        assert shown(app.screen.query_one(Prompt)).splitlines()[0][:40] == says.splitlines()[0][:40]
        assert "play 2" in shown(app.screen.query_one(Prompt))
        assert "0:0" in text
        assert "do it" in shown(app.screen.query_one(KeyBar))
        await pilot.press("escape")
        after = await settled(pilot)
        assert _below_clock(after) == _below_clock(before), "all lies where it lay"


def _below_clock(text: str) -> str:
    return text.partition("0:0")[2].partition("\n")[2]


async def test_a_hint_is_taken_with_its_key_in_the_program() -> None:
    table = khanhoo("0 discard KC", viewer=2)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        await until_shown(pilot, "Hint: bump")
        assert "9♥ 9♥" in screen_text(app)
        await pilot.press("h")
        await settled(pilot)
        assert table.sent == [Move("bump", parse_cards("9H 9H"))]
        assert "Hint" not in screen_text(app)


async def test_while_a_turn_goes_on_the_hint_after_one_that_was_taken_shows_by_itself() -> None:
    table = Tabletop(new_table("chinaso"), 0).begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("h")
        while not table.sent or table.sent[-1].verb != "discard":
            moves = len(table.sent)
            await until_shown(pilot, "do it")
            await pilot.press("h")
            await until(pilot, lambda moves=moves: len(table.sent) > moves)  # type: ignore[misc]
        assert len(table.sent) > 1, "one key for each move, and one to ask"
        await until(pilot, lambda: table.decision is not None)
        assert "Hint" not in await settled(pilot), "others have played since"


def test_a_hint_that_was_put_away_is_followed_by_none() -> None:
    state = state_of(hearts(0, 2))
    advice = advise(state.view.game, state.view, tuple(state.view.events), asked(state))
    key = KEY_OF["hint"]
    state.show_hint(asked(state), advice)
    assert not state.coach.gives_next_hint(state.view)
    assert isinstance(press(state, key, key), Submit)
    assert state.coach.gives_next_hint(state.view)
    assert press(state, "escape", None) == "done"
    assert not state.coach.gives_next_hint(state.view)


@pytest.mark.parametrize(
    ("game", "once"),
    [("chinaso", "If you take 3♠"), ("khanhoo", "makes no meld with your cards"), ("solo", "about five times in ten")],
)
def test_what_a_hint_says_of_a_choice_is_said_once(game: str, once: str) -> None:
    table = Tabletop(new_table(game, seats=3 if game == "khanhoo" else 4), 0).begin()
    state = state_of(table)
    while not any(once in line for line in state.look().insight):
        table.advance(1)
        state.catch_up()
    decision = asked(state)
    lines = [line for line in state.look().insight if once not in line]
    advice = advise(state.view.game, state.view, tuple(state.view.events), decision)
    state.show_hint(decision, advice)
    assert list(state.look().insight) == lines, "the hand is still explained"
    press(state, "escape", None)
    assert any(once in line for line in state.look().insight)
