"""Linear and logistic regression with a penalty on all weights but the first, which belongs to every row."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]

_LEAST_SHARE, _LEAST_CURVATURE = 1e-4, 1e-5
# Which shares of a step are tried, and the gain a row below which a fit ends.
_LENGTHS = tuple(0.5**halvings for halvings in range(10))
_LEAST_GAIN = 1e-6


def matrix(places: Sequence[Iterable[int]], width: int) -> Array:
    """Return a row for each list of places, with how often each place stands in it."""
    rows = np.zeros((len(places), width), np.float32)
    for row, own in zip(rows, places, strict=True):
        for place in own:
            row[place] += 1
    return rows


def chances(log_odds: Array) -> Array:
    """Return the chances, 0 to 1, of log-odds."""
    result: Array = 1 / (1 + np.exp(-log_odds))
    return result


def linear(rows: Array, values: Array, penalty: float = 3.0) -> Array:
    """Return the weights whose sums come closest to the values."""
    normal = rows.T @ rows + penalty * np.eye(rows.shape[1])
    normal[0, 0] -= penalty
    solution: Array = np.linalg.solve(normal.astype(float), (rows.T @ values).astype(float))
    return solution


def logistic(rows: Array, shares: Array, penalty: float = 2.0, steps: int = 25) -> Array:
    """Return the weights whose sums are the log-odds that fit the shares, 0 to 1, best, by Newton's method."""
    rows = rows.astype(np.float32)
    weights = np.zeros(rows.shape[1])
    mean = max(_LEAST_SHARE, min(1 - _LEAST_SHARE, float(shares.mean())))
    weights[0] = np.log(mean / (1 - mean))
    loss = _loss(rows, shares, weights, penalty)
    for _ in range(steps):
        step = _newton_step(rows, shares, weights, penalty)
        for length in _LENGTHS:
            then = _loss(rows, shares, weights + length * step, penalty)
            if then < loss:
                break
        else:
            return weights
        weights = weights + length * step
        gain, loss = loss - then, then
        if gain < _LEAST_GAIN * len(shares):
            break
    return weights


def _newton_step(rows: Array, shares: Array, weights: Array, penalty: float) -> Array:
    found = chances(rows @ weights)
    curvature = np.maximum(found * (1 - found), _LEAST_CURVATURE)
    slope = rows.T @ (shares - found) - penalty * weights
    slope[0] += penalty * weights[0]
    curved = (rows * curvature[:, None]).T @ rows + penalty * np.eye(len(weights))
    step: Array = np.linalg.solve(curved.astype(float), slope)
    return step


def _loss(rows: Array, shares: Array, weights: Array, penalty: float) -> float:
    log_odds = rows @ weights
    return float(np.sum(np.logaddexp(0, log_odds) - shares * log_odds) + penalty / 2 * (weights[1:] ** 2).sum())
