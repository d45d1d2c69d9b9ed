"""Why a move is refused: a sentence, and the paragraph that says so."""

from typing import TYPE_CHECKING, Final

from ...model.cards import Seat
from ...model.moves import IllegalMove, Move
from .cards import MOST_REARRANGED, POWER, most_matched
from .state import caller_of, can_draw, can_match_freely, in_turn, places_of, powers_of, rearranged, top_card, turn_of

if TYPE_CHECKING:
    from ...play.table import Table

_ONE_PLACE: Final = {
    "take": "Name the one place of yours where the card that you take goes.",
    "swap": "Name the one place of yours where the card that you have drawn goes.",
}
_USED: Final = {
    "king": ("exchange", "Name one of your own places, then one of another player who may be chosen.", "6.3"),
    "queen": ("burden", "Name one other player who may be chosen.", "6.4"),
    "jack": ("look", "Name the one place of yours at which you look.", "6.5"),
}
_MOMENTS: Final = {
    "peeking": ("Everybody looks at two of their own cards first.", "3.1"),
    "matching": ("Everybody is asked whether to match: match, or pass.", "5.2"),
    "deciding": ("Throw the card that you have drawn, or lay it in one of your places.", "4.3"),
    "turn": ("At the beginning of your turn call Khamul, draw, or take the top of the pile.", "4.2"),
}


def refuse(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    """The refusal of a move that is not among a seat's choices now."""
    if move.cards or move.groups:
        return IllegalMove("Cards lie face down here: name places, not cards.", "2.2")
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
        return IllegalMove("Pick exactly two of your own places.", "3.1")
    if table.phase == "deciding" and move.verb == "swap":
        return _wrong_place(table, seat, move)
    return IllegalMove(*_MOMENTS[table.phase])


def _no_turn(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    if move.verb == "khamul" and caller_of(table) is not None:
        return IllegalMove("Khamul has been called already; this is your last turn.", "7.1")
    if move.verb == "khamul" and table.facts.get("refused") == turn_of(table):
        return IllegalMove("You have more than five points and cannot call in this turn.", "11.5")
    if move.verb == "draw" and not can_draw(table):
        return IllegalMove("There is nothing left to draw: take the top card, or pass if you cannot.", "4.5")
    if move.verb == "take" and top_card(table) is None:
        return IllegalMove("No card lies on the pile yet: draw one.", "4.2")
    if move.verb == "take" and places_of(table, seat):
        return _wrong_place(table, seat, move)
    return IllegalMove(*_MOMENTS["turn"])


def _no_power(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    card, owner = powers_of(table)[0]
    verb, sentence, paragraph = _USED[POWER[card]]
    if seat != owner:
        return IllegalMove("A power is used by the player who has put its card on the pile.", "6.1")
    if move.verb == verb:
        return IllegalMove(sentence, paragraph)
    return IllegalMove(f"Your {POWER[card]} is on the pile: use its power, or decline it.", "6.2")


def _no_match(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    places = places_of(table, seat)
    if any(place not in places for place in move.places):
        return IllegalMove("Match with your own cards: name places of yours in which a card lies.", "5.2")
    if table.phase == "matching":
        most = most_matched(len(places))
        return IllegalMove(f"Name at least one place, each once and in order, and at most {most}.", "5.2")
    if top_card(table) is None:
        return IllegalMove("No card lies on the pile yet that could be matched.", "5.6")
    if not can_match_freely(table):
        return IllegalMove("No card is left to pay for a mistake: match when everybody is asked.", "5.6")
    return IllegalMove("Match one card at a time: name one of your places.", "5.6")


def _no_rearranging(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    if rearranged(table, seat) >= MOST_REARRANGED:
        return IllegalMove("You have rearranged your cards three times in this turn; that is enough.", "3.4")
    if table.phase == "power" and POWER[powers_of(table)[0][0]] == "king" and powers_of(table)[0][1] != seat:
        return IllegalMove("A black king waits to be used: until then your cards stay where they are.", "3.4")
    return IllegalMove("Name two of your own places in which a card lies.", "3.4")


def _wrong_place(table: "Table", seat: Seat, move: Move) -> IllegalMove:
    if any(place in places_of(table, other) for other in table.playing if other != seat for place in move.places):
        return IllegalMove("That place is not yours.", "4.3")
    return IllegalMove(_ONE_PLACE[move.verb], "4.4" if move.verb == "take" else "4.3")
