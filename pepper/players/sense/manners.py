"""The cards that a good player may play at all: what a search shouldn't try merely because chance favours it."""

from pepper.deal import Hand
from pepper.players.sense.situation import Situation, situation
from pepper.view import SeatView


def sensible(view: SeatView) -> Hand:
    """Return the cards that may be played without being odd, in the order held; there is always one.

    To a trick that the partner surely takes, the lowest card follows suit, and no trump is thrown while another card
    is held.
    """
    now = situation(view)
    if not _is_partners_for_sure(now):
        return now.options
    if now.sight.suit(now.options[0]) is now.led:
        return (min(now.options, key=now.sight.power),)
    plain = tuple(card for card in now.options if not now.sight.is_trump(card))
    return plain or now.options


def _is_partners_for_sure(now: Situation) -> bool:
    if not now.view.table.trick.plays:
        return False
    taker, best = now.taker
    return taker is now.view.seat.partner and now.holds(best, now.led) == 1.0
