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


def follow(view: SeatView, sight: Sight, options: Hand) -> Card:
    """Return the card to play out of the legal ones."""
    trick = view.table.trick
    assert trick.led is not None
    led = sight.suit(trick.led)
    winner, best = trick.plays[winning(tuple(card for _, card in trick.plays), sight.trump)]
    to_come = _to_come(view)
    winners = tuple(card for card in options if sight.beats(card, best))
    if not winners:
        return least_useful(options, view.hand, sight)
    chances = {card: sight.chance_to_hold(card, led, to_come) for card in winners}
    chance = max(chances.values())
    needed = _needed(view, sight, chance, to_come, winner, best)
    if needed:
        return least_useful(options, view.hand, sight)
    good = tuple(card for card in winners if chances[card] >= chance - AS_GOOD)
    return min(good, key=sight.power)


def _to_come(view: SeatView) -> tuple[Seat, ...]:
    played = {seat for seat, _ in view.table.trick.plays} | {view.seat, view.table.sitting_out}
    return tuple(seat for seat in clockwise_from(view.seat) if seat not in played)


def _needed(view: SeatView, sight: Sight, chance: float, to_come: tuple[Seat, ...], winner: Seat, best: Card) -> bool:
    led = sight.suit(view.table.trick.plays[0][1])
    if winner is view.seat.partner:
        return chance - sight.chance_to_hold(best, led, to_come) < WORTH_OVERTAKING
    return view.seat.partner in to_come and chance < WORTH_SPENDING
