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

# Bids that expect less than so many points of themselves aren't thought of, nor were they while learning.
LEAST_FOR_A_NUMBER, LEAST_FOR_ALL = -2.5, -4.0
# Bids of all tricks must promise more than another call, by this share of what they stake: what was learned of them is
# less certain, good defenders upset them more often, and few partners forgive one that fails.
CAUTION = 0.45
# All tricks that expect so much of what they stake are judged by the hand alone: few hands like it were seen.
CERTAIN = 0.8


class Judgement(NamedTuple):
    """What a hand thinks of itself: the best points of each rung and of all, and the tricks it may expect.

    `at_least` are the chances of at least 0, 1, … tricks, each at the trump that is best for it. `tricks` are those
    expected at the four suits, the best first, and `no_trump` without trumps.
    """

    by_rung: dict[Call, float]
    best: float
    at_least: tuple[float, ...]
    tricks: tuple[float, ...]
    no_trump: float


def call_values(view: SeatView) -> dict[Call, float]:
    """Return the points, ours less theirs, that each call worth thinking of may expect, in ladder order."""
    judged = judge(view.hand, view.table.rules, leader_for(view.seat, view.table))
    return {option: _value(view, option, judged) for option in _options(view, judged)}


def call_outcomes(view: SeatView, worth: Callable[[int, int], float]) -> dict[Call, float]:
    """Return what each call worth thinking of is worth on average, in ladder order, in points.

    `worth` says what a deal is worth, in points too, that brings this seat's side and the other so many.
    """
    judged = judge(view.hand, view.table.rules, leader_for(view.seat, view.table))
    return {option: _average(view, option, judged, worth) for option in _options(view, judged)}


def _options(view: SeatView, judged: Judgement) -> list[Call]:
    calls = [action for action in view.legal if isinstance(action, Call)]
    return [call for call in calls if is_worth_trying(call, judged)] or calls[:1]


def is_worth_trying(call: Call, judged: Judgement) -> bool:
    """Tell whether a hand may think of a call: always of a pass, and of bids that don't lose too much."""
    if call is Call.PASS:
        return True
    return judged.by_rung[call] >= (LEAST_FOR_A_NUMBER if call.number else LEAST_FOR_ALL)


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
    chances = zip(*(outlooks[trump].at_least for trump in _trumps(Call.ONE, rules)), strict=True)
    tricks = sorted((outlook.tricks for trump, outlook in outlooks.items() if trump.suit), reverse=True)
    at_least, no_trump = tuple(map(max, chances)), outlooks[Trump.NO_TRUMP].tricks
    return Judgement(by_rung, max(by_rung.values()), at_least, tuple(tricks), no_trump)


def _best(outlooks: dict[Trump, Prospect], rung: Call, rules: Rules) -> float:
    return max(expected_points(outlooks[trump], rung, trump, rules) for trump in _trumps(rung, rules))


@cache
def _trumps(rung: Call, rules: Rules) -> tuple[Trump, ...]:
    if not rung.names_trump:
        return (Trump.NO_TRUMP,)
    return tuple(trump for trump in Trump if trump.suit or rules.no_trump_bids)


def _value(view: SeatView, call: Call, judged: Judgement) -> float:
    table = _table_of(view, call)
    if call is Call.PASS:
        return _weigh(table, call, judged) if table else 0.0
    own, most = judged.by_rung[call], _most(call, view.table.rules)
    points = min(_weigh(table, call, judged), most) if table else own - 1
    if call.number:
        return points
    return (max(points, own) if own >= CERTAIN * most else points) - CAUTION * most


@cache
def _most(call: Call, rules: Rules) -> int:
    """Return the points of a bid that takes every trick: no weights may promise more."""
    return max(makers_points(rules, call, trump, rules.tricks) for trump in _trumps(call, rules))


def _weigh(table: CallTable, call: Call, judged: Judgement) -> float:
    return sum(weight * sign for weight, sign in zip(table.weights, signs(call, judged), strict=True))


def signs(call: Call, judged: Judgement) -> tuple[float, ...]:
    """Return the numbers that the weights of a call multiply."""
    own = judged.best if call is Call.PASS else judged.by_rung[call]
    general = sum(judged.tricks) / 4
    return 1.0, own, max(own, 0.0) ** 1.5, *judged.at_least[-3:], *judged.tricks, judged.no_trump, general**2


def _average(view: SeatView, call: Call, judged: Judgement, worth: Callable[[int, int], float]) -> float:
    """Return the points of a call, corrected by what its outcomes are worth other than their points."""
    points, table = _value(view, call, judged), _table_of(view, call)
    if table is None:
        return points
    nothing = worth(0, 0)
    more = [
        sum(chance * (worth(ours, theirs) - nothing - (ours - theirs)) for ours, theirs, chance in level)
        for level in table.outcomes
    ]
    return points + between(points, table.levels, more)


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
