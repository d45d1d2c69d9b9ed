"""Thinking up a table: every line of the form can be changed, and what is opened is what was shown."""

import re
from dataclasses import replace

import pytest

from engine.api import OptionError, find_game, games
from tui.config.last_options import last_set, with_set
from tui.config.settings import CHOICES, Settings
from tui.forms.host_config import as_last, get_game, last_config, shared_config
from tui.forms.table_draft import FREE, Draft, fresh_draft, new_draft
from tui.forms.table_settings import PACE_MS
from tui.problems import UsageProblem

ANN = Settings(name="Ann", last_game="hearts")
GAMES = [meta.id for meta in games()]


def draft_of(game: str = "hearts") -> Draft:
    return fresh_draft(get_game(game), new_draft(ANN))


def test_it_begins_as_a_table_alone_with_bots_in_every_seat() -> None:
    config = new_draft(ANN).config(ANN)
    assert (config.game, config.autostart, config.listed, config.tcp) == ("hearts", True, False, False)
    assert config.bots == ("easy", "easy", "easy")


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_steps_changes_something_and_steps_back(game: str) -> None:
    draft = draft_of(game).open_to("listed")
    for item in draft.items("Ann"):
        if not item.steps or item.heading or item.id == "game":
            continue
        on, off = draft.step(item.id, 1), draft.step(item.id, -1)
        assert on != draft or off != draft, item.label
        if on != draft and item.id not in ("seats", "preset", "company"):
            assert on.step(item.id, -1) == draft, item.label


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_stepped_to_can_be_opened_or_says_why_not(game: str) -> None:
    for company in ("alone", "listed", "unlisted"):
        draft = draft_of(game).open_to(company)
        for item in draft.items("Ann"):
            stepped = draft
            for _ in range(4):
                stepped = stepped.step(item.id, 1)
                if stepped.fault:
                    with pytest.raises(UsageProblem, match=re.escape(stepped.fault)):
                        stepped.config(ANN)
                else:
                    assert stepped.config(ANN).game in GAMES


def test_the_times_of_a_table_are_set_before_it_is_opened_and_are_the_usual_ones_if_not() -> None:
    draft = replace(draft_of().open_to("listed"), away="pause")
    usual = draft.config(ANN)
    assert (usual.away_s, usual.turn_s, usual.bank_s, usual.between_s) == (None, None, None, None)
    for kind in ("away_s", "turn_s", "bank_s", "between_s"):
        draft = draft.step(kind, 1)
    set_so = draft.config(ANN)
    assert (set_so.away_s, set_so.turn_s, set_so.bank_s, set_so.between_s) == (300, 90, 180, 45)


def test_the_other_game_keeps_to_whom_the_table_is_open() -> None:
    draft = draft_of().open_to("unlisted").step("game", 1)
    assert draft.company == "unlisted"
    assert set(draft.bots) == {FREE}


def test_with_others_the_seats_are_free_and_alone_they_are_bots() -> None:
    draft = draft_of().open_to("listed")
    assert draft.config(ANN).bots == ()
    assert draft.step("bot:0", 1).config(ANN).bots == ("easy",)
    assert draft.open_to("alone").config(ANN).bots == ("easy",) * 3


def test_each_bot_has_its_own_level() -> None:
    draft = draft_of().step("bot:1", 1).step("bot:2", 2)
    assert draft.config(ANN).bots == ("easy", "medium", "hard")


def test_a_preset_sets_its_options_and_an_option_of_ones_own_leaves_it() -> None:
    omnibus = draft_of().with_preset("omnibus")
    assert omnibus.config(ANN).options["omnibus"] is True
    own = omnibus.step("option:limit", 1)
    assert own.preset == ""
    assert own.step("option:limit", -1).preset == "omnibus"


def test_a_number_can_be_typed_within_its_bounds() -> None:
    assert draft_of().typed("option:limit", "50").options["limit"] == 50
    with pytest.raises(OptionError, match="limit must be from"):
        draft_of().typed("option:limit", "5000")


def test_a_number_never_steps_out_of_its_bounds() -> None:
    draft = draft_of()
    for _ in range(300):
        draft = draft.step("option:limit", -1)
    assert draft.options["limit"] == 1


def test_title_and_seed_are_taken_along() -> None:
    draft = draft_of().open_to("listed").typed("title", "Cellar").typed("seed", "rematch")
    config = draft.config(ANN)
    assert (config.title, config.seed, config.listed) == ("Cellar", "rematch", True)


