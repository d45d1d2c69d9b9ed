"""How long a match takes: one player with medium bots at normal pace, in minutes.

    python -m benchmarks.minutes [--matches N]

Bots play whole matches of each preset at its usual number of seats, by its usual options. Then seat 0 counts as a
person, who takes some seconds for each decision and for each score; the bots take their usual pace. Answers that a
table collects side by side take as long as the slowest of them.
"""

import argparse
import statistics
from collections.abc import Iterator, Sequence

from benchmarks.report import Figure, tell
from engine.api import Game, GameInfo, Journal, Preset, Scored, SelfPlay, find_game, games

PERSON_S, BOT_S, SCORE_S = 4.0, 0.9, 5.0
"""For each decision of a person and of a bot (the normal pace), and for a look at each score."""


def match_s(journal: Journal) -> float:
    """Seconds of a match."""
    whole, side_by_side = 0.0, 0.0
    for record in journal.records:
        act = record.act
        if act.kind == "play":
            took_s = PERSON_S if act.seat == 0 else BOT_S
            if not record.events:
                side_by_side = max(side_by_side, took_s)
                continue
            whole += took_s
        whole += side_by_side
        side_by_side = 0.0
        whole += SCORE_S * sum(isinstance(event, Scored) for event in record.events)
    return whole


def play(game: Game, preset: Preset, seats: int, number: int) -> Journal:
    """A match of medium bots."""
    options = game.complete_options(game.meta.resolve(preset.options), seats)
    bots = [game.bot("medium") for _ in range(seats)]
    table = SelfPlay(game, options, bots, seed=f"minutes {number}").play()
    assert table.journal is not None
    return table.journal


def figures(matches: int) -> Iterator[Figure]:
    """Minutes and deals of each preset."""
    for meta in games():
        for preset in meta.presets:
            yield from _figures(meta, preset, matches)


def _figures(meta: GameInfo, preset: Preset, matches: int) -> Iterator[Figure]:
    seats = preset.seats or meta.usual_seats
    journals = [play(find_game(meta.id), preset, seats, number) for number in range(matches)]
    minutes = statistics.mean(match_s(journal) for journal in journals) / 60
    deals = statistics.mean(sum(isinstance(event, Scored) for event in journal.events()) for journal in journals)
    yield Figure(f"{preset.title}, {seats} players", minutes, f"min, {deals:.0f} deals")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=40, help="matches of each preset")
    tell(figures(parser.parse_args(arguments).matches))


if __name__ == "__main__":
    main()
