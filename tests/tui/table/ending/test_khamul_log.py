"""The log of Khamul: each line says what was done and why, and none names a card that players must remember."""

import re
from collections import Counter
from random import Random

import pytest

from engine.api import Card, Entered, Event, Move, Moved, OptionValue, Seat, Table, Turned, Viewer
from engine.bots.random import random_move
from tui.session.table_session import forgets
from tui.table.narration import Narration, blank_board, spoken

from ....harness.tabletop import NAMES, Tabletop, new_table

MATCHES = 12
ROOM = 58
_NAME = re.compile(r"\b(" + "|".join(NAMES) + r")\b")
LOOKS = ("0 peek @slot:0:0 @slot:0:1", "1 peek @slot:1:0 @slot:1:1", "2 peek @slot:2:0 @slot:2:1")
PASSES = ("0 pass", "1 pass", "2 pass", "close")


def begun(deal: str = "", viewer: Viewer = None, **options: OptionValue) -> Tabletop:
    """Three players have looked at two cards, and seat 0 begins."""
    table = Tabletop(
        new_table("khamul", seats=3, deal=f"dealer: 2\n{deal}", options=options), viewer, others_play=False
    )
    return table.begin().script(*LOOKS)


def told(table: Tabletop) -> list[str]:
    """The log of a table, as its viewer reads it."""
    view = table.view
    reader, board = view.viewer, blank_board(view)
    story = Narration(view.game, view.viewer, NAMES.__getitem__, view.deck, forgets(view), reader, board)
    story.catch_up(view.events)
    return [line.text for line in story.log]


def test_the_two_looks_of_a_player_are_one_line() -> None:
    assert told(begun(viewer=0))[-3:] == [
        "You look at your own card 1 and card 2",
        "bea looks at their own card 1 and card 2",
        "cy looks at their own card 1 and card 2",
    ]


@pytest.mark.parametrize(("viewer", "lines"), [
    (0, ["bea matches 8♦ with card 4: 8♥", "Your card 2 does not match 8♥: one penalty card"]),
    (1, ["You match 8♦ with card 4: 8♥", "ann's card 2 does not match 8♥: one penalty card"]),
])  # fmt: skip
def test_a_match_says_what_it_matches_and_a_failed_one_why_a_card_comes(viewer: Seat, lines: list[str]) -> None:
    table = begun("0: 2C 3C 4C 5C\n1: 2D 3D 4D 8H\nstock: 8D", viewer)
    table.script("0 draw", "0 discard", "0 pass", "1 match @slot:1:3", "2 pass", "close")
    table.script("0 match @slot:0:1", "1 pass", "2 pass", "close")
    assert told(table)[-2:] == lines
    assert not any("3♣" in line for line in told(table)), "who saw the card must remember it"


def test_a_swap_names_the_card_that_leaves_and_not_the_one_that_comes() -> None:
    table = begun("0: 2C 3C 4C 10H\n1: 2D 7D\nstock: 8D", 0)
    table.script("0 draw", "0 swap @slot:0:3")
    assert told(table)[-1] == "You swap the drawn card for card 4 and discard 10♥"
    table.script(*PASSES, "1 take @slot:1:1")
    assert told(table)[-1] == "bea swaps the discard for card 2 and discards 7♦"


def test_a_card_of_the_discards_rank_is_matched_or_swapped_out_as_the_player_chose() -> None:
    table = begun("0: 2C 3C 4C 5C\n1: 8H 3D 4D 8S\n2: 2S 3S 4S 5S\nstock: 8D 9D")
    table.script("0 draw", "0 discard", *PASSES, "1 draw", "1 match @slot:1:0")
    assert told(table)[-1] == "bea matches 8♦ with card 1: 8♥"
    table.script("1 swap @slot:1:3")
    assert told(table)[-2:] == [
        "bea matches 8♦ with card 1: 8♥",
        "bea swaps the drawn card for card 4 and discards 8♠",
    ]


