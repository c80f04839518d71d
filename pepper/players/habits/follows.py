"""Playing to a trick that somebody else has led: win cheaply, leave the partner's trick alone, throw off low."""

from pepper.cards import Card
from pepper.deal import Hand
from pepper.players.habits.keeping import least_useful
from pepper.players.habits.sight import Sight
from pepper.seats import Seat, clockwise_from
from pepper.tricks import winning
from pepper.view import SeatView

# The partner's card is left alone when overtaking it gains less than this chance of the trick.
WORTH_OVERTAKING = 0.3
# With the partner still to play, a card that holds less often than this isn't spent.
WORTH_SPENDING = 0.4
# Of the cards that win, the cheapest is played whose chance to hold is this near the best one's.
AS_GOOD = 0.3


def follow(view: SeatView, sight: Sight) -> Card:
    """Return the card to play out of the legal ones."""
    options = tuple(action for action in view.legal if isinstance(action, Card))
    return _winner(view, sight, options) or least_useful(options, view.hand, sight)


def _winner(view: SeatView, sight: Sight, options: Hand) -> Card | None:
    """Return the cheapest card that wins well enough, None if the trick is better left to others."""
    plays, to_come = view.table.trick.plays, _to_come(view)
    taker, best = plays[winning(tuple(card for _, card in plays), sight.trump)]
    led = sight.suit(plays[0][1])
    chances = {card: sight.chance_to_hold(card, led, to_come) for card in options if sight.beats(card, best)}
    chance = max(chances.values(), default=0.0)
    if taker is view.seat.partner and chance - sight.chance_to_hold(best, led, to_come) < WORTH_OVERTAKING:
        return None
    if view.seat.partner in to_come and chance < WORTH_SPENDING:
        return None
    good = (card for card in chances if chances[card] >= chance - AS_GOOD)
    return min(good, key=sight.power, default=None)


def _to_come(view: SeatView) -> tuple[Seat, ...]:
    """Return the seats that play to this trick after this one."""
    done = {seat for seat, _ in view.table.trick.plays} | {view.seat, view.table.sitting_out}
    return tuple(seat for seat in clockwise_from(view.seat) if seat not in done)
