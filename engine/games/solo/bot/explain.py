"""Reasons for a bid, a game, a call or a card."""

from typing import Final

from ....kit.wording import SUIT_WORDS, capital, counted, in_words, player_of_four
from ....model.cards import Card, Seat
from .. import contracts
from ..cards import RANKINGS, SEATS, TRUMP
from .beliefs import SUITS_IN, Knowledge
from .policy import partner_for
from .state import BIT, SUIT
from .valuation import EVEN, Prospect, times

_SURE: Final = 0.7


def why_bid(prospect: Prospect) -> str:
    """Why the bidding goes on."""
    game = contracts.in_sentence(prospect.rung, prospect.trump)
    if prospect.chance > EVEN:
        return f"{capital(game)} is made {times(prospect.chance)} with a hand like this."
    return f"{capital(game)} is made only {times(prospect.chance)}, but if you pass, the others score more."


def why_give_way(prospect: Prospect) -> str:
    """Why the bidding does not go on."""
    game = contracts.in_sentence(prospect.rung, prospect.trump)
    if prospect.chance > EVEN:
        return f"{capital(game)} is made {times(prospect.chance)}, but it is better to let others take the risk."
    return f"Even your best bid now, {game}, is made only {times(prospect.chance)}."


def why_declare(prospect: Prospect, usual: Prospect) -> str:
    """Why to declare this game. usual: the game that is usually best with a hand like this."""
    game = contracts.in_sentence(prospect.rung, prospect.trump)
    if (prospect.rung, prospect.trump) == (usual.rung, usual.trump):
        return f"Your best game is {game}, which is made {times(usual.chance)}."
    other = contracts.in_sentence(usual.rung, usual.trump)
    return f"After these bids, {game} is likely to score more than {other}."


def why_call(card: Card, hand: int, trump: str) -> str:
    """Why a card is called."""
    if BIT[card] & hand:
        return f"You hold the {in_words(card)} yourself, so you play alone, without a partner."
    if card[-1] == trump:
        return f"A partner with the {in_words(card)} brings you a high trump."
    suit = SUITS_IN[trump][RANKINGS[trump].suits.index(card[-1])]
    if hand & suit:
        return f"You can lead {SUIT_WORDS[card[-1]]} to your partner, who takes the trick with the {card_word(card)}."
    name = SUIT_WORDS[card[-1]]
    return f"You hold no {name}, and the {in_words(card)} is a high card for your side."


def card_word(card: Card) -> str:
    """A rank in words: "ace"."""
    return in_words(card).partition(" ")[0]


def why_play(known: Knowledge, code: int, partners: dict[Seat, float] | None = None) -> str:
    """Why a card is played. partners: how likely each seat is to be the declarer's partner, where that was weighed."""
    card = RANKINGS[known.trump].cards[code]
    if known.hand.bit_count() == 1:
        return "This is your last card."
    if BIT[card] == known.called_bit:
        return _why_called(known, card)
    if not known.trick:
        return _why_lead(known, code, card)
    led = SUIT[known.trick[0]]
    follows = SUIT[code] == led
    if follows and known.hand & SUITS_IN[known.trump][led] == BIT[card]:
        if led == TRUMP:
            return "A trump was led, so you must play your only trump."
        return f"You must follow suit, and this is your only card of {_suit(known, led)}."
    best = max(played for played in known.trick if SUIT[played] in (led, TRUMP))
    if (follows or SUIT[code] == TRUMP) and code > best:
        return _why_win(known, code, card, RANKINGS[known.trump].cards[best])
    return _why_low(known, led if follows else None, code, best, partners or {})


def _why_called(known: Knowledge, card: Card) -> str:
    if known.me == known.game.declarer:
        return f"Play the {in_words(card)} now, though it shows that you play alone."
    return f"Play the {in_words(card)} now, though it shows that you are the partner."


