"""Named scenes of the games with other cards, hidden places, contracts and auctions: most players, longest hands."""

from collections.abc import Callable
from typing import Any

from textual.app import App

from engine.api import Seat, Table

from ..harness.tabletop import Tabletop, new_table
from .scene import Scene
from .scenes_table import WIDE, app_of, scene_of

SMALL = (60, 20)
USUAL = (80, 24)


def table_of(
    game: str,
    seats: int,
    until: Callable[[Table], bool],
    *eager: str,
    viewer: Seat | None = 0,
    seed: str,
    **options: Any,
) -> Tabletop:
    """A table of so many seats, played until something holds; eager: what everybody does where it can be done."""
    table = new_table(game, seats=seats, seed=seed, options=options)
    return Tabletop(table, viewer, others_play=False).begin().drive(until, *eager)


def _asks(seat: Seat, phase: str, verb: str = "") -> Callable[[Table], bool]:
    """Whether a seat is asked in a phase, and may do something there."""

    def holds(table: Table) -> bool:
        if table.phase != phase or seat not in table.acting():
            return False
        decision = table.decision(seat)
        return decision is not None and (not verb or decision.choice(verb) is not None)

    return holds


def _laid(table: Table) -> int:
    return sum(1 for zone, cards in table.zones.items() if zone.startswith("meld:") and cards)


# Kanhu under the Ming: three players, money cards, melds in a trick.


def ming_lead() -> Tabletop:
    """My lead, with all nine cards."""
    return table_of("kanhu_ming", 3, _asks(0, "lead"), seed="b")


def ming_trick() -> Tabletop:
    """A meld was led and beaten, or not; I am the last to answer."""

    def holds(table: Table) -> bool:
        thrown = len(table.zone("sluff", 1)) + len(table.zone("sluff", 2))
        return _asks(0, "follow")(table) and len(table.zone("trick")) + thrown >= 6

    return table_of("kanhu_ming", 3, holds, "beat", "lead+", seed="m32")


# Kanhu under the Qing: six players, fifteen cards.


def qing() -> Tabletop:
    """My turn, in the middle of a deal."""
    return table_of("kanhu_qing", 6, lambda table: _asks(0, "turn")(table) and len(table.zone("discard")) > 9, seed="q")


# Khamul: hidden places, looks, powers.


def khamul_peek() -> Tabletop:
    """Before the two cards are looked at."""
    table = table_of("khamul", 6, _asks(0, "peeking"), seed="k")
    table.others_play = True
    return table


def khamul_drawn() -> Tabletop:
    """A card drawn, among six players."""
    return table_of("khamul", 6, lambda table: _asks(0, "deciding")(table) and len(table.zone("discard")) > 5, seed="k")


def khamul_king() -> Tabletop:
    """A black king's power."""
    return table_of("khamul", 4, _asks(0, "power", "exchange"), "draw", seed="king")


def khamul_shown() -> Tabletop:
    """The round is over, and all cards are shown."""

    def holds(table: Table) -> bool:
        return table.phase == "between"

    return table_of("khamul", 6, holds, "khamul", seed="shown")


# Chinaso: six players, contracts, long melds.


def chinaso_contract() -> Tabletop:
    """The contract can be laid down."""
    return table_of("chinaso", 6, _asks(0, "play", "lay_down"), seed="a fixed seed")


def chinaso_melds() -> Tabletop:
    """Most have laid down; a card of mine fits several melds."""

    def holds(table: Table) -> bool:
        return _asks(0, "play", "lay_off")(table) and _laid(table) > 7

    return table_of("chinaso", 6, holds, "lay_down", seed="a fixed seed")


def chinaso_long() -> Tabletop:
    """A long hand: four contracts on, with cards bought."""

    def holds(table: Table) -> bool:
        return table.deal >= 4 and _asks(0, "play")(table) and len(table.zone("hand", 0)) > 17

    return table_of("chinaso", 6, holds, "buy", seed="long")


# Solo: the duel, the declaration, the tricks.


def solo_duel() -> Tabletop:
    """I hold the bid and am asked for one more."""
    return table_of("solo", 4, _asks(0, "bidding", "hold"), "query", "ask", seed="duel")


def solo_declares() -> Tabletop:
    """I declare, and every game is open to me."""
    return table_of("solo", 4, _asks(0, "declaring", "simple"), "ask", seed="declare 1")


def solo_calls() -> Tabletop:
    """I call a card."""
    return table_of("solo", 4, _asks(0, "calling"), "ask", "simple", seed="declare 1")


