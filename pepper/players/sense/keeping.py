"""How useful a card is to its holder, to throw off, lay down or keep the right one."""

from pepper.cards import Card
from pepper.deal import Hand
from pepper.players.habits.sight import Sight

# What makes a card worth more than its rank, in steps of half a rank: no higher one is out, one higher one is out and
# the card is guarded, the card guards such a one. The last card of a suit that can be trumped later is worth less.
HIGH, SECOND, GUARD, ALONE = 50, 15, 10, -5


def least_useful(cards: Hand, hand: Hand, sight: Sight) -> Card:
    """Return the card out of `cards` that a hand misses least, the first of equals."""
    return min(cards, key=lambda card: usefulness(card, hand, sight))


def usefulness(card: Card, hand: Hand, sight: Sight) -> int:
    """Return a number that is higher the more a hand wants a card: trumps, high cards, guarded ones, then by rank."""
    if sight.is_trump(card):
        return 100 + sight.power(card)
    value = 2 * sight.power(card)
    if sight.is_high(card):
        return value + HIGH
    suit = [other for other in hand if sight.suit(other) is sight.suit(card)]
    if len(suit) == 1:
        return value + ALONE * any(map(sight.is_trump, hand))
    if _is_second(card, sight):
        return value + SECOND
    # Of two cards, the low one keeps the other from falling under the one card that beats it.
    return value + GUARD * (len(suit) == 2 and any(_is_second(other, sight) for other in suit))


def _is_second(card: Card, sight: Sight) -> bool:
    return sum(sight.suit(out) is sight.suit(card) and sight.beats(out, card) for out in sight.unseen) == 1
