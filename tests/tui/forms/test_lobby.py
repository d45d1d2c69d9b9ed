"""The lobby's form: everybody whole, everything that is settled about the table in sight, rules in words."""

import re
from typing import Any

import pytest
from rich.cells import cell_len

from engine.api import Happened, find_game, games
from net.wire.table_info import SeatInfo
from tui.forms.lobby import changes, lobby_items, rules_words, seat_words
from tui.forms.table_draft import option_item
from tui.forms.table_settings import CODE_WORDS, PACE_MS, PACE_WORDS, TIMES

from ...harness.screens import settled
from ..scene import screen_text
from ..scenes import ANN, BEA, DOGWOOD, FREE, LEAST, SMALL, LobbySession, met_host, room, table_info

PRESETS = [(meta.id, preset.id) for meta in games() for preset in meta.presets]
LINK = "khanhoo://192.168.100.100:4242/49eca73fdaa3#558d0ea09c7f7968af85a1852871c629"
LONGEST = "Bartholomew_the_{}_Guest1"


def _seated(count: int) -> list[SeatInfo]:
    """A full table of people with the longest names there are; each stands otherwise with the table."""
    ways: list[dict[str, Any]] = [{"is_host": True}, {"ready": True}, {}, {"state": "lagging"}, {"state": "away"}]
    return [
        SeatInfo(seat=seat, name=_name(seat), kind="person", user="somebody", **ways[seat % 5 if seat else 0])
        for seat in range(count)
    ]


def _name(seat: int) -> str:
    return LONGEST.format(chr(ord("A") + seat))[:24]


def _info(game: str, preset: str, seats: int, **more: Any) -> Any:
    meta = find_game(game).meta
    options = meta.resolve(meta.preset(preset).options)
    given = {"host_seat": 0, "host": _name(0), "pace_ms": 900, "coded": True, **more}
    return table_info(*_seated(seats), game=game, **{**given, "options": options})


def test_a_name_of_the_tests_is_as_long_as_names_get() -> None:
    assert cell_len(_name(0)) == 24


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(("game", "preset"), PRESETS)
async def test_only_rules_are_ever_below_the_fold_of_a_full_table(game: str, preset: str, seat: int | None) -> None:
    meta = find_game(game).meta
    info = _info(game, preset, meta.preset(preset).seats or meta.usual_seats, watch="shoulder")
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.tables.invitation = lambda: ([LINK] * (2 if seat == 0 else 1), "")  # type: ignore[method-assign]
        session = LobbySession(info, seat, host=met_host(is_new=True), table_code="K7M-3QX" if seat == 0 else "")
        app.tables.session = session  # type: ignore[assignment]
        app.open_screen("lobby")
        await settled(pilot)
        text = screen_text(app)
        assert text.count(LINK) == (2 if seat == 0 else 1)
        for place in info.seats:
            assert seat_words(place, seat, find_game(game)) in text
        items = lobby_items(info, seat)
        heading = next(item for item in items if item.label.startswith("Rules of"))
        for item in items[: items.index(heading) + 1]:
            assert re.search(rf"{re.escape(item.label)}[ ←]*{re.escape(item.value)}", text), item
        assert all(item.id.startswith("option:") for item in items[items.index(heading) + 1 :])


@pytest.mark.parametrize("seat", [0, 1, None])
async def test_in_the_least_window_every_seat_and_its_state_is_whole(seat: int | None) -> None:
    info = _info("hearts", "hearts", 4)
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        app.tables.session = LobbySession(info, seat, host=met_host(is_new=True))  # type: ignore[assignment]
        app.open_screen("lobby")
        await settled(pilot)
        text = screen_text(app)
        assert "…" not in text
        for place in info.seats:
            assert seat_words(place, seat, find_game("hearts")) in text


@pytest.mark.parametrize("size", [LEAST, SMALL], ids=str)
async def test_what_is_waited_for_stays_in_sight_however_much_is_said(size: tuple[int, int]) -> None:
    info = table_info(ANN, BEA, FREE, DOGWOOD, host_seat=0)
    said = tuple(Happened("said", 1, "Bea", f"word {number} of a long evening in the lobby") for number in range(40))
    app = room()
    async with app.run_test(size=size) as pilot:
        app.tables.session = LobbySession(info, events=said)  # type: ignore[assignment]
        app.open_screen("lobby")
        await settled(pilot)
        await settled(pilot)
        text = screen_text(app)
        assert "Seat 3 needs" in text
        assert "word 39" in text


