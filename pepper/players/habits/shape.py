"""What a hand holds under a trump, counted the way a bidder counts: bowers, trumps, aces, winners, voids."""

from functools import cache
from itertools import takewhile
from typing import NamedTuple

from pepper.cards import Card, Rank, Suit, Trump, deck, effective_suits, left_bower, right_bower, strengths
from pepper.deal import Hand


class Shape(NamedTuple):
    """The counts of a hand.

    `right`, `left` and `ace` tell whether it holds these trumps, `trumps` counts them all. The others count the plain
    suits: their aces; `winners`, the cards that nothing beats when they are led from the ace down; `holes`, suits held
    without the ace; and `voids`. `top_trumps` are such winners among the trumps.
    """

    right: bool
    left: bool
    ace: bool
    trumps: int
    aces: int
    winners: int
    holes: int
    voids: int
    top_trumps: int


def shape(hand: Hand, trump: Trump) -> Shape:
    """Return the counts of a hand of 6 cards out of 24, or 8 out of 32, under a trump."""
    suits = effective_suits(trump)
    plain = [suit for suit in Suit if suit is not trump.suit]
    held = [sum(suits[card] is suit for card in hand) for suit in plain]
    winners = [_winners(hand, trump, suit) for suit in plain]
    return Shape(
        right=right_bower(trump) in hand,
        left=left_bower(trump) in hand,
        ace=any(card.rank is Rank.ACE and card.suit is trump.suit for card in hand),
        trumps=len(hand) - sum(held),
        aces=sum(count > 0 for count in winners),
        winners=sum(winners),
        holes=sum(cards > 0 and not count for cards, count in zip(held, winners, strict=True)),
        voids=held.count(0),
        top_trumps=_winners(hand, trump, trump.suit) if trump.suit else 0,
    )


@cache
def _line(size: int, trump: Trump, suit: Suit) -> tuple[Card, ...]:
    """Return the cards of a deck that count as a suit, the highest first."""
    cards = (card for card in deck(size) if effective_suits(trump)[card] is suit)
    return tuple(sorted(cards, key=strengths(trump).__getitem__, reverse=True))


def _winners(hand: Hand, trump: Trump, suit: Suit) -> int:
    """Return how many cards of a suit win when they are led from the highest down, as long as nobody trumps."""
    line = _line(4 * len(hand), trump, suit)
    run = sum(1 for _ in takewhile(hand.__contains__, line))
    held = sum(card in hand for card in line)
    # Each card of the run draws one of those that others hold; when none is left, low cards win too.
    return held if run >= len(line) - held else run