def _why_lead(known: Knowledge, code: int, card: Card) -> str:
    suit = SUITS_IN[known.trump][SUIT[code]]
    higher = [c for c in RANKINGS[known.trump].cards[code + 1 : SUIT[code] * 10 + 10] if c and BIT[c] & known.unseen]
    if SUIT[code] == TRUMP:
        if not known.unseen & suit:
            return "Nobody else has a trump left, so this trump takes a trick."
        if not higher:
            return f"Nothing beats the {in_words(card)}, and the others must play their trumps."
        return "Lead this trump, so the others can trump fewer of your tricks later."
    if not higher:
        name = SUIT_WORDS[card[-1]]
        return f"The others hold no higher {name}, so the {in_words(card)} takes this trick unless a player trumps it."
    if not known.hand & suit & ~BIT[card] and known.hand & SUITS_IN[known.trump][TRUMP]:
        name = SUIT_WORDS[card[-1]]
        return f"This is your only card of {name}, so you can trump {name} later."
    if _held(known, SUIT[code] * 10, code):
        out = counted(len(higher), f"higher {SUIT_WORDS[card[-1]][:-1]}", words_to=8)
        return f"Lead the {in_words(card)}: the others hold {out}, and you keep lower cards for later."
    return f"Lead {SUIT_WORDS[card[-1]]}, because this costs you least and you keep your high cards."


def _why_win(known: Knowledge, code: int, card: Card, best: Card) -> str:
    """Why a card wins. best: the card that wins so far."""
    last = len(known.trick) == SEATS - 1
    if SUIT[code] == TRUMP and SUIT[known.trick[0]] != TRUMP:
        return f"You hold no {_suit(known, SUIT[known.trick[0]])}, so trump with the {in_words(card)}."
    if last:
        return f"You play last, and the {in_words(card)} is enough to take the trick."
    return f"The {in_words(card)} beats the {in_words(best)}, and will probably win the trick."


def _why_low(known: Knowledge, led: int | None, code: int, best: int, partners: dict[Seat, float]) -> str:
    """Why a card loses. led: the suit that it follows, None for a discard. best: the card that wins so far."""
    ranked = RANKINGS[known.trump].cards
    card = ranked[code]
    is_lowest = not _held(known, SUIT[code] * 10, code)
    holder = (known.leader + known.trick.index(best)) % SEATS
    friend = _friend(known, holder, partners)
    if friend:
        advice = "play low" if is_lowest else "you do not have to take the trick"
        wins = f"The {in_words(ranked[best])} wins so far."
        return f"{wins} {capital(_who(known, holder))} played it and {friend}, so {advice}."
    if led is None:
        return f"Discard the {in_words(card)}, because you need this card least."
    if higher := _held(known, best + 1, led * 10 + 10):
        advice = f"Play low: the {in_words(card)}" if is_lowest else f"Play the {in_words(card)}"
        if led == TRUMP:
            advice = f"Play {'your lowest' if is_lowest else 'a lower'} trump: the {in_words(card)}"
        return f"The {in_words(higher[0])} could take this trick, but keep it for later. {advice}."
    if is_lowest:
        return f"You cannot take this trick, so play low: the {in_words(card)}."
    return f"You cannot take this trick, so play the card that you need least: the {in_words(card)}."


def _held(known: Knowledge, first: int, end: int) -> list[Card]:
    """The cards of the hand with a code from `first` to before `end`, the lowest first."""
    return [card for card in RANKINGS[known.trump].cards[first:end] if card and BIT[card] & known.hand]


def _friend(known: Knowledge, seat: Seat, partners: dict[Seat, float]) -> str:
    """Words that say that the player who is winning is on my side; "" if not, or if I do not know it."""
    game, partner = known.game, partner_for(known)
    mine = known.me in (game.declarer, partner)
    if partner is not None or game.called is None or known.alone:
        return "is on your side" if (seat in (game.declarer, partner)) == mine and seat != known.me else ""
    chance = partners.get(seat, 0.0)
    if known.me == game.declarer:
        return "is probably your partner" if chance > _SURE else ""
    if seat != game.declarer and chance < 1 - _SURE and partners:
        return "is probably on your side"
    return ""


def _suit(known: Knowledge, number: int) -> str:
    return "trumps" if number == TRUMP else SUIT_WORDS[RANKINGS[known.trump].suits[number]]


def _who(known: Knowledge, seat: Seat) -> str:
    return player_of_four(seat - known.me)
