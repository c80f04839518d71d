"""Cards laid face down: the exchange and the discard."""

from pepper.cards import Card
from pepper.deal import Keep, Phase
from pepper.players.habits.facedown import discard, give_back, offer
from pepper.players.habits.sight import look
from pepper.view import SeatView


def lay(view: SeatView) -> Card | Keep:
    """Return the card that a sound player offers, gives back or discards, or that it keeps its hand.

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
