"""Bidding by what was learned: for each call what it leads to, given who has bid what and what the hand may take."""

from bisect import bisect
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from pepper.bids import Call, ladder
from pepper.cards import Trump
from pepper.deal import Hand
from pepper.players.bidding.odds import Prospect, expected_points, prospect
from pepper.players.bidding.tables import CallTable, auctions
from pepper.rules import Rules
from pepper.scoring import makers_points
from pepper.seats import Seat
from pepper.view import SeatView, TableView

# A number that is made this often is bid rather than a lower one: it scores no less, and who bids low is overbid.
SAFE = 0.75
# All tricks that are this certain are judged by the hand alone: few hands like it have made such a bid while learning.
CERTAIN = 0.9
# Bids that may expect less than so many points aren't thought of. A number may lose some to keep others from theirs.
LEAST_FOR_A_NUMBER, LEAST_FOR_ALL = -0.8, 2.4


class Judgement(NamedTuple):
    """What a hand thinks of itself: the best points of each rung, the best of all, and its tricks at any suit.

    `safe` is the highest number it makes most of the time, 0 if none.
    """

    by_rung: dict[Call, float]
    best: float
    general: float
    safe: int


def call_values(view: SeatView) -> dict[Call, float]:
    """Return the points, ours less theirs, that each call worth thinking of may expect, in ladder order."""
    judged = judge(view.hand, view.table.rules, leader_for(view.seat, view.table))
    return {option: _value(view, option, judged) for option in _options(view, judged)}


def call_outcomes(view: SeatView, worth: Callable[[int, int], float]) -> dict[Call, float]:
    """Return what each call worth thinking of is worth on average, in ladder order.

    `worth` says what a deal is worth that brings this seat's side and the other so many points.
    """
    judged = judge(view.hand, view.table.rules, leader_for(view.seat, view.table))
    return {option: _average(view, option, judged, worth) for option in _options(view, judged)}


def _options(view: SeatView, judged: Judgement) -> list[Call]:
    """Return the legal calls worth thinking of; the lowest if none is.

    Whoever speaks last where tricks score bids the lowest number if any: it scores the same and fails least. Others bid
    no number below a safe one.
    """
    calls = [action for action in view.legal if isinstance(action, Call)]
    numbers = [call.number for call in calls if call.number]
    if numbers and _speaks_last(view) and view.table.rules.made_bid_scores == "tricks":
        least, most = numbers[0], numbers[0]
    else:
        least, most = judged.safe, view.table.rules.tricks
    return [call for call in calls if _is_sensible(call, least, most, judged)] or calls[:1]


def _speaks_last(view: SeatView) -> bool:
    return view.seat is view.table.dealer and view.table.rules.auction == "single"


def _is_sensible(call: Call, least: int, most: int, judged: Judgement) -> bool:
    if call is Call.PASS:
        return True
    if call.number:
        return least <= call.number <= most and judged.by_rung[call] >= LEAST_FOR_A_NUMBER
    return judged.by_rung[call] >= LEAST_FOR_ALL


def name_trump(view: SeatView) -> Trump:
    """Return the trump at which the bid may expect most, the one first in order if several may."""
    table, bid = view.table, view.table.bid
    assert bid is not None, "a trump is named for a bid"
    leader = leader_for(view.seat, table)
    options = [action for action in view.legal if isinstance(action, Trump)]
    return max(
        options,
        key=lambda trump: expected_points(prospect(view.hand, trump, table.rules, leader), bid, trump, table.rules),
    )


def leader_for(maker: Seat, table: TableView) -> int:
    """Return how many seats after a maker the first trick would be led, 0 to 3."""
    if table.rules.first_lead == "maker":
        return 0
    return (table.dealer.left.index - maker.index) % 4


