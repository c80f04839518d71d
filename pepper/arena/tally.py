"""What is written down of two plays with the same cards: the outcome, the contracts, and how long was thought."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from pepper.bids import Call

# Each step of the scale of times is 2 % longer than the one before, from a microsecond on.
_STEP, _LEAST = math.log(1.02), 1e-6


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid that stood, and whether it was made; `by_first` tells that the first player's side bid it."""

    by_first: bool
    bid: Call
    made: bool


@dataclass(frozen=True, slots=True)
class Spent:
    """Processor time spent on `count` decisions, in seconds; `steps` counts them on a scale of 2 % steps."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    @staticmethod
    def of(seconds: Iterable[float]) -> "Spent":
        """Return what so many single times are together."""
        times = tuple(seconds)
        return Spent(len(times), math.fsum(times), max(times, default=0.0), Counter(map(_step, times)))

    @staticmethod
    def sum(parts: Iterable["Spent"]) -> "Spent":
        """Return what parts are together."""
        whole, count, total, longest = Counter[int](), 0, 0.0, 0.0
        for part in parts:
            whole.update(part.steps)
            count, total, longest = count + part.count, total + part.total, max(longest, part.longest)
        return Spent(count, total, longest, whole)

    @property
    def mean(self) -> float:
        """Seconds a decision, 0 if there was none."""
        return self.total / self.count if self.count else 0.0

    def quantile(self, part: float) -> float:
        """Return the seconds that a part of the decisions, over 0 to 1, took at most: rounded up by 2 % or less."""
        wanted, seen = part * self.count, 0
        for step in sorted(self.steps):
            seen += self.steps[step]
            if seen >= wanted:
                return min(self.longest, _LEAST * math.exp((step + 1) * _STEP))
        return 0.0


def _step(seconds: float) -> int:
    return math.floor(math.log(max(seconds, _LEAST) / _LEAST) / _STEP)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player spent on the auction (bids and trumps) and on cards; forced moves are left out."""

    auction: Spent
    cards: Spent

    @staticmethod
    def sum(parts: Iterable["Thought"]) -> "Thought":
        """Return what parts are together."""
        parts = tuple(parts)
        return Thought(Spent.sum(part.auction for part in parts), Spent.sum(part.cards for part in parts))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two plays with the same cards and the sides swapped.

    `value` is what the first player made: points a deal over the other, or the share of the two matches it won.
    `plays` counts the deals played, those without a bid too; `thoughts` are the first player's and the other's.
    """

    value: float
    plays: int
    contracts: tuple[Contract, ...]
    thoughts: tuple[Thought, Thought]
