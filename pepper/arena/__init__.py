"""Two players against each other with the same cards, each on both sides, and what came of it in figures."""

from pepper.arena.contest import Contest, deal_pair, match_pair
from pepper.arena.figures import Figure, mean, share
from pepper.arena.run import Judge, Result, compare
from pepper.arena.tally import Contract, Pair, Spent
from pepper.arena.workers import WorkerLost

__all__ = [
    "Contest",
    "Contract",
    "Figure",
    "Judge",
    "Pair",
    "Result",
    "Spent",
    "WorkerLost",
    "compare",
    "deal_pair",
    "match_pair",
    "mean",
    "share",
]
