"""Compare bots on duplicate deals with rotated seats, and estimate the error.

The *hero* is the bot level to be judged, and the *field* is the bot level in all other seats. A *round* is the first
deals of a new match. `Game.round_deals` says how many deals it needs for a fair sample. Each round is played once with
the hero in each seat, always with the same cards. So the hero and the field both hold every hand of every deal. The
luck of the cards cancels out, and only skill is left. The statistics count deals: the margin of a deal is the hero's
mean points less the field's, over all seats of the hero.
"""

from collections.abc import Callable, Iterable, Iterator
from math import fsum, inf, sqrt

import msgspec

from ..model.options import OptionValue
from ..play.bot import Bot
from ..play.game import Game
from ..play.registry import find_game
from .self_play import Clock, SelfPlay, no_clock

BotMaker = Callable[[Game, str], Bot]
"""Makes the bot of a level."""


def house_bot(game: Game, level: str) -> Bot:
    """The game's own bot of a level."""
    return game.bot(level)


class Contest(msgspec.Struct, frozen=True):
    """What to compare.

    options: the full set. hero, field: levels. deals: at least so many different deals, in whole rounds. Each deal is
    played once for every seat. seed: of the deals and of the bots' own chance.
    """

    game: str
    seats: int
    options: dict[str, OptionValue]
    hero: str
    field: str
    deals: int
    seed: str

    @property
    def round_deals(self) -> int:
        return find_game(self.game).round_deals(self.seats, self.options)

    @property
    def rounds(self) -> int:
        """Number of rounds needed for so many deals."""
        return -(-self.deals // self.round_deals)


class ArenaResult(msgspec.Struct, frozen=True):
    """One deal, played once with the hero in each seat. points: of every seat, for the hero in seat 0, 1, 2, ... in
    turn.
    """

    points: tuple[tuple[int, ...], ...]

    @property
    def hero(self) -> float:
        return sum(row[seat] for seat, row in enumerate(self.points)) / len(self.points)

    @property
    def field(self) -> float:
        seats = len(self.points)
        others = sum(sum(row) - row[seat] for seat, row in enumerate(self.points))
        return others / (seats * (seats - 1))


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its standard error (nan with fewer than two deals)."""

    mean: float
    error: float


class Comparison(msgspec.Struct, frozen=True):
    """The result of a comparison.

    hero, field: points a deal. margin: points a deal by which the hero is better, paired by deal; the game says whether
    more points are better. sigmas: the margin in its own standard errors.
    """

    deals: int
    hero: Estimate
    field: Estimate
    margin: Estimate
    sigmas: float


def play_round(
    contest: Contest, number: int, *, make_bot: BotMaker = house_bot, clock: Clock = no_clock
) -> tuple[ArenaResult, ...]:
    """One round with the hero in each seat. A deal is left out if one of these matches ended before it."""
    game = find_game(contest.game)
    played: list[list[tuple[int, ...]]] = []
    for rotation in range(contest.seats):
        levels = [contest.hero if seat == rotation else contest.field for seat in range(contest.seats)]
        bots = [make_bot(game, level) for level in levels]
        self_play = SelfPlay(game, contest.options, bots, seed=f"{contest.seed} round {number}", clock=clock)
        table = self_play.play(contest.round_deals)
        played.append([score.points for score in table.scores])
    return tuple(ArenaResult(rows) for rows in zip(*played, strict=False))


def run(
    contest: Contest, *, make_bot: BotMaker = house_bot, clock: Clock = no_clock
) -> Iterator[tuple[int, tuple[ArenaResult, ...]]]:
    """The whole contest, round by round: (rounds played, results of the round)."""
    for number in range(contest.rounds):
        yield number + 1, play_round(contest, number, make_bot=make_bot, clock=clock)


def judge(results: Iterable[ArenaResult], *, high_wins: bool) -> Comparison:
    """Compare hero and field. high_wins: whether more points are better. Raises ValueError if there are none."""
    known = list(results)
    sign = 1 if high_wins else -1
    margin = estimate([sign * (result.hero - result.field) for result in known])
    return Comparison(
        len(known),
        estimate([result.hero for result in known]),
        estimate([result.field for result in known]),
        margin,
        _sigmas(margin),
    )


def estimate(values: list[float]) -> Estimate:
    """Mean and standard error of independent values. Raises ValueError if there are none."""
    if not values:
        raise ValueError("No deal was finished.")
    count = len(values)
    mean = fsum(values) / count  # exact, so the order in which workers finish their rounds does not matter
    if count < 2:
        return Estimate(mean, float("nan"))
    variance = fsum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, sqrt(variance / count))


def _sigmas(margin: Estimate) -> float:
    if margin.error:
        return margin.mean / margin.error
    return inf if margin.mean > 0 else -inf if margin.mean < 0 else 0.0