def test_a_table_without_a_title_of_its_own_is_called_as_its_line_says() -> None:
    draft = draft_of().open_to("listed")
    (line,) = [item for item in draft.items("Ann") if item.id == "title"]
    assert draft.config(ANN).title == line.value
    assert line.value.startswith("Ann's ")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_table_can_be_opened_again(game: str) -> None:
    draft = draft_of(game).step("bot:0", 2)
    for option in find_game(game).meta.options:
        stepped = draft.step(f"option:{option.name}", 1)
        draft = draft if stepped.fault else stepped
    config = draft.config(ANN)
    remembered = ANN.with_(**as_last(config))
    again = last_config(remembered)
    assert (again.game, again.seats, again.bots, again.options) == (
        config.game, config.seats, config.bots, config.options,
    )  # fmt: skip
    assert new_draft(remembered).config(ANN).options == config.options


def test_a_last_table_of_long_ago_is_no_stumbling_block() -> None:
    old = ANN.with_(last_game="whist", last_options="trumps=on", last_seats=9, last_bots="genius")
    assert new_draft(old).config(ANN).game in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_begins_with_the_rules_last_used_for_its_game(game: str) -> None:
    found = get_game(game)
    draft = draft_of(game)
    for option in found.meta.options:
        stepped = draft.step(f"option:{option.name}", 1)
        draft = draft if stepped.fault else stepped
    kept = with_set(with_set("", get_game("hearts").meta, {"limit": 50}), found.meta, draft.options)
    again = new_draft(ANN.with_(kept_options=kept, last_game=game))
    assert again.options == draft.options
    assert again.as_usual().options == draft_of(game).options
    assert (last_set(kept, get_game("hearts").meta) or {})["limit"] in (50, draft.options.get("limit"))


def test_a_kept_set_of_another_version_costs_only_what_is_not_known() -> None:
    found = last_set("whist trumps=on; hearts limit=50 glue=on omnibus=perhaps", get_game("hearts").meta)
    assert found == {**get_game("hearts").meta.resolve({}), "limit": 50}
    assert last_set("whist trumps=on", get_game("hearts").meta) is None


def test_options_that_do_not_go_with_the_seats_are_told_in_a_sentence() -> None:
    faults = [
        draft_of(game).with_option(option.name, value).for_seats(seats).fault
        for game in GAMES
        for option in get_game(game).meta.options
        for value in option.choices or (option.least,)
        for seats in (get_game(game).meta.least_seats, get_game(game).meta.most_seats)
    ]
    assert all(not fault or fault.endswith(".") for fault in faults)


def test_a_table_of_the_command_line_is_called_as_one_thought_up_in_the_menu() -> None:
    assert shared_config(ANN, "hearts").title == draft_of().open_to("listed").config(ANN).title == "Ann's Hearts"
    assert shared_config(ANN, "hearts", title="Cellar").title == "Cellar"


@pytest.mark.parametrize("away", CHOICES["away"])
@pytest.mark.parametrize("pace", CHOICES["pace"])
def test_settings_of_new_tables(away: str, pace: str) -> None:
    """The command line and the menu give a new table the pace of its bots and its policy for absent players."""
    told = shared_config(ANN.with_(away=away, pace=pace), "hearts")
    drawn = replace(draft_of(), away=away, pace=pace).open_to("listed").config(ANN)
    assert [(table.away_policy, table.pace_ms) for table in (told, drawn)] == [(away, PACE_MS[pace])] * 2


def test_the_number_of_players_stops_where_the_rules_stop() -> None:
    draft = draft_of("khanhoo")
    for _ in range(9):
        draft = draft.step("seats", 1)
    (line,) = [item for item in draft.items("Ann") if item.id == "seats"]
    assert (draft.seats, draft.fault) == (4, "")
    assert line.help == "From 2 to 4 players. English Khanhoo: up to 8 players."
    english = draft.with_preset("english")
    for _ in range(9):
        english = english.step("seats", 1)
    assert (english.seats, english.fault) == (8, "")
    assert english.with_preset("denexa").seats == 4


@pytest.mark.parametrize("game", GAMES)
def test_a_preset_says_how_many_can_play_it(game: str) -> None:
    meta = find_game(game).meta
    for preset in meta.presets:
        possible = draft_of(game).with_preset(preset.id)._possible_seats
        assert possible == list(range(meta.least_seats, (preset.most_seats or meta.most_seats) + 1))
