"""The level `novice`: as `regular`, with the slips of a beginner now and then."""

from random import Random

from pepper.bids import Call
from pepper.cards import Card
from pepper.deal import Action, Phase
from pepper.players import regular
from pepper.players.habits.sight import look
from pepper.tricks import winning
from pepper.view import SeatView

# The chance of a slip, each time a choice is to be made.
BIDDING, PLAYING = 0.2, 0.15


def choose(view: SeatView, random: Random) -> Action:
    """Return what a beginner does. Raises ValueError when it isn't this seat's turn."""
    action = regular.choose(view, random)
    if isinstance(action, Call) and random.random() < BIDDING:
        return _misjudged(view, action)
    if view.table.phase is Phase.PLAY and random.random() < PLAYING:
        return _too_early(view) or action
    return action


def _misjudged(view: SeatView, call: Call) -> Call:
    """Return a bid one rung away from the right one: the lower one if there is, never one of all tricks."""
    numbers = [option for option in view.legal if isinstance(option, Call) and option.number]
    if call not in numbers:
        # Whoever should pass bids a trick too many; a bid of all tricks is never made or missed by mistake.
        return numbers[0] if call is Call.PASS and numbers and numbers[0] in (Call.ONE, Call.TWO) else call
    place = numbers.index(call)
    return numbers[place - 1] if place else numbers[min(place + 1, len(numbers) - 1)]


def _too_early(view: SeatView) -> Card | None:
    """Return the highest card that may be played, None when that would trump the partner's trick."""
    plays, sight = view.table.trick.plays, look(view)
    if plays and plays[winning([card for _, card in plays], sight.trump)][0] is view.seat.partner:
        return None
    return max((card for card in view.legal if isinstance(card, Card)), key=sight.power)
