"""What a bidder sees in a hand under a trump, as a list of places in a table of weights.

Every feature is a class that a hand or one of its suits belongs to: the honours of a suit and how many other cards go
with them. What a hand is worth is the sum of the weights of its classes.
"""

from collections.abc import Iterable
from functools import cache

from pepper.cards import Card, Trump
from pepper.doubledummy.layout import each_bit, layout

# The honours that a class tells apart, and how many other cards of the suit at most.
_HONOURS, _MOST_OTHERS = 4, 4
_CLASSES = 2**_HONOURS * (_MOST_OTHERS + 1)
# How many plain suits are empty, 0 to 3, by how many trumps there are, 0 to 8.
_MOST_TRUMPS, _PLAIN_SUITS = 8, 3
# At no trump: how many suits have their ace.
_ACES = 5

AT_SUIT = 1 + 2 * _CLASSES + (_PLAIN_SUITS + 1) * (_MOST_TRUMPS + 1)
AT_NO_TRUMP = 1 + _CLASSES + _ACES


def features(hand: Iterable[Card], size: int, trump: Trump) -> tuple[int, ...]:
    """Return the places of a hand's classes, some of them more than once, for a deck of 24 or 32.

    They are below `AT_SUIT` with a trump suit and below `AT_NO_TRUMP` without; place 0 belongs to every hand.
    """
    return features_of_mask(layout(size, trump).mask(hand), size, trump)


@cache
def _class_of(size: int, trump: Trump, suit: int, held: int) -> int:
    """Return the class of what is held of a suit: its four highest cards, one bit each, and how many others."""
    honours = each_bit(suit)[-_HONOURS:]
    marks = sum(bool(held & card) << place for place, card in enumerate(honours))
    others = held.bit_count() - marks.bit_count()
    return marks * (_MOST_OTHERS + 1) + min(others, _MOST_OTHERS)


def features_of_mask(hand: int, size: int, trump: Trump) -> tuple[int, ...]:
    """Return the same for a hand that is given as bits under the trump."""
    suits = layout(size, trump).suits
    held = [hand & suit for suit in suits]
    classes = [_class_of(size, trump, suit, own) for suit, own in zip(suits, held, strict=True)]
    if trump is Trump.NO_TRUMP:
        aces = sum(own > suit >> 1 for suit, own in zip(suits, held, strict=True))
        return (0, *(1 + place for place in classes), 1 + _CLASSES + aces)
    voids = held[1:].count(0)
    empty = 1 + 2 * _CLASSES + voids * (_MOST_TRUMPS + 1) + min(held[0].bit_count(), _MOST_TRUMPS)
    return (0, 1 + classes[0], *(1 + _CLASSES + place for place in classes[1:]), empty)
