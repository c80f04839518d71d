"""Means with their 95 % intervals."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

_Z = 1.96  # standard deviations to each side that hold 95 % of a normal distribution


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean of `count` measurements and its 95 % interval from `low` to `high`."""

    mean: float
    low: float
    high: float
    count: int


def mean(values: Sequence[float]) -> Figure | None:
    """Return the mean of measurements that don't depend on each other; nothing is known of less than two."""
    if len(values) < 2:
        return None
    middle, margin = statistics.fmean(values), _Z * statistics.stdev(values) / math.sqrt(len(values))
    return Figure(middle, middle - margin, middle + margin, len(values))


def share(values: Sequence[float]) -> Figure | None:
    """Return the mean of shares from 0 to 1, with an interval inside them; nothing is known of less than two.

    Where all are 0 or all are 1 the interval is Wilson's, as what hasn't happened yet may happen.
    """
    figure = mean(values)
    if figure is None:
        return None
    doubt = _Z**2 / (len(values) + _Z**2)
    if min(values) == max(values) and figure.mean in (0, 1):
        return Figure(figure.mean, figure.mean * (1 - doubt), max(figure.mean, doubt), len(values))
    return Figure(figure.mean, max(0.0, figure.low), min(1.0, figure.high), len(values))
