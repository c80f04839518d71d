"""The learned tables: what hands take and what calls lead to, read from the files beside this one.

`tests/bench/learning` makes them. A file holds the odds for one way of playing the tricks; in it stand the auctions
learned for rules that differ in what they pay.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from pepper.bids import ladder
from pepper.rules import Rules

Weights = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class OddsTable:
    """What the classes of a hand weigh for a maker, by who leads to the first trick.

    `tricks` add up to the tricks expected; `links` turn these into the log-odds of 1, 2, … tricks at least; `all` and
    `alone` add up to the log-odds of every trick, with the partner and without.
    """

    tricks: Weights
    links: tuple[Weights, ...]
    all: Weights
    alone: Weights


@dataclass(frozen=True, slots=True)
class CallTable:
    """What a call leads to in a situation: `weights` add up to its points, ours less theirs.

    `outcomes` are chances of points, ours and theirs, at the calls whose worth was about each of `levels`.
    """

    weights: Weights
    levels: tuple[float, ...]
    outcomes: tuple[tuple[tuple[int, int, float], ...], ...]


@dataclass(frozen=True, slots=True)
class Auctions:
    """The calls learned under some rules, by situation and call."""

    rules: Rules
    calls: Mapping[str, CallTable]
    makers: Mapping[str, Weights]


@dataclass(frozen=True, slots=True)
class _Learned:
    """What one file holds."""

    odds: Mapping[str, OddsTable]
    auctions: tuple[Auctions, ...]


def odds_tables(rules: Rules) -> Mapping[str, OddsTable]:
    """Return the odds for the tricks of these rules, by `suit` or `no_trump` and who leads, such as `suit/0`."""
    return _learned(rules.deck, rules.tricks).odds


@lru_cache(maxsize=256)
def auctions(rules: Rules) -> Auctions:
    """Return what was learned under the rules that differ least from these, of equals those that allow most bids."""
    learned = _learned(rules.deck, rules.tricks).auctions
    return min(learned, key=lambda one: (_distance(rules, one.rules), -len(ladder(one.rules))))


# How much it matters for the auction that rules differ in a field; fields not named hardly matter.
_DISTANCES = {
    "defenders_score": 4,
    "lone": 4,
    "super_pepper": 4,
    "made_bid_scores": 3,
    "no_trump_bids": 2,
    "first_lead": 2,
    "dealer_must_bid": 1,
}


def _distance(rules: Rules, other: Rules) -> int:
    return sum(weight for name, weight in _DISTANCES.items() if getattr(rules, name) != getattr(other, name))


# Read once for all rules that share them: a server may play by hundreds of rules.
@cache
def _learned(size: int, tricks: int) -> _Learned:
    text = (files("pepper.players.bidding") / "learned" / f"{size}-cards-{tricks}-tricks.json").read_text(
        encoding="utf-8"
    )
    found = json.loads(text)
    odds = {name: _odds_table(table) for name, table in found["odds"].items()}
    return _Learned(odds, tuple(map(_auctions, found["auctions"])))


def _odds_table(table: dict[str, Any]) -> OddsTable:
    links = tuple(map(tuple, table["links"]))
    return OddsTable(tuple(table["tricks"]), links, tuple(table["all"]), tuple(table["alone"]))


def _auctions(entry: dict[str, Any]) -> Auctions:
    calls = {key: _call_table(call) for key, call in entry["calls"].items()}
    makers = {name: tuple(chances) for name, chances in entry["makers"].items()}
    return Auctions(Rules(**entry["rules"]), calls, makers)


def _call_table(call: dict[str, Any]) -> CallTable:
    outcomes = tuple(tuple(map(tuple, level)) for level in call["outcomes"])
    return CallTable(tuple(call["weights"]), tuple(call["levels"]), outcomes)
