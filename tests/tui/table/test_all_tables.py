"""Every game of the house at its most seats, played by lot: all that is drawn can be drawn, and says what it should."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from rich.cells import cell_len

from engine.api import UNKNOWN, Decision, Game, OptionError, Preset, View, find_game, games
from engine.bots.random import random_move
from net.news import Asked
from net.wire.sanitize import NAME_CELLS
from tui.session.table_session import forgets
from tui.table.choice.chooser import Chooser
from tui.table.choice.picker import Picker
from tui.table.game_words import read_layout
from tui.table.narration import Narration
from tui.table.picture import Picture, picture
from tui.table.presenters import Message, hand_look, marks_of, prompt_look, tableau_look
from tui.table.recording import Recording
from tui.table.wording import Words
from tui.widgets.global_keys import GAME_LETTERS
from tui.widgets.glyphs import ASCII, UNICODE, with_pack
from tui.widgets.messages import SessionNews
from tui.widgets.packs import read_pack

from ...harness.screens import settled
from ...harness.slow import slow
from ...harness.tabletop import NAMES, TableApp, Tabletop, new_table
from ..scene import screen_text

ACTS = 220


@dataclass(frozen=True)
class Case:
    """A preset at a number of seats."""

    game: str
    preset: Preset
    seats: int

    def __str__(self) -> str:
        return f"{self.game} {self.preset.id} {self.seats}"

    @property
    def rules(self) -> Game:
        """The game."""
        return find_game(self.game)

    def begin(self, viewer: int | None = 0) -> Tabletop:
        """A table of it."""
        table = new_table(self.game, seats=self.seats, seed=f"lot {self}", options=self.preset.options)
        return Tabletop(table, viewer, others_play=False).begin()


def _cases() -> Iterator[Case]:
    for meta in games():
        for preset in meta.presets:
            for seats in range(meta.most_seats, meta.least_seats - 1, -1):
                try:
                    find_game(meta.id).complete_options(meta.resolve(preset.options), seats)
                except OptionError:
                    continue
                yield Case(meta.id, preset, seats)
                break


CASES = list(_cases())


def _acts(table: Tabletop, chance: Random, acts: int = ACTS) -> Iterator[None]:
    """The table after each act of somebody, chosen by lot."""
    for _ in range(acts):
        truth = table.table
        if truth.over is not None:
            return
        if truth.awaits_close:
            table.tell(truth.close())
        else:
            free = truth.free_decisions() if chance.random() < 0.2 else ()
            decision = chance.choice(free or truth.decisions())
            table.tell(truth.play(decision.seat, decision.id, random_move(decision, truth.deck, chance)))
        yield


class Looker:
    """What a screen would make of a table, without a screen."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.layout, self.pack = read_layout(view.game), read_pack(view.game)
        self.story = Narration(view.game, view.viewer, NAMES.__getitem__, view.deck, forgets(view))
        self.chooser = Chooser(self.layout, lambda word, cards: view.game.group_fault(word, cards, view))

    def look(self, decision: Decision | None) -> Picture:
        """The picture now; the choice is asked."""
        self.story.catch_up(self.view.events)
        shown = picture(self.view, self.story, [(name, "") for name in NAMES[: self.view.seats]])
        self.chooser.hold(shown.hand)
        self.chooser.ask(decision)
        return shown

    def words(self, shown: Picture) -> list[str]:
        """All that the prompt and the sheet say."""
        words = Words(self.layout, self.pack, self.view.deck, shown)
        chooser = self.chooser
        prompt = prompt_look(shown, chooser, words, Message(), time="", link="")
        hand_look(chooser, self.story.fresh, live=True, own=shown.own, marks=marks_of(chooser))
        assert not prompt.about or prompt.about.partition(":")[0] == prompt.says.partition(":")[0]
        sheet = tableau_look(shown, chooser, words, "melds")
        assert sheet is not None
        return [
            prompt.says,
            prompt.about,
            *(offer.label for offer in prompt.offers),
            *(row.label for row in sheet.rows),
        ]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_can_be_done_can_be_picked_and_said(case: Case) -> None:
    table, chance = case.begin(), Random(str(case))
    looker = Looker(table.view)
    for _ in _acts(table, chance):
        decision = table.decision or table.offer
        shown = looker.look(decision)
        said = looker.words(shown)
        chooser = looker.chooser
        keys = [key for offer in chooser.offers if (key := chooser.key_of(offer))]
        assert len(set(keys)) == len(keys), "two moves that can be made now have one key"
        without = [each for each in chooser.offers if not chooser.key_of(each) and each.kind != "cards"]
        assert not without or (chooser.listing is not None and [chooser.listing.offer] == without)
        assert len([each for each in chooser.offers if not each.words.key and each.kind == "cards"]) <= 1
        for offer in looker.chooser.offers:
            if offer.kind == "listed":
                picker = Picker(offer)
                while not picker.is_done:
                    picker.at = chance.randrange(len(picker.candidates))
                    picker.take()
                assert picker.left[0].move in {way.move for way in picker.ways}
                looker.chooser.pick(offer)
            elif offer.kind == "shape":
                looker.chooser.compose(offer)
                assert looker.chooser.composing is not None
                assert looker.chooser.composing.first_fault() is None
            said += looker.words(shown)
            looker.chooser.clear()
        assert all("{" not in words and "??" not in words for words in said)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_log_of_a_table_names_no_zone_and_keeps_no_secret(case: Case) -> None:
    table, chance = case.begin(None), Random(str(case))
    looker = Looker(table.view)
    for _ in _acts(table, chance):
        pass
    looker.look(None)
    for line in looker.story.log:
        assert not any(sign in line.text for sign in ("{", "}", "??", ":0", ":1")), line.text
        text = with_pack(ASCII, looker.pack, "latin").plain(line.text)
        assert text.isascii()
        assert "??" not in text, f"{line.text} has signs that letters do not know"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_record_shows_all_cards_with_open_eyes_and_no_more_than_was_seen_with_others(case: Case) -> None:
    table, chance = case.begin(), Random(str(case))
    for _ in _acts(table, chance, 120):
        pass
    journal, plan = table.table.journal, table.table.game.plan
    assert journal is not None
    reel = Recording(journal)
    reel.go(len(reel.acts))
    assert {zone: cards for zone, cards in reel.view.zones.items() if cards} == {
        zone: cards for zone, cards in table.table.zones.items() if cards
    }
    for eyes in (0, None):
        reel.look_through(eyes)
        reel.picture()
        for zone, cards in reel.view.zones.items():
            if plan.kind(zone).shown_once and not plan.sees(zone, eyes):
                assert set(cards) <= {UNKNOWN}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_verb_phase_and_key_of_a_table_has_words(case: Case) -> None:
    layout, rules = read_layout(case.rules), case.rules
    assert set(layout.verbs) == set(rules.verbs)
    assert set(rules.phases) <= set(layout.phases)
    assert {words.key for words in layout.verbs.values()} <= {*GAME_LETTERS, ""}


