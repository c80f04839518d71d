"""The level `master`: as `strong`, looking at many more deals, and at what the cards played tell of hidden hands."""

from random import Random

from pepper.deal import Action
from pepper.players.montecarlo import Effort
from pepper.players.strong import think
from pepper.view import SeatView

EFFORT = Effort(least=16, most=96, positions=12_000, reads_plays=True)


def choose(view: SeatView, random: Random) -> Action:
    """Return what a master does. Raises ValueError when it isn't this seat's turn."""
    return think(view, random, EFFORT)
