"""Playing to a trick that somebody else has led: win cheaply, leave the partner's trick alone, throw off low."""

from dataclasses import dataclass

from pepper.cards import Card
from pepper.players.sense.keeping import least_useful
from pepper.players.sense.situation import Situation


@dataclass(frozen=True, slots=True)
class Care:
    """How much a trick is worth fighting for, in chances of taking it.

    The partner's card is left alone when overtaking gains less than `overtaking`. With the partner still to play, a
    card that holds less often than `spending` isn't spent. The cheapest winner is played whose chance is within
    `as_good` of the best one's.
    """

    overtaking: float
    spending: float
    as_good: float


USUAL = Care(0.3, 0.4, 0.3)
DECISIVE = Care(0.2, 0.4, 0.0)


def follow(now: Situation) -> Card:
    """Return the card to play to a trick that was led."""
    return _winner(now) or least_useful(now.options, now.view.hand, now.sight)


def _winner(now: Situation) -> Card | None:
    """Return the cheapest card that wins well enough, None if the trick is better left to others."""
    care = DECISIVE if now.is_decisive else USUAL
    taker, best = now.taker
    chances = {card: now.holds(card, now.led) for card in now.options if now.sight.beats(card, best)}
    chance = max(chances.values(), default=0.0)
    partner = now.view.seat.partner
    if taker is partner and chance - now.holds(best, now.led) < care.overtaking:
        return None
    if partner in now.to_come and chance < care.spending:
        return None
    good = (card for card in chances if chances[card] >= chance - care.as_good)
    return min(good, key=now.sight.power, default=None)
