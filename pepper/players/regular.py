"""The level `regular`: learned bids, and the habits of a sound card player."""

from random import Random

from pepper.deal import Action, Phase
from pepper.players.bidding.auction import call_values, name_trump
from pepper.players.habits.facedown import lay
from pepper.players.sense import play
from pepper.view import SeatView


def choose(view: SeatView, random: Random) -> Action:
    """Return what a regular player does, always the same for the same view.

    Raises ValueError when it isn't this seat's turn.
    """
    if not view.legal:
        raise ValueError(f"it isn't {view.seat}'s turn")
    if view.table.phase is Phase.AUCTION:
        values = call_values(view)
        return max(values, key=values.__getitem__)
    if view.table.phase is Phase.NAMING:
        return name_trump(view)
    return play(view) if view.table.phase is Phase.PLAY else lay(view)
