"""Which of several cards that are worth the same a person would play."""

from pepper.cards import Card
from pepper.deal import Hand
from pepper.players.sense.keeping import least_useful
from pepper.players.sense.playing import play
from pepper.players.sense.situation import Situation, situation
from pepper.view import SeatView


def tie_break(view: SeatView, cards: Hand) -> Card:
    """Return the one of `cards`, all legal and worth the same, that looks human: the habitual one if it is among them.

    Otherwise the partner's winner is left alone, a trick is won cheaply, and what is thrown is low.
    """
    habit = play(view)
    if habit in cards:
        return habit
    now = situation(view)
    losers = tuple(card for card in cards if not _wins(now, card))
    if losers and (not view.table.trick.plays or now.taker[0] is view.seat.partner or len(losers) == len(cards)):
        return least_useful(losers, view.hand, now.sight)
    return min((card for card in cards if card not in losers), key=now.sight.power)


def _wins(now: Situation, card: Card) -> bool:
    """Tell whether a card would take the trick so far; one led counts when nobody may hold a higher one."""
    if now.view.table.trick.plays:
        return now.sight.beats(card, now.taker[1])
    return now.sight.is_high(card)
