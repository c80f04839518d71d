"""The player `basic`: the sensible habits of a living room, without looking ahead."""

from random import Random

from pepper.deal import Action, Phase
from pepper.players.habits.bids import call, name_trump
from pepper.players.habits.facedown import discard, give_back, offer
from pepper.players.habits.follows import follow
from pepper.players.habits.leads import lead
from pepper.players.habits.sight import look
from pepper.view import SeatView


def choose(view: SeatView, random: Random) -> Action:
    """Return what a sensible player does, always the same for the same view.

    Raises ValueError when it isn't this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"it isn't {view.seat}'s turn")
    if view.table.phase is Phase.AUCTION:
        return call(view)
    if view.table.phase is Phase.NAMING:
        return name_trump(view)
    return _choose_card(view)


def _choose_card(view: SeatView) -> Action:
    sight = look(view)
    match view.table.phase:
        case Phase.OFFER:
            return offer(view, sight)
        case Phase.RETURN:
            return give_back(view, sight)
        case Phase.DISCARD:
            return discard(view, sight)
        case _ if view.table.trick.plays:
            return follow(view, sight)
        case _:
            return lead(view, sight)
