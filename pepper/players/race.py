"""The chance of winning the match from a score: a race to the target rewards risk for who is behind."""

from math import exp, sqrt

from pepper.scoring import Ending, Score, ending
from pepper.seats import Side
from pepper.view import TableView

# Fitted to matches of equal players at classic rules, worked out deal by deal: the chance follows the difference of
# what both sides need, in steps of the root of what is needed in all. It is right to 2 % there.
_STEP = 2.2
# Whoever needs less than a bid is worth needs a bid all the same.
_LEAST_NEEDED = 4
# How much of the chance a point is worth at the beginning of a match to 42, by which chances are given in points.
_POINT = 1 / (4 * _STEP * sqrt(2 * 42))


def in_points(table: TableView, side: Side, gained: Score) -> float:
    """Return what a deal that brings both sides these points is worth to a side, in points at a match's beginning."""
    return win_chance(table, side, gained) / _POINT


def win_chance(table: TableView, side: Side, gained: Score) -> float:
    """Return the chance, 0 to 1, that a side wins the match after a deal that brings both sides these points."""
    score = table.score + gained
    bidder = table.maker.side if table.maker else _scorer(gained)
    follows = ending(table.rules, score, bidder, shootout=table.shootout)
    if follows.winner is not None:
        return float(follows.winner is side)
    if follows is Ending.SHOOTOUT:
        return 0.5
    ours, theirs = (max(table.rules.target - score[one], _LEAST_NEEDED) for one in (side, side.other))
    return 1 / (1 + exp((ours - theirs) / (_STEP * sqrt(ours + theirs))))


def _scorer(gained: Score) -> Side:
    # In the auction nobody knows who will play; whoever gains most is likeliest to have bid.
    return Side.NS if gained.ns >= gained.ew else Side.EW
