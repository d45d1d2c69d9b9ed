"""Rules of thumb for the easy and the medium bot: bidding and play."""

from typing import Final

from ....bots.deal_sampler import dealt_in_order
from ....model.cards import Card, Seat
from ..cards import NAMED, QUEEN_OF_CLUBS, TRUMP, trump_count
from ..contracts import SIMPLE, SOLO
from ..scoring import Contract
from .beliefs import Knowledge
from .rollout import choose
from .state import BIT, SUIT, TrickState, cards_of
from .valuation import Prospect, prospects

_ENOUGH: Final = 0.0
"""Points that the medium bot expects of a game before it bids it."""

_TRUMPS_TO_ASK: Final = 5
_TRUMPS_FOR_SOLO: Final = 7


def careful_bid(hand: int, known: Knowledge, least: int) -> tuple[bool, Prospect]:
    """Whether a good player bids a rung, and for which game."""
    best = careful_game(hand, known, least)
    return best.points > _ENOUGH, best


def careful_game(hand: int, known: Knowledge, least: int, *, simple_only: bool = False) -> Prospect:
    """The game that promises most, of a rung or above."""
    return prospects(hand, known.house, least, simple_only=simple_only)[0]


def plain_bid(hand: int, rung: int) -> bool:
    """Whether a beginner bids. A beginner only counts trumps."""
    cards = cards_of(hand)
    most = max(trump_count(cards, suit) for suit in NAMED)
    if rung <= 2:
        return most >= _TRUMPS_TO_ASK - (QUEEN_OF_CLUBS in cards)
    return rung <= 4 and most >= _TRUMPS_FOR_SOLO


def plain_game(hand: int, games: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """The game that a beginner declares: the suit with most trumps, alone only with many of them.

    games: (kind, trump suit) of all that may be declared, lowest rung first.
    """
    cards = cards_of(hand)
    most = max(trump_count(cards, suit) for _, suit in games)
    kinds = [kind for kind, _ in games]
    wanted = SOLO if most >= _TRUMPS_FOR_SOLO and SOLO in kinds else kinds[0]
    if wanted not in kinds:
        wanted = SIMPLE
    return max((game for game in games if game[0] == wanted), key=lambda game: trump_count(cards, game[1]))


def careful_card(known: Knowledge) -> int:
    """The card that a good player plays, by code."""
    return choose(_any_world(known))


def plain_card(known: Knowledge) -> int:
    """The card of a beginner: win if you can, trump whatever you can, or else discard the lowest card."""
    sim = _any_world(known)
    cards = sim.legal()
    if sim.led < 0:
        return max(cards, key=lambda card: (card % 10, card))
    winning = [card for card in cards if card > sim.best and SUIT[card] in (sim.led, TRUMP)]
    if winning:
        return max(winning) if SUIT[winning[0]] == sim.led else min(winning)
    return min(cards, key=lambda card: (SUIT[card] == TRUMP, card % 10, card))


def _any_world(known: Knowledge) -> TrickState:
    """A simulation with the unseen cards in any order, since the rules of thumb use only the set of unseen cards, and
    whether I play with the declarer.
    """
    game = known.game
    contract = Contract(game.rung, game.declarer, partner_for(known), game.called, game.forced)
    return known.state(dealt_in_order(known.me, known.hand, known.unseen, known.sizes), contract)


def partner_for(known: Knowledge) -> Seat | None:
    """The declarer's partner as far as I know. Either everybody knows the partner, or I hold the called card."""
    game = known.game
    if game.partner is None and known.called_bit & known.hand and known.me != game.declarer:
        return known.me
    return game.partner


def called_first(hand: int, cards: tuple[Card, ...]) -> Card:
    """The card that a beginner calls: the first ace that another player holds."""
    return next((card for card in cards if not BIT[card] & hand), cards[0])