@pytest.mark.parametrize("size", [*slow([((60, 20),)]), (80, 24), *slow([((120, 40),)])], ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_table_is_drawn_at_every_size_and_in_letters(case: Case, size: tuple[int, int]) -> None:
    table, chance = case.begin(), Random(f"{case} {size}")
    app = TableApp(table, ascii=size == (60, 20))
    async with app.run_test(size=size) as pilot:
        for number, _ in enumerate(_acts(table, chance, 120)):
            if number % 40 == 39:
                await settled(pilot)
                text = screen_text(app)
                assert "You" in text
                assert all(cell_len(line) <= size[0] for line in text.splitlines())
                assert size != (60, 20) or text.isascii()


LONGEST_NAMES = tuple(f"{name.capitalize()} Featherstonehaugh"[:NAME_CELLS] for name in NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
async def test_no_text_of_a_table_is_cut_with_the_longest_names(case: Case, size: tuple[int, int]) -> None:
    table, chance = case.begin(), Random(f"{case} {size}")
    table.names = LONGEST_NAMES
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        for number, _ in enumerate(_acts(table, chance, 120)):
            if number % 15 == 14:
                if table.decision is not None:
                    app.screen.post_message(SessionNews(Asked(table.decision, None)))
                await settled(pilot)
                text = screen_text(app)
                assert UNICODE.ellipsis not in text, text


USUAL = [
    Case(meta.id, preset, meta.usual_seats)
    for meta in games()
    for preset in meta.presets
    if Case(meta.id, preset, meta.usual_seats) not in CASES
]
TABLES = 16


@pytest.mark.slow
@pytest.mark.parametrize("case", USUAL, ids=str)
async def test_no_text_is_cut_while_a_player_waits_at_a_table_of_the_usual_size(case: Case) -> None:
    for number in range(TABLES):
        made = new_table(case.game, seats=case.seats, seed=f"waits {number}", options=case.preset.options)
        table, chance = Tabletop(made, 0, others_play=False, names=LONGEST_NAMES).begin(), Random(f"waits {number}")
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            has_moved = False
            for _ in _acts(table, chance):
                if has_moved and table.decision is None:
                    break
                has_moved = has_moved or table.decision is not None
            await settled(pilot)
            text = screen_text(app)
            assert UNICODE.ellipsis not in text, text
