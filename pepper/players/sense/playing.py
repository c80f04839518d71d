"""The card to play: leading or following."""

from pepper.cards import Card
from pepper.players.sense.following import follow
from pepper.players.sense.leading import lead
from pepper.players.sense.situation import situation
from pepper.view import SeatView


def play(view: SeatView) -> Card:
    """Return the card that a sound player plays, always the same for the same view; it must be its turn to play."""
    now = situation(view)
    if len(now.options) == 1:
        return now.options[0]
    return follow(now) if view.table.trick.plays else lead(now)
