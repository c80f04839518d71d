"""The level `strong`: cards chosen by looking at some deals that fit what it has seen, and an eye on the match."""

from collections.abc import Callable
from random import Random

from pepper.cards import Card
from pepper.deal import Action, Phase
from pepper.players import regular
from pepper.players.bidding.auction import call_outcomes
from pepper.players.montecarlo import Effort, Worth, worth_of_cards
from pepper.players.race import in_points
from pepper.players.sense import sensible, tie_break
from pepper.scoring import Score, deal_points
from pepper.view import SeatView

EFFORT = Effort(least=6, most=16, positions=1100)

# In points: a card is preferred to the habitual one when it is worth that much more. Less is chance, and looks odd.
CLEARLY = 0.15


def choose(view: SeatView, random: Random) -> Action:
    """Return what a strong player does. Raises ValueError when it isn't this seat's turn."""
    return think(view, random, EFFORT)


def think(view: SeatView, random: Random, effort: Effort) -> Action:
    """Return the best action found with so much effort. Raises ValueError when it isn't this seat's turn."""
    habit = regular.choose(view, random)
    if len(view.legal) == 1:
        return habit
    if view.table.phase is Phase.AUCTION:
        calls = call_outcomes(view, _deal_worth(view))
        return max(calls, key=calls.__getitem__)
    return _card(view, habit, random, effort) if isinstance(habit, Card) and view.table.phase is Phase.PLAY else habit


def _card(view: SeatView, habit: Card, random: Random, effort: Effort) -> Card:
    options = sensible(view)
    if len(options) == 1:
        return habit
    worths = worth_of_cards(view, random, effort, _tricks_worth(view))
    best = max(worths[card] for card in options)
    if worths[habit] >= best - CLEARLY:
        return habit
    # Cards that nobody can tell apart have the same worth to the last bit.
    return tie_break(view, tuple(card for card in options if worths[card] == best))


def _deal_worth(view: SeatView) -> Callable[[int, int], float]:
    table, side = view.table, view.seat.side
    return lambda ours, theirs: in_points(table, side, Score.of(side, ours, theirs))


def _tricks_worth(view: SeatView) -> Worth:
    table, side = view.table, view.seat.side
    maker, bid, trump = table.maker, table.bid, table.trump
    assert maker is not None
    assert bid is not None
    assert trump is not None
    return lambda tricks: in_points(table, side, deal_points(table.rules, maker.side, bid, trump, tricks))