@pytest.mark.parametrize(("drawn", "use", "lines"), [
    ("QS", "0 burden @seat:1", ["You use a black queen: bea draws an unseen card"]),
    ("JD", "0 look @slot:0:2", ["You use a jack and look at your own card 3"]),
    (
        "KC", "0 exchange @slot:0:1 @slot:2:3",
        ["Your black king swaps card 2 for cy's card 4", "You look at your new card 2"],
    ),
])  # fmt: skip
def test_a_power_names_its_card(drawn: str, use: str, lines: list[str]) -> None:
    table = begun(f"0: 2C 3C 4C 5C\n1: 2D 3D 4D 5D\n2: 2S 3S 4S 5S\nstock: {drawn}", 0)
    table.script("0 draw", "0 discard", *PASSES, use)
    assert told(table)[-len(lines) :] == lines
    assert not any(" may use " in line for line in told(table)), "it is used"


@pytest.mark.parametrize(("viewer", "name"), [(0, "You"), (1, "ann"), (None, "ann")])
@pytest.mark.parametrize(("drawn", "power"), [("QS", "black queen"), ("JD", "jack"), ("KC", "black king")])
def test_a_declined_power_is_said_as_all_see_it(viewer: Viewer, name: str, drawn: str, power: str) -> None:
    table = begun(f"0: 2C 3C 4C 5C\n1: 2D 3D 4D 5D\n2: 2S 3S 4S 5S\nstock: {drawn} 6H", viewer)
    table.script("0 draw", "0 discard", *PASSES)
    assert told(table)[-1] == f"{name} may use a {power}'s power"
    table.script("0 decline")
    assert told(table)[-1] == f"{name} may use a {power}'s power: declined"


def test_a_power_that_cannot_be_used_is_not_declined() -> None:
    table = begun("0: JC JS 4C 5C\n1: 2D 3D 4D 5D\n2: 2S 3S 4S 5S\nstock: JH", 0)
    table.script("0 draw", "0 discard", "0 match @slot:0:0 @slot:0:1", "1 pass", "2 pass", "close", *PASSES)
    table.script("0 decline", "0 look @slot:0:2", "0 decline")
    assert told(table)[-3:] == [
        "You may use a jack's power: declined",
        "You use a jack and look at your own card 3",
        "You may use a jack's power: declined",
    ]


@pytest.mark.parametrize(("deal", "moves", "line"), [
    ("0: 9C 9D KD KH", ("0 khamul",), "You are given 20 of these points for calling with more"),
    ("0: AC AD KD KH", ("0 draw", "0 discard", *PASSES, "1 khamul"), "You are given 20 of these points for"),
])  # fmt: skip
def test_the_points_of_a_deal_say_who_gets_extra_points_and_why(deal: str, moves: tuple[str, ...], line: str) -> None:
    table = begun(f"{deal}\n1: AH AS 2C KC\n2: 9S 9H 10C JC\nstock: 2S 3S 5S 6S", 0, strict_khamul=True)
    table.script(*moves).drive(lambda truth: truth.phase in ("between", "over"))
    (points,) = [text for text in told(table) if "Points in this deal: " in text]
    assert line in points


def test_a_player_without_cards_calls_without_being_asked() -> None:
    table = begun("0: 8C 3C 4C 5C\n1: 8D 8H 8S KD\n2: 2S 3S 4S 5S\nstock: QD KS", 0)
    table.script("0 draw", "0 swap @slot:0:0", "0 pass", "1 match @slot:1:0 @slot:1:1 @slot:1:2", "2 pass", "close")
    table.script(*PASSES, "1 draw", "1 discard", "0 pass", "1 match @slot:1:3", "2 pass", "close")
    table.drive(lambda truth: "khamul" in truth.facts)
    called = [text for text in told(table) if "calls Khamul" in text]
    assert called == ["bea has no cards left and calls Khamul: everybody else gets one more turn"]


