"""The score sheet of a match, and the points of a deal line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from time import monotonic
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import on
from textual.binding import Binding
from textual.widget import Widget

from engine.api import BETWEEN, OVER, DealBegan, Scored, ScoreLine, Seat, View, counted, gain_words
from net.crypto.key_words import four_words

from ..forms.time_words import is_halted
from ..session.room_screen import BACK, HELP, RoomScreen
from ..session.shell import PassingScreen
from ..session.table_session import TableSession, fair_word, is_wrong, told_verdict, took_back
from ..widgets.canvas import fit_cells
from ..widgets.global_keys import KEY_OF, LABEL_OF
from ..widgets.glyphs import ASCII, UNICODE, Glyphs, face
from ..widgets.key_bar import SCROLL, KeyBar, KeyHint
from ..widgets.messages import SessionNews
from ..widgets.packs import Script, read_pack
from ..widgets.sheet import Line, Sheet, Span
from .choice.guard import EARLY_S
from .ending.sheet import ending_lines
from .picture import deal_words
from .second_person import YOU
from .widgets.log import wrapped

if TYPE_CHECKING:
    from net.news import News, Verdict


_WORDS_CELLS: Final = (20, 27)
"""Cells for the words of a line, at least and at most."""
_TAB_OPENS_S: Final = 2.0
"""So long Tab is meant to open scores that came up by themselves."""
_POINTS: Final = 5
"""Cells after them for the points: three digits, a sign, a gap."""
_EDGES: Final = 7
"""Cells around the cards that follow: before them, before the paragraph, and after it."""


class ScoreScreen(PassingScreen[None], RoomScreen):
    """The totals of the match, the points of the last deal, then every deal. If the match is over, its end comes first.

    people: the names by seat; "You" is the reader. session: the session of the table. may_go_on: I have a seat, and can
    say that I am ready for the next deal, or play again. result: the screen came up by itself at the end of a deal, and
    goes away by itself when the next deal begins. look_back: steps back from the last card, None if that is not
    possible.
    """

    WORDS = "Scores"
    HELP_TEXT = (
        "At the top are the totals of the match. Then come the points of the last deal, yours first. You see what each "
        "player scored, with which cards, and by which paragraph of the rulebook. At the bottom are all deals of the "
        "match.\n\nPress Enter when you are "
        "ready for the next deal. It starts when everybody is ready, or after some time.\nPress r to open the "
        "rulebook at a paragraph that gave points in the last deal.\nPress Esc to go back to the table.\n\nWhen the "
        "match is over, you see the places, and how the totals changed from deal to deal. You also see what players "
        "achieved. Press a to play again with the same rules and players, or o to choose another game. "
        "Press the comma key to look back over the last deal."
    )
    BINDINGS = [
        Binding("enter", "next", "next deal", show=False, id="scores.next"),
        Binding("q", "back", "back", show=False, id="scores.back"),
        Binding("tab", "close", "back", show=False, id="scores.close"),
        Binding("a", "again", "play again", show=False, id="scores.again"),
        Binding("o", "another", "another game", show=False, id="scores.another"),
        Binding("comma", "past", "look back", show=False, id="scores.past"),
        Binding("r", "rules", "rules", show=False, id="scores.rules"),
    ]

    def __init__(
        self,
        view: View,
        people: Sequence[str],
        *,
        session: TableSession | None = None,
        may_go_on: bool = False,
        result: bool = False,
        look_back: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._look_back = look_back
        self._opened_s = monotonic()
        self._view, self._people = view, tuple(people)
        self.pack = read_pack(view.game)
        self._session, self._may_go_on, self._is_result = session, may_go_on, result

    def title_note(self) -> str:
        view = self._view
        return f"{view.game.meta.nearest_preset(view.options).title} · {self._how_far()}"

    def body(self) -> Iterable[Widget]:
        yield Sheet(self._lines())

    def on_mount(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        hints = [SCROLL, KeyHint("r", "rules"), BACK, HELP]
        if self._can_go_on:
            hints.insert(0, KeyHint("enter", "next deal", keep=True))
        if self._is_over:
            past = [KeyHint(KEY_OF["past"], LABEL_OF["past"])] if self._look_back is not None else []
            hints[:0] = [KeyHint("a", "play again", keep=True), *past, KeyHint("o", "another game", keep=True)]
        self.query_one(KeyBar).show(tuple(hints))

    @property
    def _is_over(self) -> bool:
        """Whether I have played a match that is over."""
        return self._may_go_on and self._view.over is not None

    def _is_early(self, seconds: float) -> bool:
        """Whether a key was meant for what this screen covers: it came up by itself a moment ago."""
        return self._is_result and self.room.settings.guard and monotonic() - self._opened_s < seconds

    @property
    def _can_go_on(self) -> bool:
        session = self._session
        is_open = session is None or not is_halted(session.info)
        return self._may_go_on and self._view.phase == BETWEEN and is_open

    def ends_with(self, news: News) -> bool:
        from net.news import Told

        return self._is_result and isinstance(news, Told) and isinstance(news.event, DealBegan)

    @on(SessionNews)
    def _on_news(self, message: SessionNews) -> None:
        from net.news import DealChecked, TableChanged, Told

        match message.news:
            case TableChanged():
                self._show_keys()
            case Told(event=Scored()) | DealChecked():
                self.query_one(Sheet).show(self._lines())
                self._show_keys()

    def action_next(self) -> None:
        session = self._session
        if self._is_early(EARLY_S):
            return
        if self._is_over:
            # Enter begins no other match: the player may have meant the last move, or these scores.
            self.tell("The match is over. Press a to play again, or Esc to go back.")
            return
        if session is not None and self._can_go_on:
            self.app.run_worker(session.next_deal(), exit_on_error=False)
        self.dismiss()

    def action_close(self) -> None:
        """Tab opens the scores; while they come up by themselves, it does not close them at once."""
        if not self._is_early(_TAB_OPENS_S):
            self.dismiss()

    def action_again(self) -> None:
        if self._is_over and not self._is_early(EARLY_S):
            self.room.tables.play_again()

    def action_another(self) -> None:
        if self._is_over and not self._is_early(EARLY_S):
            self.room.tables.leave_table()

    def action_past(self) -> None:
        if self._look_back is not None:
            self.dismiss()
            self._look_back()

    def action_rules(self) -> None:
        lines = self._view.scores[-1].lines if self._view.scores else ()
        paragraph = next((line.paragraph for line in lines if line.paragraph), "")
        self.room.open_rules(self._view.game.meta.id, paragraph, self._view.options)

    def _how_far(self) -> str:
        view = self._view
        if view.over is not None:
            return "the match is over"
        done = len(view.scores)
        return f"{counted(done, 'deal')} played"

    def _lines(self) -> list[Line]:
        width = self.app.size.width
        verdict = told_verdict(self._session) if self._session is not None else None
        room = self.room
        lines = score_lines(self._view, self._people, width, is_ascii=room.ascii, script=room.script)
        return [*lines, *fair_lines(verdict, width)]


def fair_lines(verdict: Verdict | None, width: int) -> list[Line]:
    """The result of the check of the newest finished deal, below the scores."""
    if verdict is None:
        return []
    role = "bad" if is_wrong(verdict) else "felt"
    words = f"{fair_word(verdict)}: deal {verdict.deal}. {verdict.sentence}"
    if verdict.signed:
        words += f" Signed by {counted(verdict.signed, 'player')}."
    if verdict.head:
        words += f" Your four words: {four_words(verdict.head)}. Players with the same words saw the same game."
    words += f" {verdict.disputed}" if verdict.disputed else ""
    words += f" The evidence of this fault is in {verdict.evidence}." if verdict.evidence else ""
    return [(), *((Span(line, 1, role),) for line in wrapped(words, width - 2))]


def score_lines(
    view: View, people: Sequence[str], width: int, *, is_ascii: bool = False, script: Script = "both"
) -> list[Line]:
    """The whole sheet, for a width in cells. script: how faces are written that have signs of their own."""
    ending = ending_lines(view, people, width, is_ascii=is_ascii)
    lines = [*ending, ()] if ending else _deal_so_far(view, people, width)
    if took_back(view):
        marked = "A move was taken back, so this match counts in no statistics."
        lines += [*((Span(line, 1, "felt"),) for line in wrapped(marked, width - 2)), ()]
    if not view.scores:
        return lines or [(Span("No deal has been scored yet."),)]
    last = view.scores[-1]
    deal: list[Line] = [(Span(f"Deal {last.number}", 1, "strong"),)]
    glyphs = replace(ASCII if is_ascii else UNICODE, pack=read_pack(view.game), script=script)
    for seat in _reader_first(_best_first(last, high_wins=view.game.high_wins), people):
        deal += _seat_lines(last, seat, people, width, glyphs)
    totals, deals = _match_lines(view, people, width)
    return [*lines, *totals, (), *deal, (), *deals]


def _deal_so_far(view: View, people: Sequence[str], width: int) -> list[Line]:
    """What everybody knows of a deal that is being played: what its players have, and what the game says of them."""
    if view.phase in ("", BETWEEN, OVER):
        return []
    names = max(_WORDS_CELLS[0], min(_WORDS_CELLS[1], max(cell_len(name) for name in people))) + 3
    lines: list[Line] = [(Span(f"Deal {view.deal} so far", 1, "strong"),)]
    for seat in _reader_first(view.playing, people):
        held, note = len(view.zone("hand", seat)), deal_words(view, seat)
        told = [counted(held, "card") + " in hand"] if held and "card" not in note else []
        words = " · ".join([*told, *([note] if note else []), f"total {view.totals[seat]}"])
        lines.append(
            (
                Span(fit_cells(people[seat], names - 1), 3, "strong"),
                Span(fit_cells(words, width - names - 2), names + 3),
            )
        )
    return [*lines, ()]


def _best_first(scored: Scored, *, high_wins: bool) -> list[Seat]:
    return sorted(range(len(scored.points)), key=scored.points.__getitem__, reverse=high_wins)


def _reader_first(seats: Sequence[Seat], people: Sequence[str]) -> list[Seat]:
    """The same seats, the reader before the others."""
    return sorted(seats, key=lambda seat: people[seat] != YOU)


def _seat_lines(scored: Scored, seat: Seat, people: Sequence[str], width: int, glyphs: Glyphs) -> list[Line]:
    """What one seat scored in a deal: its sum, then where it comes from."""
    words = _words_cells(scored, people, width, glyphs)
    ends = 5 + words + _POINTS
    lines: list[Line] = [
        (
            Span(fit_cells(people[seat], words + 2), 3, "strong"),
            Span(gain_words(scored.points[seat]), ends, "turn", end=True),
            Span(f"total {scored.totals[seat]}", ends + 3, "felt"),
        )
    ]
    for line in scored.lines:
        if line.seat == seat:
            rule = f"§{line.paragraph}" if line.paragraph else ""
            room = max(8, width - ends - _EDGES - cell_len(glyphs.plain(rule)))
            label, *labels = wrapped(glyphs.pack.named(line.label), words)
            first, *more = wrapped(_card_words(line, glyphs), room)
            lines.append(
                (
                    Span(label, 5),
                    Span(gain_words(line.points), ends, end=True),
                    Span(first, ends + 3),
                    Span(rule, width - 2, "faint", end=True),
                )
            )
            rest = zip_longest(labels, more, fillvalue="")
            lines += [(Span(label, 5), Span(cards, ends + 3)) for label, cards in rest]
    return lines


def _card_words(line: ScoreLine, glyphs: Glyphs) -> str:
    """The cards in the script that is shown. A line break between the two names of a card would show two cards."""
    return glyphs.plain(" ".join(glyphs.pack.spoken(card) or face(card, UNICODE) for card in line.cards))


def _words_cells(scored: Scored, people: Sequence[str], width: int, glyphs: Glyphs) -> int:
    """The cells for what is scored: as many as the longest of the words and names needs, within bounds; more, or fewer,
    where the cards leave or need them."""
    needed = max(
        (cell_len(words) for words in (*people, *(glyphs.pack.named(line.label) for line in scored.lines))), default=0
    )
    beside = (f"{_card_words(line, glyphs)}§{line.paragraph}" for line in scored.lines)
    room = width - 5 - _POINTS - _EDGES - max((cell_len(glyphs.plain(words)) for words in beside), default=0)
    return min(max(_WORDS_CELLS[1], room), max(needed, min(_WORDS_CELLS[0], room)))


def _match_lines(view: View, people: Sequence[str], width: int) -> tuple[list[Line], list[Line]]:
    """The totals of the match, and all its deals."""
    column = max(6, min(14, (width - 12) // len(people)))
    ends = [12 + column * (seat + 1) - 1 for seat in range(len(people))]
    winners = view.over.winners if view.over is not None else ()
    heads = [
        Span(fit_cells(name, column - 1), end, "faint" if seat in view.dropped else "strong", end=True)
        for seat, (name, end) in enumerate(zip(people, ends, strict=True))
    ]
    totals = [
        Span(str(total), end, "turn" if seat in winners else "strong", end=True)
        for seat, (total, end) in enumerate(zip(view.totals, ends, strict=True))
    ]
    match: list[Line] = [
        (Span("The match", 1, "strong"),),
        tuple(heads),
        (Span("total", 3, "strong"), *totals),
    ]
    if view.over is not None and view.over.payouts:
        paid = [
            Span(gain_words(gain), end, "strong", end=True) for gain, end in zip(view.over.payouts, ends, strict=True)
        ]
        match.append((Span("settled", 3, "strong"), *paid))
    deals: list[Line] = [(Span("All deals", 1, "strong"),), tuple(heads)]
    for scored in view.scores:
        points = [Span(gain_words(gain), end, end=True) for gain, end in zip(scored.points, ends, strict=True)]
        deals.append((Span(f"deal {scored.number}", 3, "faint"), *points))
    return match, deals
