"""What a player sees besides the cards: notes from public facts, and lines about the deal from the player's own
view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...kit.wording import SUIT_WORDS, counted, player_of_four
from ...model.board import Board
from ...model.cards import Card, Seat
from ...model.events import Declared, Event, Scored
from ...model.groups import HandGroup
from ...model.moves import Move
from ...model.telling import ChoiceLine, Feat, Telling
from .auction import NOBODY
from .bot.state import set_of
from .bot.valuation import EVEN, prospects, times
from .cards import (
    NAMED,
    PACK,
    QUEEN_OF_CLUBS,
    QUEEN_OF_SPADES,
    RANKINGS,
    RANKS,
    SEATS,
    TRICKS,
    TRUMP,
    holds_both_queens,
    suit_in,
    trump_count,
)
from .contracts import NEEDED, TOP, Rung, in_words, rung
from .state import (
    ALL_PASS,
    ALONE,
    AUCTION,
    CALLED,
    DECLARER,
    GAME,
    PARTNER,
    TRUMP_SUIT,
    house_of,
    is_partner_hidden,
    public_contract,
    seat_at,
    tricks_of,
)

if TYPE_CHECKING:
    from ...model.view import View

_SORTED: Final = sorted(PACK, key=lambda card: PACK.index(card) % len(RANKS))
_QUEENS_LAST: Final = (QUEEN_OF_SPADES, QUEEN_OF_CLUBS)
_AS_DEALT: Final = {
    how: {card: _QUEENS_LAST.index(card) + len(PACK) if card in _QUEENS_LAST else order.index(card) for card in PACK}
    for how, order in (("suit", list(PACK)), ("rank", _SORTED))
}
"""Places of the cards before trumps are named, for each arrangement."""


def arrange(cards: list[Card], how: str, board: Board) -> tuple[Card, ...]:
    """A hand by suit, the trumps last and by their power, or by rank with the trumps last; lowest first.

    Before trumps are named, only the black queens are among them, since they are always trumps.
    """
    trump = TRUMP_SUIT.of(board)
    if trump:
        ranking = RANKINGS[trump]
        return tuple(sorted(cards, key=(ranking.code if how == "suit" else ranking.height).__getitem__))
    return tuple(sorted(cards, key=_AS_DEALT[how].__getitem__))


def seat_note(board: Board, seat: Seat) -> str:
    """The role of a seat in this deal, from public knowledge: "declarer, 3 tricks"."""
    parts = []
    if board.phase == "bidding" and AUCTION.is_declared(board):
        auction = AUCTION.of(board)
        if auction.holder != NOBODY and seat_at(board, auction.holder) == seat:
            parts.append("bidder")
    elif DECLARER.is_declared(board):
        parts += [fact.name for fact in (DECLARER, PARTNER) if fact.of(board) == seat]
    tricks = tricks_of(board)[seat]
    if tricks:
        parts.append(counted(tricks, "trick"))
    return ", ".join(parts)


def feats(scored: Scored, board: Board) -> tuple[Feat, ...]:
    """A tout or a solo that was made, and a simple game that was made alone in secret."""
    kind, _, outcome = scored.how.rpartition("_")
    declarer = DECLARER.of(board)
    if outcome != "made":
        return ()
    if kind in ("tout", "solo"):
        return (Feat(declarer, f"made a {kind}", kind),)
    return (Feat(declarer, "made a game alone in secret", "secret game"),) if ALONE.of(board) else ()


def telling(event: Event, board: Board) -> Telling | None:
    """A game that is declared, with its article."""
    if not isinstance(event, Declared) or event.fact != GAME.name or event.seat is None:
        return None
    return Telling("declared game", event.seat, value=f"a {event.value}")


def table_note(board: Board) -> str:
    """The state of the deal: "solo in hearts, trick 3 of 8"."""
    if board.phase == "bidding" and AUCTION.is_declared(board):
        auction = AUCTION.of(board)
        if auction.asked:
            return f"bid: {rung(auction.level).title}, asked for a {auction.next_rung.title}"
        return f"bid: {_with_meaning(rung(auction.level))}" if auction.level else ""
    if not GAME.of(board):
        return ""
    parts = [GAME.of(board)]
    if board.phase == "tricks":
        parts.append(f"trick {sum(tricks_of(board)) + 1} of 8")
    if is_partner_hidden(board):
        parts.append(f"{CALLED.of(board)} called")
    return ", ".join(parts)


def hand_groups(_view: View) -> tuple[HandGroup, ...]:
    """No cards of this game belong together."""
    return ()


def _with_meaning(step: Rung) -> str:
    """A game of the ladder with its meaning: "solo in suit (5 tricks alone)"."""
    return f"{step.title} ({step.meaning})"


def insight(view: View) -> tuple[str, ...]:
    """A few lines about the deal from the viewer's own view, the most useful first; none for a spectator without a
    hand.
    """
    if view.viewer is None or not view.hand:
        return ()
    if view.phase in ("bidding", "declaring"):
        lines = [_about_duty(view), _about_worth(view), _about_trumps_to_be(view)]
    elif view.phase == "calling":
        lines = [_about_trumps(view)]
    elif view.phase == "tricks":
        lines = [_about_partner(view), _about_tricks(view), _about_trumps(view)]
    else:
        lines = []
    return tuple(line for line in lines if line)


def _place(view: View, seat: Seat) -> str:
    assert view.viewer is not None
    return player_of_four(seat - view.viewer)


def _about_duty(view: View) -> str:
    if not holds_both_queens(view.hand):
        return ""
    return "With both black queens, you cannot pass until a player's bid is at least a solo."


def _about_worth(view: View) -> ChoiceLine:
    """The best game that can still be bid or declared, and how often it is made. Hints use the same number. It
    recommends to declare this game, and to bid if it is made more often than not.
    """
    declares = view.phase == "declaring"
    level = AUCTION.of(view).level if AUCTION.is_declared(view) else 0
    least = level if declares else min(level + 1, TOP)
    simple_only = declares and ALL_PASS.is_declared(view)
    best = prospects(set_of(view.hand), house_of(view), least, simple_only=simple_only)[0]
    if declares:
        # in the words of the two choices: the kind of game, and then the trumps
        word, game = "game", f"{best.rung.kind} with {SUIT_WORDS[best.trump]} as trumps"
    else:
        word, game = "bid", in_words(best.rung, best.trump)
    is_good = best.chance > EVEN
    move = None
    if declares:
        move = Move(best.rung.kind, places=(best.trump,))
    elif AUCTION.is_declared(view):
        answers = AUCTION.of(view).answers(both_queens=holds_both_queens(view.hand))
        move = Move(answers[0 if is_good else -1])
    if view.viewer not in view.acting():
        move = None
    if is_good:
        return ChoiceLine(f"Best {word}: {game}. This game is made {times(best.chance)}.", move)
    now = "" if declares else " now"
    return ChoiceLine(f"Even your best {word}{now}, {game}, is made only {times(best.chance)}.", move)


def _about_trumps_to_be(view: View) -> str:
    counts = [(trump_count(view.hand, suit), SUIT_WORDS[suit]) for suit in NAMED]
    counts.sort(key=lambda pair: -pair[0])
    first, *others = (f"{count} if {word}" for count, word in counts)
    return f"Your trumps: {', '.join([f'{first} are trumps', *others])}."


def _about_partner(view: View) -> str:
    called = CALLED.of(view)
    if called is None:
        return ""
    contract = public_contract(view)
    mine = view.viewer == contract.declarer
    if ALONE.of(view):
        who = _place(view, contract.declarer).capitalize()
        return "" if mine else f"{who} called their own card and plays alone."
    if contract.partner is not None:
        return _about_known_partner(view, contract.declarer, contract.partner)
    if called in view.hand:
        return f"You hold {called} and play alone." if mine else f"You hold {called}: you are the secret partner."
    return f"The player with {called} is {'your' if mine else 'the'} partner. {called} has not been played yet."


def _about_known_partner(view: View, declarer: Seat, partner: Seat) -> str:
    pair = {declarer, partner}
    if view.viewer in pair:
        (other,) = pair - {view.viewer}
        return f"Your partner is {_place(view, other)}."
    (friend,) = set(range(SEATS)) - pair - {view.viewer}
    return f"You defend together with {_place(view, friend)}."


def _about_tricks(view: View) -> str:
    """The state of the game, for players who know their side."""
    contract, tricks = public_contract(view), tricks_of(view)
    side = set(contract.side)
    called = contract.called
    if contract.partner is None and called is not None and called in view.hand and view.viewer is not None:
        side.add(view.viewer)
    elif contract.partner is None and called is not None and not ALONE.of(view):
        have = tricks[contract.declarer]
        if have >= _needed(contract.rung):
            return "The game is made."  # true for every possible partner
        who = "You have" if view.viewer == contract.declarer else "The declarer has"
        return f"{who} {counted(have, 'trick')}. Declarer and partner need {_needed(contract.rung)} together."
    have = sum(tricks[seat] for seat in side)
    lacking = TRICKS + 1 - _needed(contract.rung) - (sum(tricks) - have)
    if have >= _needed(contract.rung) or lacking <= 0:
        return "The game is made." if lacking > 0 else "The game is lost."
    if view.viewer in side:
        return f"Your side has {have} of the {_needed(contract.rung)} tricks that it needs."
    return f"You need {counted(lacking, 'more trick')} to defeat the game."


def _needed(step: Rung) -> int:
    return NEEDED[step.kind]


def _about_trumps(view: View) -> str:
    """The viewer's own trumps, and those in the other hands."""
    trump = TRUMP_SUIT.of(view)
    gone = {card for seat in range(SEATS) for card in view.zone("taken", seat)} | set(view.zone("trick"))
    mine = [card for card in view.hand if suit_in(card, trump) == trump]
    ranking = RANKINGS[trump]
    out = [card for card in reversed(ranking.cards[10 * TRUMP :]) if card and card not in gone and card not in mine]
    have = {0: "no trumps", 1: "1 trump"}.get(len(mine), f"{len(mine)} trumps")
    if not out:
        return f"You hold {have}. The others have none left."
    return (
        f"You hold {have}. The others hold {len(out)} trumps, and the highest is {out[0]}."
        if len(out) > 1
        else (f"You hold {have}. The others hold only {out[0]}.")
    )
