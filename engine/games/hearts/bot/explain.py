"""Why a card is played, in a sentence that a person at the table would say; from what the seat knows."""

from typing import Final

from ....kit.wording import SUIT_WORDS, capital, in_words, number_in_words, player_of_four
from ....model.cards import Card, Seat
from ..cards import BIT, HEARTS, JACK, PACK, PLACE, QUEEN, SUIT_SETS
from .beliefs import Knowledge

_POINTS: Final = HEARTS | BIT[QUEEN]


def reason_for(known: Knowledge, place: int, *, shoots: bool = False, stops: Seat | None = None) -> str:
    """Why a card is played. place: in PACK. shoots: the seat is after the moon. stops: whose moon is to be stopped."""
    card = PACK[place]
    if shoots:
        return f"You can take every point: the {in_words(card)} helps you to shoot the moon."
    if known.hand.bit_count() == 1:
        return "It is your last card."
    led = PACK[known.trick[0]][-1] if known.trick else ""
    if not led:
        return _why_lead(known, card, stops)
    if card[-1] != led:
        return _why_discard(known, card, SUIT_WORDS[led])
    if known.hand & SUIT_SETS[led] == BIT[card]:
        return f"It is your only card of {SUIT_WORDS[led]}, and you must follow."
    return _why_follow(known, card, stops)


def _why_lead(known: Knowledge, card: Card, stops: Seat | None) -> str:
    if card == "2C" and known.first_trick:
        return "The two of clubs begins the deal."
    suit = SUIT_SETS[card[-1]]
    name = SUIT_WORDS[card[-1]]
    out = known.unseen & suit
    if stops is not None:
        return f"{capital(_who(known, stops))} may be after the moon, so you try to win a point yourself."
    if not out:
        return f"Nobody else has {name} left, but your other leads are worse."
    if card[-1] == "S" and known.queen_out and card not in ("KS", "AS"):
        return "The queen of spades is in another hand, so you lead low spades to drive her out."
    lower = (out & (BIT[card] - 1)).bit_count()
    higher = out.bit_count() - lower
    if not lower:
        return f"Nobody can go below your {in_words(card)}, so somebody else takes this trick."
    if not higher and card == QUEEN:
        return "Nobody can go above your queen of spades, but your other leads are worse."
    if not higher:
        return f"You take this trick with your {in_words(card)} while it is likely to be cheap."
    still_out = f"{number_in_words(higher)} higher {name if higher > 1 else name[:-1]}"
    return f"With {still_out} still out, the {in_words(card)} is your safest lead."


def _why_follow(known: Knowledge, card: Card, stops: Seat | None) -> str:
    led = PACK[known.trick[0]][-1]
    best = max(place for place in known.trick if PACK[place][-1] == led)
    points = (BIT[card] | sum(1 << place for place in known.trick)) & _POINTS
    if PLACE[card] < best:
        if card == QUEEN:
            return f"The {in_words(PACK[best])} takes this trick, and your queen with it."
        return f"You stay under the {in_words(PACK[best])} and keep your lower cards for later."
    if known.house.omnibus and (card == JACK or BIT[JACK] & sum(1 << place for place in known.trick)):
        return "This wins the jack of diamonds, ten points off your score."
    if stops is not None and points:
        return f"{capital(_who(known, stops))} may be after the moon, so you take a point to stop it."
    if known.is_last and not points:
        return "There are no points in this trick and nobody plays after you, so you win it with a high card."
    if not points and known.unseen & SUIT_SETS[led] and PLACE[card] == _highest(known, led):
        return "This trick is unlikely to bring points, so it is a good time to be rid of a high card."
    if known.hand & SUIT_SETS[led] & ((1 << best) - 1):
        return "You could stay under, but your low cards are worth more to you later than these points cost now."
    if known.is_last:
        return "You cannot stay under, so you win it with your highest and keep the lower cards."
    return "You cannot be sure to stay under; somebody after you may still go higher."


def _why_discard(known: Knowledge, card: Card, led: str) -> str:
    if card == QUEEN:
        return f"You hold no {led}, so the queen of spades goes to whoever takes this trick."
    if card in ("KS", "AS") and known.queen_out:
        return f"The queen of spades is still out, and your {in_words(card)} could catch her."
    if card[-1] == "H":
        return f"You hold no {led}, so you give a heart to whoever takes this trick."
    if not known.hand & SUIT_SETS[card[-1]] & ~BIT[card]:
        return f"This empties you of {SUIT_WORDS[card[-1]]}, and you can discard when they are led."
    return f"You hold no {led}, so you are rid of a card that might have won a bad trick."


def _highest(known: Knowledge, suit: str) -> int:
    return (known.hand & SUIT_SETS[suit]).bit_length() - 1


def _who(known: Knowledge, seat: Seat) -> str:
    return player_of_four(seat - known.me)
