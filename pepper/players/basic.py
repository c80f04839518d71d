"""The player `basic`: the sensible habits of a living room, without counting or looking ahead."""

from random import Random

from pepper.deal import Action
from pepper.view import SeatView


def choose(view: SeatView, random: Random) -> Action:
    """Return one of the legal actions. Raises IndexError when it isn't this seat's turn."""
    return view.legal[0]
