"""What a hand may take as the maker's: the chances of so many tricks at least, and the points to be expected."""

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from pepper.bids import Call
from pepper.cards import Suit, Trump
from pepper.deal import Hand
from pepper.players.bidding.features import features
from pepper.players.bidding.tables import OddsTable, Weights, odds_tables
from pepper.players.habits.shape import shape
from pepper.players.habits.worth import SURE, is_sure
from pepper.rules import Rules
from pepper.scoring import makers_points

Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a hand may take under a trump: `tricks` expected, and the chances of at least 0, 1, … of them.

    `alone` is the chance of every trick without the partner.
    """

    tricks: float
    at_least: Chances
    alone: float


@lru_cache(maxsize=4096)
def prospect(hand: Hand, trump: Trump, rules: Rules, leader: int) -> Prospect:
    """Return what a hand as dealt may take for its side as maker.

    `leader` says who leads to the first trick: 0 the maker, 1 the maker's left, 2 the partner, 3 the right.
    """
    table = odds_table(rules, trump, leader)
    places = features(hand, rules.deck, trump)
    tricks = _weigh(table.tricks, places)
    at_least, alone = _at_least(table, places, tricks, rules), _chance(_weigh(table.alone, places))
    if _holds_every_trick(hand, trump, rules, leader):
        # Such hands are too rare to be learned.
        return Prospect(rules.tricks, tuple(max(chance, SURE) for chance in at_least), max(alone, SURE))
    return Prospect(tricks, at_least, alone)


def _holds_every_trick(hand: Hand, trump: Trump, rules: Rules, leader: int) -> bool:
    counts = shape(hand, trump)
    if leader == 0:
        return is_sure(counts, trump, rules.tricks)
    # Without trumps, others may lead any suit: only its ace gains the lead.
    return is_sure(counts, trump, len(hand)) and (trump.suit is not None or counts.aces == len(Suit))


def odds_table(rules: Rules, trump: Trump, leader: int) -> OddsTable:
    """Return what the classes of a hand weigh at a trump, for who leads to the first trick."""
    tables, kind = odds_tables(rules), "suit" if trump.suit else "no_trump"
    return tables.get(f"{kind}/{leader}") or tables[f"{kind}/0"]


def _at_least(table: OddsTable, places: tuple[int, ...], tricks: float, rules: Rules) -> Chances:
    bend = (tricks - rules.tricks / 2) ** 2
    chances = [1.0]
    for base, slope, curve in table.links:
        chances.append(min(chances[-1], _chance(base + slope * tricks + curve * bend)))
    chances.append(min(chances[-1], _chance(_weigh(table.all, places))))
    return tuple(chances)


def expected_points(outlook: Prospect, call: Call, trump: Trump, rules: Rules) -> float:
    """Return the points of a bid at a trump, the maker's side's less the defenders'."""
    tricks = rules.tricks
    if call.is_lone:
        chances: Chances = (1.0, *[outlook.alone] * tricks)
    else:
        chances = outlook.at_least
    ends = (*chances[1:], 0.0)
    return sum(
        (chance - end) * (makers_points(rules, call, trump, taken) - rules.defenders_score * (tricks - taken))
        for taken, (chance, end) in enumerate(zip(chances, ends, strict=True))
        if chance > end
    )


def _weigh(weights: Weights, places: tuple[int, ...]) -> float:
    return sum([weights[place] for place in places])


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds)) if odds > -30 else 0.0
