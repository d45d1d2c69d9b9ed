"""Why a bot of Khamul does what it does: sentences from what its seat knows and remembers."""

from ....kit.wording import counted, in_words, listed
from ....model.cards import UNKNOWN, Card
from ..cards import POWER, WORTH, number_of
from .beliefs import Mind
from .policy import Plan


def place_name(place: str) -> str:
    """One of the own places: "place 2"."""
    return f"place {number_of(place) + 1}"


def why_peek() -> str:
    """At the beginning nothing speaks for one card or another."""
    return "Any two will do, as nothing is known of the four."


def why_call(mind: Mind, points: float, *, is_sure: bool) -> str:
    """Khamul is called. points: what the own cards are likely to make; is_sure: all of them are known."""
    if not mind.mine:
        return "No card is left."
    if is_sure:
        return f"The cards make {points:.0f}, and with five or less not to call costs 20."
    return "Five points or fewer are likely, though not every card is known."


def why_draw(mind: Mind) -> str:
    """A card is drawn, and the top one of the pile is left."""
    if mind.top is None:
        return "No card lies on the pile yet."
    return f"The {in_words(mind.top)} on the pile is less use than a card from the stock on average."


def why_take(mind: Mind, plan: Plan) -> str:
    """The top card of the pile is taken, to go where the plan says."""
    assert mind.top is not None
    return f"The {in_words(mind.top)} counts {WORTH[mind.top]}, and {_what_goes(mind, plan)}."


def why_pass_turn() -> str:
    """A turn is passed, since nothing can be done in it."""
    return "There is nothing to draw and nothing to take."


def why_lay(mind: Mind, card: Card, plan: Plan) -> str:
    """A drawn card is laid down, to go where the plan says."""
    return f"The {in_words(card)} counts {WORTH[card]}, and {_what_goes(mind, plan)}."


def why_throw(mind: Mind, card: Card, plan: Plan) -> str:
    """A drawn card is thrown. plan: what may be matched with it."""
    if plan.matched:
        return f"The {in_words(card)} lets {_places(plan.matched)} be thrown after it."
    highest = max(
        (lying.card for lying in mind.mine.values() if lying.card != UNKNOWN), key=WORTH.__getitem__, default=card
    )
    if WORTH[highest] > WORTH[card]:
        if POWER[card]:
            return f"The {in_words(card)} does more on the pile than in place of the {in_words(highest)}."
        return f"The {in_words(card)} counts {WORTH[card]}, but the {in_words(highest)} may yet be matched."
    return f"The {in_words(card)} counts {WORTH[card]} and is no better than what lies there."


def why_match(places: tuple[str, ...], top: Card) -> str:
    """The cards of these places are thrown after the top one of the pile."""
    return f"In {_places(places)} lies what matches the {in_words(top)}."


def why_no_match(mind: Mind) -> str:
    """Nothing is thrown after the top card of the pile."""
    if mind.top is None:
        return "Nothing lies on the pile."
    return f"No card that is remembered matches the {in_words(mind.top)}, and a mistake costs a card."


def why_look(place: str) -> str:
    """A jack is used to look at an own card."""
    return f"What lies in {place_name(place)} is not known."


def why_no_look() -> str:
    """A jack is used for nothing."""
    return "Every own card is known."


def why_exchange(mind: Mind, own: str) -> str:
    """A black king is used to change an own card for somebody else's."""
    card = mind.mine[own].card
    if card == UNKNOWN:
        return f"The unknown card in {place_name(own)} is likely to be the higher one."
    return f"The {in_words(card)} in {place_name(own)} counts {WORTH[card]}, and what comes is likely to be less."


def why_no_exchange() -> str:
    """A black king is used for nothing."""
    return "No exchange promises a lower card."


def why_burden(mind: Mind, held: int) -> str:
    """A black queen burdens a player with a card. held: how many cards that player has."""
    cards = counted(held, "card", words_to=10) if held else "no card"
    return f"That player holds {cards} and seems to be nearest to the lowest hand."


def why_burden_anybody() -> str:
    """A black queen burdens one of the others, drawn by lot."""
    return "Another card is worse for any of the others."


def _what_goes(mind: Mind, plan: Plan) -> str:
    lying = mind.mine[plan.place]
    if lying.card == UNKNOWN:
        goes = f"the unknown card in {place_name(plan.place)} is higher on average"
    else:
        goes = f"the {in_words(lying.card)} in {place_name(plan.place)} goes"
    return f"{goes}, with {_places(plan.matched)} after it" if plan.matched else goes


def _places(places: tuple[str, ...]) -> str:
    return listed([place_name(place) for place in places])