def judge(hand: Hand, rules: Rules, leader: int) -> Judgement:
    """Return what a hand as dealt may expect as the maker's."""
    outlooks = {trump: prospect(hand, trump, rules, leader) for trump in Trump}
    by_rung = {rung: _best(outlooks, rung, rules) for rung in ladder(rules)}
    suits = [outlook.tricks for trump, outlook in outlooks.items() if trump.suit]
    at_least = [outlooks[trump].at_least for trump in _trumps(Call.ONE, rules)]
    numbers = [rung.number for rung in by_rung if rung.number]
    safe = max((number for number in numbers if max(chances[number] for chances in at_least) >= SAFE), default=0)
    return Judgement(by_rung, max(by_rung.values()), sum(suits) / len(suits) - rules.tricks / 2, safe)


def _best(outlooks: dict[Trump, Prospect], rung: Call, rules: Rules) -> float:
    return max(expected_points(outlooks[trump], rung, trump, rules) for trump in _trumps(rung, rules))


@cache
def _trumps(rung: Call, rules: Rules) -> tuple[Trump, ...]:
    if not rung.names_trump:
        return (Trump.NO_TRUMP,)
    return tuple(trump for trump in Trump if trump.suit or rules.no_trump_bids)


def _value(view: SeatView, call: Call, judged: Judgement) -> float:
    table = _table_of(view, call)
    if table is None:
        return judged.by_rung[call] - 1 if call is not Call.PASS else 0.0
    points = _weigh(table, call, judged)
    return points if call is Call.PASS else min(points, _most(call, view.table.rules))


@cache
def _most(call: Call, rules: Rules) -> int:
    """Return the points of a bid that takes every trick: no weights may promise more."""
    return max(makers_points(rules, call, trump, rules.tricks) for trump in _trumps(call, rules))


def _weigh(table: CallTable, call: Call, judged: Judgement) -> float:
    return sum(weight * sign for weight, sign in zip(table.weights, signs(call, judged), strict=True))


def signs(call: Call, judged: Judgement) -> tuple[float, ...]:
    """Return the numbers that the weights of a call multiply."""
    general, best = judged.general, judged.best
    if call is Call.PASS:
        return 1.0, best, max(best, 0.0) ** 1.5, general, general**2
    own = judged.by_rung[call]
    return 1.0, own, best - own, general, min(own, 0.0)


def _average(view: SeatView, call: Call, judged: Judgement, worth: Callable[[int, int], float]) -> float:
    points, table = _value(view, call, judged), _table_of(view, call)
    if table is None:
        return worth(round(points), 0)
    if call.number is None and call is not Call.PASS:
        stake = _most(call, view.table.rules)
        chance = (judged.by_rung[call] / stake + 1) / 2
        if chance >= CERTAIN:
            return chance * worth(stake, 0) + (1 - chance) * worth(-stake, 0)
    averages = [sum(chance * worth(ours, theirs) for ours, theirs, chance in level) for level in table.outcomes]
    return between(points, table.levels, averages)


def between(points: float, levels: tuple[float, ...], averages: list[float]) -> float:
    """Return the average at so many points, in a straight line between the two nearest levels, but not beyond them."""
    if len(levels) == 1:
        return averages[0]
    above = min(max(bisect(levels, points), 1), len(levels) - 1)
    low, high = levels[above - 1], levels[above]
    share = min(max((points - low) / (high - low), 0.0), 1.0) if high > low else 0.5
    return averages[above - 1] + share * (averages[above] - averages[above - 1])


def _table_of(view: SeatView, call: Call) -> CallTable | None:
    table = view.table
    learned = auctions(table.rules)
    return learned.calls.get(situation(view.seat, table.dealer, table.maker, table.bid, call))


def situation(seat: Seat, dealer: Seat, maker: Seat | None, bid: Call | None, call: Call) -> str:
    """Return the name of a call in the auction: how many seats spoke before, whose the bid is, the bid and the call."""
    before = (seat.index - dealer.index - 1) % 4
    whose = "nobody" if maker is None else "ours" if maker.side is seat.side else "theirs"
    return f"{before} {whose} {bid or 'none'} {call}"