class Play:
    """A table at which everybody plays at random, and what its log should say of each act."""

    def __init__(self, seed: str, seats: int) -> None:
        self.table: Table = new_table("khamul", seats=seats, seed=seed)
        self.tabletop = Tabletop(self.table, None, others_play=False).begin()
        view = self.tabletop.view
        self.story = Narration(view.game, None, NAMES.__getitem__, view.deck, forgets(view), board=blank_board(view))
        self.chance = Random(f"{seed} {seats}")

    def act(self) -> list[str]:
        """Somebody acts, or a window closes; the lines that are expected of it."""
        table, chance = self.table, self.chance
        if table.awaits_close:
            top = table.zone("discard")[-1:]
            events = table.close()
            self.tabletop.tell(events)
            return self._matches(events, top) if top and events else []
        free = table.free_decisions() if chance.random() < 0.3 else ()
        decision = chance.choice(free or table.decisions())
        move = random_move(decision, table.deck, chance)
        while move.verb in ("khamul", "decline") and chance.random() < 0.9:
            move = random_move(decision, table.deck, chance)
        faces = {place: cards[:] for place, cards in table.zones.items()}
        events = table.play(decision.seat, decision.id, move)
        self.tabletop.tell(events)
        if move.verb == "match":
            return [] if decision.sealed else self._matches(events, faces["discard"][-1:])
        return self._said(decision.seat, move, faces)

    def _matches(self, events: tuple[Event, ...], top: list[Card]) -> list[str]:
        lines = []
        for at, event in enumerate(events):
            match event:
                case Turned(zone=place):
                    seat = _owner(place)
                    later = [type(each).__name__ + getattr(each, "src", "") for each in events[at + 1 :]]
                    rest = later[: later.index("Turned")] if "Turned" in later else later
                    pays = ": one penalty card" if "Movedstock" in rest else ": no penalty card left"
                    lines.append(f"{seat}'s card {_number(place)} does not match {spoken(top[0])}{pays}")
                case Moved(src=place, dst="discard", cards=cards):
                    lines.append(
                        f"{_owner(place)} matches {spoken(top[0])} with card {_number(place)}: {spoken(cards[0])}"
                    )
                    top = list(cards)
                case Entered():
                    break
        return lines

    def _said(self, seat: Seat, move: Move, faces: dict[str, list[Card]]) -> list[str]:
        name, first = NAMES[seat], move.places[0] if move.places else ""
        number, card = _number(first), spoken(faces[first][0]) if faces.get(first) else ""
        match move.verb:
            case "discard":
                return [f"{name} discards the drawn card: {spoken(faces[f'drawn:{seat}'][0])}"]
            case "swap":
                return [f"{name} swaps the drawn card for card {number} and discards {card}"]
            case "take":
                return [f"{name} swaps the discard for card {number} and discards {card}"]
            case "look":
                return [f"{name} uses a jack and looks at their own card {number}"]
            case "burden" if len(self.table.zone("discard")) == 1:
                return []  # The log says only that a card comes: it may not know why.
            case "burden":
                return [f"{name} uses a black queen: {NAMES[int(first.split(':')[1])]} draws an unseen card"]
            case "exchange":
                theirs = move.places[1]
                return [f"{name}'s black king swaps card {number} for {_owner(theirs)}'s card {_number(theirs)}"]
        return []

    def told(self) -> list[str]:
        """What the log says of moves that matter."""
        self.story.catch_up(self.tabletop.view.events)
        return [line.text for line in self.story.log if any(words in line.text for words in MOVES)]


MOVES = (" matches ", " not match ", " the drawn card", " swaps the discard for ", " uses a ", " black king swaps ")


def _owner(place: str) -> str:
    return NAMES[int(place.split(":")[1])]


def _number(place: str) -> str:
    number = place.rpartition(":")[2]
    return str(int(number) + 1) if place.startswith("slot:") else ""


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whatever_is_played_the_log_says_it_as_it_was(seats: int) -> None:
    kinds = Counter[str]()
    for number in range(MATCHES):
        play = Play(f"log {number}", seats)
        while play.table.over is None:
            lines = play.act()
            said = play.told()[-len(lines) :] if lines else []
            assert [text.partition(" as card ")[0] for text in said] == lines
            assert all(len(_NAME.sub("Dogwood", text)) <= ROOM for text in said), said
            kinds.update(words for words in MOVES for line in lines if words in line)
    assert set(kinds) == set(MOVES)
