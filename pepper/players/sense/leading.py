"""Leading to a trick: draw trumps for the own bid, cash what is high, lead aces against the others' bid."""

from pepper.cards import Card
from pepper.players.sense.keeping import least_useful
from pepper.players.sense.situation import Situation


def lead(now: Situation) -> Card:
    """Return the card to lead out of the whole hand."""
    if now.left == 1:
        return _likeliest(now)
    return _trump_to_draw(now) or _card_to_cash(now) or _last_trump(now) or _low(now)


def _likeliest(now: Situation) -> Card:
    """Return the card that wins the last trick likeliest; what is left over after it counts for nobody."""
    sight = now.sight
    return max(now.options, key=lambda card: (now.holds(card, sight.suit(card)), sight.power(card)))


def _trump_to_draw(now: Situation) -> Card | None:
    """Return the highest trump if the own side bid and should draw the others' trumps now."""
    sight, table = now.sight, now.view.table
    trumps = [card for card in now.options if sight.is_trump(card)]
    if not trumps or not now.is_ours or not sight.foes_may_hold(sight.trump.suit):
        return None
    highest = max(trumps, key=sight.power)
    if table.maker is now.view.seat:
        return highest if sight.is_high(highest) or len(trumps) >= 3 else None
    # The maker's partner leads the right bower at any time, another trump only to the side's first lead.
    return highest if sight.is_high(highest) or not _have_led(now) else None


def _have_led(now: Situation) -> bool:
    return any(trick.plays[0][0].side is now.view.seat.side for trick in now.view.table.tricks)


def _card_to_cash(now: Situation) -> Card | None:
    """Return the high plain card that is likeliest to hold, from the longest suit if several are."""
    sight = now.sight

    def order(card: Card) -> tuple[float, int]:
        suit = sight.suit(card)
        return now.holds(card, suit), sum(sight.suit(other) is suit for other in now.options)

    high = (card for card in now.options if not sight.is_trump(card) and sight.is_high(card))
    return max(high, key=order, default=None)


def _last_trump(now: Situation) -> Card | None:
    """Return the highest trump if no opponent holds any and a card will be left over: a trump kept too long is lost."""
    sight = now.sight
    if len(now.options) == now.left or sight.foes_may_hold(sight.trump.suit):
        return None
    return max((card for card in now.options if sight.is_trump(card)), key=sight.power, default=None)


def _low(now: Situation) -> Card:
    hand = now.options
    plain = tuple(card for card in hand if not now.sight.is_trump(card))
    return least_useful(plain or hand, hand, now.sight)
