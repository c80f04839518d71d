"""The auctions of a learned file, fitted to the calls that were tried: what each is worth, and what it led to."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from tests.bench.learning.auctions import Tried
from tests.bench.learning.regression import Array

# Calls tried less often are left out, and outcomes that come less often at a level.
LEAST_TRIED, LEAST_CHANCE = 40, 0.004
# Outcomes are told apart by so many levels of what the call is worth, where it was tried often enough for that.
LEVELS, ENOUGH_FOR_LEVELS = 5, 250
# With few trials a bid is worth what the hand promises, less a little.
_PENALTY, _CAUTION = 10.0, 0.3
# What a call is worth matters most where it is nearly the best one, in points.
_NEARLY, _FAR = 2.0, 0.3

Table = dict[str, object]


def call_tables(tried: Iterable[Tried]) -> Table:
    """Return what the calls of a learned auction lead to, as it stands in the file."""
    by_situation: defaultdict[str, list[Tried]] = defaultdict(list)
    for one in tried:
        by_situation[one.situation].append(one)
    return {name: _table(name, seen) for name, seen in sorted(by_situation.items()) if len(seen) >= LEAST_TRIED}


def _table(name: str, tried: Sequence[Tried]) -> Table:
    signs = np.array([one.signs for one in tried])
    ours, theirs = (np.array([getattr(one, side) for one in tried]) for side in ("ours", "theirs"))
    near = np.array([1.0 if one.behind < _NEARLY else _FAR for one in tried])
    weights = _weights(signs, ours - theirs, near, is_pass=name.endswith(" pass"))
    worth = signs @ weights
    levels = np.array_split(np.argsort(worth), LEVELS if len(tried) >= ENOUGH_FOR_LEVELS else 1)
    return {
        "weights": [round(float(weight), 3) for weight in weights],
        "levels": [round(float(worth[level].mean()), 2) for level in levels],
        "outcomes": [_outcomes(ours[level], theirs[level]) for level in levels],
    }


def _weights(signs: Array, points: Array, near: Array, *, is_pass: bool) -> Array:
    prior = np.zeros(signs.shape[1])
    if not is_pass:
        prior[:2] = -_CAUTION, 1.0
    weighted = signs * near[:, None]
    rest = weighted.T @ (points - signs @ prior)
    weights: Array = prior + np.linalg.solve(weighted.T @ signs + _PENALTY * np.eye(len(prior)), rest)
    return weights


def _outcomes(ours: Array, theirs: Array) -> list[list[float]]:
    """Return the points of both sides and how often they come, 0 to 1."""
    pairs = Counter(zip(ours.tolist(), theirs.tolist(), strict=True))
    shares = ((points, count / len(ours)) for points, count in sorted(pairs.items()))
    return [[*points, round(share, 3)] for points, share in shares if share >= LEAST_CHANCE]
