"""What the levels are worth: points, matches, regret, time and sense under every house rule, in one run.

`python -m tests.bench.levels [--deals N] [--duels N] [--matches M] [--hands H] [--layouts L] [--house N] [--seed S]
[--jobs J] [--only PART …]` prints each figure with its interval and its target, and ends with exit 1 when one is
missed. The parts are points, master, race, regret and house. The defaults take minutes and leave wide intervals; the
figures in `docs/players.md` say which sizes made them.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from pepper.arena import Contest, Figure, Judge, Result, compare
from pepper.deal import Action
from pepper.players import PLAYERS, Player
from pepper.rules import CHOICES, PRESETS, Rules
from pepper.scoring import Score
from pepper.view import SeatView

MOST_TOP = 0.06
LEAST_MADE, MOST_MADE = 0.55, 0.90


def unaware(view: SeatView, random: Random) -> Action:
    """Play as `master` does when it thinks that nobody has scored yet."""
    return PLAYERS["master"](replace(view, table=replace(view.table, score=Score())), random)


@dataclass(frozen=True, slots=True)
class Check:
    """A figure and what is asked of it."""

    what: str
    shown: str
    target: str
    met: bool

    def __str__(self) -> str:
        return f"{'ok' if self.met else 'MISSED':<7}{self.what:<46}{self.shown:<40}{self.target}"


def _figure(what: str, figure: Figure | None, least: float | None = None, most: float | None = None) -> Check:
    if figure is None:
        return Check(what, "nothing measured", "", met=False)
    shown = f"{figure.mean:.3f} (95 %: {figure.low:.3f} to {figure.high:.3f}; {figure.count})"
    if least is not None:
        return Check(what, shown, f"at least {least:g}", figure.mean >= least)
    assert most is not None
    return Check(what, shown, f"at most {most:g}", figure.mean <= most)


def _under(what: str, value: float, most: float, unit: str) -> Check:
    return Check(what, f"{value:.2f} {unit}", f"at most {most:g} {unit}", value <= most)


# --- the parts


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is played; `duels` are the deals that `master` plays."""

    deals: int
    duels: int
    matches: int
    hands: int
    layouts: int
    house: int
    seed: int
    jobs: int

    def meet(self, first: Player, second: Player, *, deals: int = 0, matches: int = 0, hands: int = 0) -> Result:
        """Return what one player makes over another under classic rules."""
        contest = Contest(first, second, Rules(), self.seed)
        return compare(contest, deals, matches, self.jobs, judge=Judge(hands, self.layouts))


def points(sizes: Sizes) -> Iterator[Check]:
    """`regular` and `strong` against `basic`, and what `basic` itself is worth."""
    yield _figure(
        "basic over random, points", sizes.meet(PLAYERS["basic"], PLAYERS["random"], deals=sizes.deals).points, least=9
    )
    yield from _over_basic(sizes, "regular", sizes.deals, least=0.7)
    yield from _over_basic(sizes, "strong", sizes.deals, least=1.3, share=0.97)


def master(sizes: Sizes) -> Iterator[Check]:
    """`master` against `basic`, and against `strong`."""
    yield from _over_basic(sizes, "master", sizes.duels, least=1.5)
    found = sizes.meet(PLAYERS["master"], PLAYERS["strong"], deals=sizes.duels).points
    check = _figure("master over strong, points", found, least=0)
    yield replace(check, target="interval over 0", met=found is not None and found.low > 0)


def _over_basic(sizes: Sizes, level: str, deals: int, least: float, share: float | None = None) -> Iterator[Check]:
    """A level against `basic`, with the matches and the times of the same plays."""
    result = sizes.meet(PLAYERS[level], PLAYERS["basic"], deals=deals, matches=sizes.matches if share else 0)
    yield _figure(f"{level} over basic, points", result.points, least=least)
    if share:
        yield _figure(f"{level} over basic, matches", result.matches, least=share)
    yield from _times(level, result)


def _times(level: str, result: Result) -> Iterator[Check]:
    spent = result.thoughts[0]
    auction, cards = spent.auction, spent.cards
    worst, longest = (
        1000 * max(pair) for pair in ((auction.quantile(0.95), cards.quantile(0.95)), (auction.longest, cards.longest))
    )
    match level:
        case "regular":
            count = auction.count + cards.count
            yield _under("regular, mean", 1000 * (auction.total + cards.total) / max(1, count), 1, "ms")
        case "strong":
            yield _under("strong, 95 of 100 decisions", worst, 40, "ms")
            pace = 1 / cards.mean if cards.mean else 0.0
            yield Check("strong, cards a second on one core", f"{pace:.0f}", "at least 200", pace >= 200)
        case _:
            yield _under("master, 95 of 100 decisions", worst, 400, "ms")
            yield _under("master, the longest", longest, 1000, "ms")


def race(sizes: Sizes) -> Iterator[Check]:
    """What it is worth to know the score."""
    result = sizes.meet(PLAYERS["master"], unaware, matches=sizes.matches)
    yield _figure("master over one who ignores the score, matches", result.matches, least=0.52)


def regret(sizes: Sizes) -> Iterator[Check]:
    """What cards lose against a judge; each level plays against itself, so that contracts are sensible."""
    for level, most in (("strong", 0.6), ("master", 0.2)):
        found = sizes.meet(PLAYERS[level], PLAYERS[level], hands=sizes.hands).regret
        yield _figure(f"{level}, regret a hand", found, most=most)


def house(sizes: Sizes) -> Iterator[Check]:
    """Whether bids make sense under every preset and every single house rule; what isn't legal raises."""
    for name, rules in _houses():
        contest = Contest(PLAYERS["strong"], PLAYERS["regular"], rules, sizes.seed)
        result = compare(contest, sizes.house, 0, sizes.jobs)
        for level, bids in zip(("strong", "regular"), result.bids, strict=True):
            made, top = bids.made_share or 0.0, bids.top_share
            shown = f"{made:.1%} of {bids.stood} bids made, top rungs {top:.1%}"
            target = f"{LEAST_MADE:.0%} to {MOST_MADE:.0%}, under {MOST_TOP:.0%}"
            yield Check(f"{name}, {level}", shown, target, LEAST_MADE <= made <= MOST_MADE and top < MOST_TOP)


def _houses() -> Iterator[tuple[str, Rules]]:
    yield from PRESETS.items()
    for name, choices in CHOICES.items():
        for choice in choices[1:]:
            yield f"{name}={str(choice).lower()}", Rules().with_changes({name: choice})


PARTS: dict[str, Callable[[Sizes], Iterator[Check]]] = {
    "points": points,
    "master": master,
    "race": race,
    "regret": regret,
    "house": house,
}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.levels")
    defaults = {"deals": 200, "duels": 400, "matches": 10, "hands": 30, "layouts": 1024, "house": 50, "seed": 1}
    for name, default in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), metavar="PART")
    options = vars(parser.parse_args(arguments))
    parts = [PARTS[name] for name in options.pop("only")]
    missed = 0
    for part in parts:
        for check in part(Sizes(**options)):
            print(check, flush=True)
            missed += not check.met
    print(f"{missed} targets missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
