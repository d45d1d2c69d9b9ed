"""Khamul tables for tests: hands as text, moves as text.

Places are numbered from 1, as for people. Seat 0 begins unless a test says otherwise. A hand that names fewer cards
than are dealt is filled from the rest of the pack.
"""

from collections.abc import Mapping

from engine.api import (
    Card,
    Deal,
    Event,
    Game,
    Move,
    OptionValue,
    Seat,
    Table,
    View,
    Viewer,
    find_game,
    parse_cards,
    redact,
)
from tests.games.tables import decision_of

KHAMUL: Game = find_game("khamul")


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def started(
    seats: int,
    hands: Mapping[Seat, str] | None = None,
    *,
    stock: str = "",
    seed: str = "test",
    starter: Seat = 0,
    **options: OptionValue,
) -> Table:
    """A table whose first round has been dealt. stock: the cards to be drawn, the first first."""
    dealt = Deal({seat: cards(text) for seat, text in (hands or {}).items()}, cards(stock), (starter - 1) % seats)
    table = Table(KHAMUL, seats, KHAMUL.meta.resolve(options), seed=seed, deal=dealt)
    table.start()
    return table


def begun(
    seats: int,
    hands: Mapping[Seat, str] | None = None,
    *,
    peeks: Mapping[Seat, str] | None = None,
    stock: str = "",
    seed: str = "test",
    starter: Seat = 0,
    **options: OptionValue,
) -> Table:
    """The same after everybody has looked at two cards: places 1 and 2, or those that `peeks` names."""
    table = started(seats, hands, stock=stock, seed=seed, starter=starter, **options)
    for seat in range(seats):
        act(table, seat, f"peek {(peeks or {}).get(seat, '1 2')}")
    return table


def place(seat: Seat, word: str) -> str:
    """A place as text: "2" is the seat's own second, "1:3" the third of seat 1, "@1" seat 1."""
    if word.startswith("@"):
        return f"seat:{word[1:]}"
    owner, colon, number = word.rpartition(":")
    return f"slot:{owner if colon else seat}:{int(number) - 1}"


def act(table: Table, seat: Seat, text: str) -> tuple[Event, ...]:
    """A seat answers: act(table, 1, "match 2 3")."""
    verb, *words = text.split()
    return table.play(seat, table.step, Move(verb, places=tuple(place(seat, word) for word in words)))


def answer(table: Table, **answers: str) -> tuple[Event, ...]:
    """Everybody is asked about the top: answer(table, s1="match 2"); who is not named passes. Gives the events."""
    assert table.phase == "matching", table.phase
    for seat in table.acting():
        act(table, seat, answers.get(f"s{seat}", "pass"))
    return table.close()


def turn(table: Table, seat: Seat, *moves: str, **answers: str) -> tuple[Event, ...]:
    """A whole turn: its moves, then everybody's answers; who matches is asked again and passes then."""
    for text in moves:
        act(table, seat, text)
    events = answer(table, **answers) if table.phase == "matching" else ()
    while table.phase == "matching":
        events += answer(table)
    return events


def quiet(table: Table, turns: int = 1) -> None:
    """So many turns in which the card drawn is thrown, nobody matches, and powers are declined."""
    while turns and table.over is None and table.phase not in ("between", "over"):
        if table.awaits_close:
            table.close()
            continue
        decision = table.decisions()[0]
        turns -= decision.phase == "turn"
        table.play(decision.seat, decision.id, decision.default)
    while table.phase not in ("turn", "between", "over"):
        if table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, decision.default)


def row(table: Table, seat: Seat) -> str:
    """The cards of a seat in the order of its places; "-" for an empty one."""
    return " ".join(held[0] if held else "-" for held in table.groups("slot", seat))


def verbs(table: Table, seat: Seat) -> set[str]:
    return {choice.verb for choice in decision_of(table, seat).choices}


def offered(table: Table, seat: Seat, verb: str) -> list[tuple[str, ...]]:
    """The places with which a seat may do something now."""
    return [move.places for move in decision_of(table, seat).moves(table.deck) if move.verb == verb]


def view_of(table: Table, viewer: Viewer) -> View:
    """What a viewer knows who was told everything as it happened."""
    assert table.journal is not None
    view = View(KHAMUL, table.seats, table.options, viewer)
    for number, event in enumerate(table.journal.events()):
        view.absorb(number, redact(event, viewer, KHAMUL.plan))
    return view


def finish(table: Table, seat: Seat) -> None:
    """A seat, whose turn it is, calls; everybody else throws what is drawn, and the round is counted."""
    act(table, seat, "khamul")
    quiet(table, table.seats - 1)
    assert table.phase in ("between", "over"), table.phase


def faces_told(events: tuple[Event, ...], kind: str) -> list[str]:
    """Cards named by events of one kind ("Turned", "Shown"), in order."""
    return [card for event in events if type(event).__name__ == kind for card in getattr(event, "cards", ())]
