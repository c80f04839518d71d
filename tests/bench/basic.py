"""What the player `basic` is worth: points a deal over another player, every deal played twice with the sides swapped.

`python -m tests.bench.basic [--deals N] [--seed S] [--preset NAME] [--rules lone=true,…] [--player NAME]
[--against NAME]` prints the mean with its 95 % interval. A deal stands for itself: no scores, no shootouts.
"""

import argparse
import math
import statistics
from dataclasses import dataclass
from random import Random

from pepper import match as matches
from pepper.players import PLAYERS, Player
from pepper.rules import Rules, parse_changes, preset
from pepper.seats import SEATS, Side
from pepper.view import seat_view


@dataclass(frozen=True, slots=True)
class Edge:
    """The points a deal of one player over another: the mean, and half the width of its 95 % interval."""

    mean: float
    margin: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.margin:.2f} points a deal (95 %)"


def edge(rules: Rules, player: Player, other: Player, deals: int, seed: int) -> Edge:
    """Return what `player` makes over `other` a deal; each of the `deals` is played with either on either side."""
    chance = Random(seed)
    differences = [_difference(rules, number, player, other, chance) for number in range(deals)]
    deviation = statistics.stdev(differences)
    return Edge(statistics.fmean(differences), 1.96 * deviation / math.sqrt(deals))


def _difference(rules: Rules, number: int, player: Player, other: Player, chance: Random) -> float:
    dealer = SEATS[number % 4]
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, chance))
    first = _points(match, {Side.NS: player, Side.EW: other}, chance)
    second = _points(match, {Side.NS: other, Side.EW: player}, chance)
    return (first - second) / 2


def _points(match: matches.Match, players: dict[Side, Player], chance: Random) -> int:
    """Return the points of NS over EW in the current deal."""
    while match.deal.turn is not None:
        seat = match.deal.turn
        match, _ = matches.play(match, seat, players[seat.side](seat_view(match, seat), chance))
    points = match.deal.points
    assert points is not None
    return points[Side.NS] - points[Side.EW]


def main() -> None:
    """Measure as the command line says, and print one line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.basic")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--rules", default="")
    parser.add_argument("--player", default="basic", choices=sorted(PLAYERS))
    parser.add_argument("--against", default="random", choices=sorted(PLAYERS))
    options = parser.parse_args()
    rules = preset(options.preset).with_changes(parse_changes(options.rules))
    measured = edge(rules, PLAYERS[options.player], PLAYERS[options.against], options.deals, options.seed)
    print(f"{options.preset} {options.rules} {options.player} over {options.against}: {measured}")


if __name__ == "__main__":
    main()
