"""A whole comparison of two players: deals and matches, spread over processes, and put together in order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from pepper.arena.contest import Contest, deal_pair, match_pair
from pepper.arena.figures import Figure, mean, share
from pepper.arena.regret import hand_regret
from pepper.arena.tally import Contract, Pair, Thought
from pepper.arena.workers import spread
from pepper.bids import Call, ladder

Made = TypeVar("Made")

# Told how many of how many pieces of work are done.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Bids:
    """What became of a player's bids in the deals: how many of each rung were made and set, the lowest rung first.

    `deals` are all that were played, whoever bid.
    """

    rungs: dict[Call, tuple[int, int]]
    deals: int

    @property
    def stood(self) -> int:
        """How many of its bids stood."""
        return sum(made + failed for made, failed in self.rungs.values())

    @property
    def made_share(self) -> float | None:
        """The share of its bids that were made, None without any."""
        return sum(made for made, _ in self.rungs.values()) / self.stood if self.stood else None

    @property
    def top_share(self) -> float:
        """The share of all deals in which it stood with a bid of all tricks."""
        top = sum(made + failed for call, (made, failed) in self.rungs.items() if call.number is None)
        return top / self.deals if self.deals else 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """What a comparison showed. Figures are the first player's over the other's, None for less than two pairs."""

    points: Figure | None
    matches: Figure | None
    regret: Figure | None
    bids: tuple[Bids, Bids]
    thoughts: tuple[Thought, Thought]


@dataclass(frozen=True, slots=True)
class Judge:
    """How many hands of the first player are judged, each of their cards on so many layouts."""

    hands: int
    layouts: int


_ABSENT = Judge(hands=0, layouts=0)


def _nobody(_done: int, _of: int) -> None:
    """Tell nobody."""


def compare(
    contest: Contest, deals: int, matches: int, jobs: int = 1, progress: Progress = _nobody, judge: Judge = _ABSENT
) -> Result:
    """Play so many deals and matches, each twice, and return what they showed; times aside, jobs make no difference.

    Raises Illegal when a player does what it may not, and WorkerLost when a process ended by itself.
    """
    of = deals + matches + judge.hands
    dealt = _told(spread(partial(deal_pair, contest), range(deals), jobs), progress, 0, of)
    matched = _told(spread(partial(match_pair, contest), range(matches), jobs), progress, deals, of)
    judging = spread(partial(hand_regret, contest, judge.layouts), range(judge.hands), jobs)
    regrets = _told(judging, progress, deals + matches, of)
    thoughts = [pair.thoughts for pair in (*dealt, *matched)]
    return Result(
        points=mean([pair.value for pair in dealt]),
        matches=share([pair.value for pair in matched]),
        regret=mean([regret for regret in regrets if regret is not None]),
        bids=(_bids(contest, dealt, by_first=True), _bids(contest, dealt, by_first=False)),
        thoughts=(Thought.sum(first for first, _ in thoughts), Thought.sum(second for _, second in thoughts)),
    )


def _told(made: Iterable[Made], progress: Progress, before: int, of: int) -> list[Made]:
    done = []
    for one in made:
        done.append(one)
        progress(before + len(done), of)
    return done


def _bids(contest: Contest, pairs: Sequence[Pair], *, by_first: bool) -> Bids:
    contracts = [contract for pair in pairs for contract in pair.contracts if contract.by_first is by_first]
    rungs = {rung: _made_and_set(contracts, rung) for rung in ladder(contest.rules)}
    return Bids(rungs, sum(pair.plays for pair in pairs))


def _made_and_set(contracts: Sequence[Contract], rung: Call) -> tuple[int, int]:
    made = [contract.made for contract in contracts if contract.bid is rung]
    return sum(made), len(made) - sum(made)
