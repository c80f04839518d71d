"""How useful a card is to its holder, to throw off, lay down or keep the right one."""

from pepper.cards import Card
from pepper.deal import Hand
from pepper.players.habits.sight import Sight


def least_useful(cards: Hand, hand: Hand, sight: Sight) -> Card:
    """Return the card out of `cards` that a hand misses least, the first of equals."""
    return min(cards, key=lambda card: _usefulness(card, hand, sight))


def is_worth_keeping(card: Card, sight: Sight) -> bool:
    """Tell whether a card is a trump or the highest of its suit that is still out."""
    return sight.is_trump(card) or sight.is_high(card)


def _usefulness(card: Card, hand: Hand, sight: Sight) -> int:
    """Return a number that is higher the more a hand wants a card: trumps, high cards, guarded ones, then by rank."""
    if sight.is_trump(card):
        return 100 + sight.power(card)
    value = 2 * sight.power(card)
    if sight.is_high(card):
        return value + 50
    is_alone = sum(sight.suit(other) is sight.suit(card) for other in hand) == 1
    if is_alone:
        # The last card of a plain suit goes first, so that the suit can be trumped.
        return value - 5 * any(map(sight.is_trump, hand))
    return value + 15 * _is_second(card, sight)


def _is_second(card: Card, sight: Sight) -> bool:
    return sum(sight.suit(out) is sight.suit(card) and sight.beats(out, card) for out in sight.unseen) == 1