@pytest.mark.parametrize("meta", games(), ids=lambda meta: meta.id)
def test_the_largest_table_has_all_its_people_in_sight_with_their_states(meta: Any) -> None:
    info = _info(meta.id, meta.presets[-1].id if meta.most_seats > 6 else meta.presets[0].id, meta.most_seats)
    shown = lobby_items(info, 1)[: meta.most_seats]
    assert [item.label for item in shown][:2] == ["Seat 1", "You (2)"]
    words = ["host", "ready", "not ready", "no answer", "away"]
    for seat, item in enumerate(shown):
        assert item.value == f"{_name(seat)}, {words[seat % 5 if seat else 0]}" or item.value == f"{_name(seat)}, host"
        assert cell_len(item.value) <= 35


def test_the_systems_name_of_a_person_is_shown_where_there_is_room() -> None:
    game = find_game("hearts")
    assert seat_words(BEA, 0, game) == "Bea, ready, user bea"
    assert seat_words(BEA, 1, game) == "Bea, ready"
    assert seat_words(ANN, 0, game) == "Ann, host"
    assert seat_words(DOGWOOD, 0, game) == "Dogwood, bot, medium"


@pytest.mark.parametrize("meta", games(), ids=lambda meta: meta.id)
def test_every_value_of_an_option_is_called_by_words_that_fit_the_form(meta: Any) -> None:
    for option in meta.options:
        assert set(option.words) <= {*option.choices, str(option.least)}
        for value in option.choices or ((True, False) if isinstance(option.default, bool) else (option.least,)):
            words = option_item(option, value).value
            assert "_" not in words
            assert not re.search(r"[a-z]\d|\d[a-z]", words)
            assert cell_len(words) <= 20
        assert cell_len(f"{option.title} *") <= 22
        names = [option.called(choice) for choice in option.choices]
        assert len(set(names)) == len(names)


def test_a_number_that_has_a_word_is_still_typed_as_a_number() -> None:
    target = next(option for option in find_game("kanhu_ming").meta.options if option.name == "target")
    line = option_item(target, 0)
    assert (line.value, line.typed) == ("none", "0")


def test_a_number_is_said_with_its_unit_and_typed_without_it() -> None:
    to_match = next(option for option in find_game("khamul").meta.options if option.name == "match_s")
    line = option_item(to_match, 3)
    assert (line.label, line.value, line.typed) == ("Time to match", "3 s", "3")


@pytest.mark.parametrize("pace", PACE_MS)
def test_the_pace_of_bots_is_called_in_the_lobby_as_in_the_form(pace: str) -> None:
    items = lobby_items(table_info(ANN, pace_ms=PACE_MS[pace], host_seat=0), 0)
    assert next(item.value for item in items if item.id == "table.pace") == PACE_WORDS[pace]


def test_rules_that_are_not_the_usual_ones_are_named_and_starred() -> None:
    game = find_game("hearts")
    plain = game.meta.resolve({})
    assert rules_words(game, plain, 4) == "standard"
    assert rules_words(game, {**plain, "omnibus": True, "moon": "choice"}, 4) == "Omnibus Hearts"
    other = {**plain, "limit": 50, "queen_breaks": True}
    assert rules_words(game, other, 4) == "2 changed *"
    labels = [item.label for item in lobby_items(table_info(ANN, options=other), None)]
    assert [label for label in labels if label.endswith(" *")][1:] == ["Points limit *", "Queen breaks hearts *"]


def test_the_host_steps_through_the_times_of_a_table_and_nobody_else_does() -> None:
    info = table_info(ANN, BEA, host_seat=0)
    assert changes(info, "table.turn_s", 1) == (("table.turn_s", 90),)
    assert changes(info, "table.bank_s", -1) == (("table.bank_s", 60),)
    assert changes(info, "table.between_s", 1) == (("table.between_s", 10),)
    assert changes(info, "table.away", -1) == (("table.away", "bot"), ("table.away_s", 60))
    assert changes(info, "table.private", 1) == (("table.private", True),)
    assert CODE_WORDS[False] in [item.value for item in lobby_items(info, 1)]
    for mine, steps in ((0, True), (1, False), (None, False)):
        lines = {item.id: item for item in lobby_items(info, mine)}
        assert (lines["table.turn_s"].steps, lines["table.bank_s"].steps) == (steps, steps)
        assert (lines["table.turn_s"].value, lines["table.bank_s"].value) == ("60 s", "120 s")
        assert (lines["table.between_s"].value, lines["table.between_s"].steps) == ("when all are ready", steps)
    assert 0 in TIMES["turn_s"].steps
