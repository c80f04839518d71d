"""The player `basic`: the sensible habits of a living room, without looking ahead."""

from random import Random

from pepper.deal import Action, Phase
from pepper.players.habits.bids import call, name_trump
from pepper.players.habits.facedown import lay
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
    if view.table.phase is not Phase.PLAY:
        return lay(view)
    sight = look(view)
    return follow(view, sight) if view.table.trick.plays else lead(view, sight)
