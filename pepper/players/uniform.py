"""The yardstick `random`: any legal action, each as likely as the others."""

from random import Random

from pepper.deal import Action
from pepper.view import SeatView


def choose(view: SeatView, random: Random) -> Action:
    """Return one of the legal actions. Raises IndexError when it isn't this seat's turn."""
    return random.choice(view.legal)