def solo_trick() -> Tabletop:
    """The fourth trick."""

    def holds(table: Table) -> bool:
        return _asks(0, "tricks")(table) and len(table.zone("hand", 0)) == 5 and len(table.zone("trick")) == 2

    return table_of("solo", 4, holds, "ask", seed="trick")


# English Khanhoo: eight players.

ENGLISH: dict[str, Any] = {"skin": "english", "copies": 4, "expose_taken_discard": True, "split_runs": False}


def english() -> Tabletop:
    """My turn; everybody else has melds on the table."""

    def holds(table: Table) -> bool:
        return _asks(0, "turn", "discard")(table) and _laid(table) > 20

    return table_of("khanhoo", 8, holds, "bump", seed="e15", jokers=5, **ENGLISH)


def english_over() -> Tabletop:
    """The match is over and settled."""
    return table_of(
        "khanhoo", 8, lambda table: False, "out", "bump", seed="e15", target=20, settlement="pairwise", **ENGLISH
    )


def _scenes(
    name: str, title: str, make: Callable[[], Tabletop], *keys: str, sizes: str = "usual wide ascii small"
) -> dict[str, Scene]:
    """The usual ways to look at a table."""
    wanted = {
        "usual": (name, app_of(make), USUAL, title),
        "wide": (f"{name}-wide", app_of(make), WIDE, f"{title}, at 120x40"),
        "ascii": (f"{name}-ascii", app_of(make, ascii=True), USUAL, f"{title}, in ASCII"),
        "small": (f"{name}-small", app_of(make), SMALL, f"{title}, at 60x20"),
    }
    found: dict[str, Scene] = {}
    for size in sizes.split():
        scene_name, build, cells, words = wanted[size]
        found[scene_name] = scene_of(build, cells, *keys, title=words)
    return found


def _native(make: Callable[[], Tabletop]) -> Callable[[], App[Any]]:
    return app_of(make, faces="native")


PEEK = ("2", "4", "space")

SCENES: dict[str, Scene] = {
    **_scenes("ming", "Kanhu, Ming: a meld is led", ming_trick),
    "ming-lead": scene_of(
        app_of(ming_lead), USUAL, "l", "right", "right", title="Kanhu, Ming: what a lead is, and what beats it"
    ),
    **_scenes("qing", "Kanhu, Qing: six players", qing),
    "qing-native": scene_of(_native(qing), USUAL, title="Kanhu, Qing: in Chinese signs"),
    **_scenes("khamul", "Khamul: a card drawn", khamul_drawn),
    "khamul-peek": scene_of(app_of(khamul_peek), USUAL, *PEEK, title="Khamul: a look at two, once"),
    "khamul-king": scene_of(
        app_of(khamul_king), USUAL, "e", "2", "down", "right", title="Khamul: a black king's exchange"
    ),
    "khamul-shown": scene_of(app_of(khamul_shown), USUAL, title="Khamul: the cards are shown"),
    **_scenes("chinaso", "Chinaso: six players", chinaso_melds),
    "chinaso-contract": scene_of(
        app_of(chinaso_contract), USUAL, "l", "up", "space", "down", title="Chinaso: composing a contract"
    ),
    "chinaso-lay-off": scene_of(app_of(chinaso_melds), USUAL, "o", "right", title="Chinaso: to which meld a card goes"),
    "chinaso-long": scene_of(app_of(chinaso_long), USUAL, title="Chinaso: a hand of many bought cards"),
    "chinaso-long-small": scene_of(app_of(chinaso_long), SMALL, title="Chinaso: a long hand at 60x20"),
    **_scenes("solo", "Solo: a trick", solo_trick, sizes="usual wide ascii"),
    "solo-duel": scene_of(app_of(solo_duel), USUAL, title="Solo: the questioning duel"),
    "solo-declares": scene_of(app_of(solo_declares), USUAL, "2", "right", title="Solo: a declaration"),
    "solo-calls": scene_of(app_of(solo_calls), USUAL, "right", title="Solo: a card is called"),
    **_scenes("english", "English Khanhoo: eight players", english),
    "english-melds": scene_of(app_of(english), USUAL, "m", "m", title="English Khanhoo: all melds"),
    "english-options": scene_of(app_of(english), USUAL, "i", "down", title="The rules of a table"),
    "english-result": scene_of(app_of(english_over), USUAL, "tab", title="English Khanhoo: the match is settled"),
}
