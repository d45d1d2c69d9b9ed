"""Why a bot of Khamul does what it does: sentences from what its seat knows and remembers."""

from ....kit.wording import capital, counted, in_words, listed
from ....model.cards import UNKNOWN, Card
from ..cards import CHARGE, POWER, WORTH, number_of
from .beliefs import Mind
from .policy import Plan


def place_name(place: str) -> str:
    """One of the own cards: "card 2"."""
    return f"card {number_of(place) + 1}"


def why_peek() -> str:
    """At the start no card is better than another."""
    return "Choose any two cards, because you know none of the four."


def why_call(mind: Mind, points: float, *, is_sure: bool) -> str:
    """Khamul is called. points: what the own cards are likely to make; is_sure: all of them are known."""
    if not mind.mine:
        return "You have no cards left."
    if is_sure:
        return f"Your cards count {points:.0f}. With five or fewer, you pay {CHARGE} if you do not call."
    return "You probably have five points or fewer, though you do not know all your cards."


def why_draw(mind: Mind) -> str:
    """A card is drawn, and the top one of the pile is left."""
    if mind.top is None:
        return "The discard pile is empty."
    name, points = in_words(mind.top), WORTH[mind.top]
    if round(mind.mean) < points:
        return f"The {name} counts {points}, and an unseen card counts about {mind.mean:.0f}."
    if not mind.unknown and all(WORTH[lying.card] <= points for lying in mind.mine.values()):
        return f"The {name} counts {points}, and none of your cards counts more."
    return f"The {name} counts {points}, but a card from the stock is likely to be better."


def why_take(mind: Mind, plan: Plan) -> str:
    """The top card of the pile is taken, to go where the plan says."""
    assert mind.top is not None
    return _why_swap(mind, mind.top, plan)


def why_pass_turn() -> str:
    """A turn is passed, since nothing can be done in it."""
    return "You cannot draw or take a card."


def why_lay(mind: Mind, card: Card, plan: Plan) -> str:
    """A drawn card is laid down, to go where the plan says."""
    return _why_swap(mind, card, plan)


def why_throw(mind: Mind, card: Card, plan: Plan) -> str:
    """A drawn card is thrown. plan: what may be matched with it."""
    if plan.matched:
        return f"After you discard the {in_words(card)}, you can match it with {_places(plan.matched)}."
    known = [lying.card for lying in mind.mine.values() if lying.card != UNKNOWN]
    highest = max(known, key=WORTH.__getitem__, default=card)
    if WORTH[highest] > WORTH[card]:
        if POWER[card]:
            return f"The {in_words(card)} is more useful for its power than in place of the {in_words(highest)}."
        return f"The {in_words(card)} counts {WORTH[card]}, but keep the {in_words(highest)} to match it later."
    if known and not mind.unknown:
        return f"The {in_words(card)} counts {WORTH[card]}, and none of your cards counts more."
    if known and round(mind.mean) >= WORTH[card]:
        return f"The {in_words(card)} counts {WORTH[card]}, and no card that you know counts more."
    if round(mind.mean) < WORTH[card]:
        return f"The {in_words(card)} counts {WORTH[card]}, and an unseen card counts about {mind.mean:.0f}."
    return f"The {in_words(card)} counts {WORTH[card]}, so it is better to discard it."


def why_match(places: tuple[str, ...], top: Card) -> str:
    """The cards of these places are thrown after the top one of the pile."""
    return f"{capital(_places(places))} {'matches' if len(places) == 1 else 'match'} the {in_words(top)}."


def why_no_match(mind: Mind) -> str:
    """Nothing is thrown after the top card of the pile."""
    if mind.top is None:
        return "The discard pile is empty."
    return f"No card that you know matches the {in_words(mind.top)}, and a wrong card costs a penalty card."


def why_look(place: str) -> str:
    """A jack is used to look at an own card."""
    return f"You do not know {place_name(place)}."


def why_no_look() -> str:
    """A jack is used for nothing."""
    return "You know all your cards."


def why_exchange(mind: Mind, own: str, theirs: str) -> str:
    """A black king is used to change an own card for somebody else's."""
    card = mind.mine[own].card
    other = next(row[theirs] for row in mind.rows.values() if theirs in row)
    mine = f"Your unknown {place_name(own)}" if card == UNKNOWN else f"Your {in_words(card)} counts {WORTH[card]}"
    if other.card != UNKNOWN:
        said = mine if card != UNKNOWN else f"{mine} may be high"
        return f"{said}, and the {in_words(other.card)} counts {WORTH[other.card]}."
    if card != UNKNOWN and round(mind.mean) < WORTH[card]:
        return f"{mine}, and an unseen card counts about {mind.mean:.0f}."
    if other.is_kept:
        return f"{mine if card != UNKNOWN else mine + ' may be high'}, and the other player chose to keep their card."
    return f"{mine if card != UNKNOWN else mine + ' may be high'}, and the other card is probably lower."


def why_no_exchange() -> str:
    """A black king is used for nothing."""
    return "No exchange is likely to bring a lower card."


def why_burden(held: int) -> str:
    """A black queen burdens a player with a card. held: how many cards that player has."""
    cards = counted(held, "card", words_to=10) if held else "no cards"
    return f"This player has {cards}, and seems to have the fewest points."


def why_burden_anybody() -> str:
    """A black queen burdens one of the others, at random."""
    return "An extra card hurts any other player."


def _why_swap(mind: Mind, card: Card, plan: Plan) -> str:
    """A card goes where the plan says."""
    lying, says = mind.mine[plan.place], f"The {in_words(card)} counts {WORTH[card]}"
    if lying.card != UNKNOWN:
        goes = f"{says}, and your {in_words(lying.card)} counts {WORTH[lying.card]}"
    elif round(mind.mean) > WORTH[card]:
        goes = f"{says}, and an unseen card like {place_name(plan.place)} counts about {mind.mean:.0f}"
    else:
        goes = f"{says}, and you do not know {place_name(plan.place)}"
    return f"{goes}. Then you can match {_places(plan.matched)}." if plan.matched else f"{goes}."


def _places(places: tuple[str, ...]) -> str:
    return listed([place_name(place) for place in places])
