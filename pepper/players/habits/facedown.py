"""Cards laid face down: what the dealer offers, what the partner gives back, and what is discarded."""

from pepper.cards import Card
from pepper.deal import Hand, Keep, Phase
from pepper.players.habits.keeping import is_worth_keeping, least_useful
from pepper.players.habits.sight import Sight, look
from pepper.view import SeatView


def lay(view: SeatView) -> Card | Keep:
    """Return the card that a sensible player offers, gives back or discards, or that it keeps its hand.

    The phase must be OFFER, RETURN or DISCARD.
    """
    sight = look(view)
    match view.table.phase:
        case Phase.OFFER:
            return offer(view, sight)
        case Phase.RETURN:
            return give_back(view, sight)
        case _:
            return discard(view, sight)


def offer(view: SeatView, sight: Sight) -> Card | Keep:
    """Return the card the dealer offers its partner, or that it keeps its hand."""
    if view.table.maker is view.seat:
        # The maker asks for the partner's best with the card it misses least, unless it misses every one.
        worst = least_useful(view.hand, view.hand, sight)
        return Keep.KEEP if is_worth_keeping(worst, sight) else worst
    best = _best_for_maker(view.hand, sight)
    return best if is_worth_keeping(best, sight) else Keep.KEEP


def give_back(view: SeatView, sight: Sight) -> Card:
    """Return the card the dealer's partner gives for the one it hasn't seen yet."""
    if view.table.maker is view.seat:
        return discard(view, sight)
    return _best_for_maker(view.hand, sight)


def discard(view: SeatView, sight: Sight) -> Card:
    """Return the card that the hand misses least."""
    return least_useful(view.hand, view.hand, sight)


def _best_for_maker(hand: Hand, sight: Sight) -> Card:
    """Return the highest trump, else the highest plain card from the shortest suit."""
    return max(
        hand, key=lambda card: (sight.power(card), -sum(sight.suit(other) is sight.suit(card) for other in hand))
    )
