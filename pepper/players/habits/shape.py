"""What a hand holds under a trump, counted the way a bidder counts: bowers, trumps, aces, winners, voids."""

from itertools import takewhile
from typing import NamedTuple

from pepper.cards import Card, Rank, Suit, Trump, deck, effective_suits, left_bower, right_bower, strengths
from pepper.deal import Hand


class Shape(NamedTuple):
    """The counts of a hand.

    `right`, `left` and `ace` tell whether it holds these trumps, `trumps` counts them all. The others count the plain
    suits: their aces; `winners`, the cards from the ace down without a gap; `lengths`, the cards that should be high
    once the winners are played; `holes`, suits held without the ace; and `voids`.
    """

    right: bool
    left: bool
    ace: bool
    trumps: int
    aces: int
    winners: int
    lengths: int
    holes: int
    voids: int


def shape(hand: Hand, trump: Trump) -> Shape:
    """Return the counts of a hand under a trump."""
    suits = effective_suits(trump)
    plain = [suit for suit in Suit if suit is not trump.suit]
    cards = [sum(suits[card] is suit for card in hand) for suit in plain]
    runs = [_run(hand, trump, suit) for suit in plain]
    return Shape(
        right=right_bower(trump) in hand,
        left=left_bower(trump) in hand,
        ace=any(card.rank is Rank.ACE and card.suit is trump.suit for card in hand),
        trumps=len(hand) - sum(cards),
        aces=sum(run > 0 for run in runs),
        winners=sum(runs),
        lengths=sum(_lengths(held, run) for held, run in zip(cards, runs, strict=True)),
        holes=sum(held > 0 and not run for held, run in zip(cards, runs, strict=True)),
        voids=cards.count(0),
    )


def _line(trump: Trump, suit: Suit) -> tuple[Card, ...]:
    """Return the cards that count as a suit, the highest first."""
    cards = (card for card in deck(32) if effective_suits(trump)[card] is suit)
    return tuple(sorted(cards, key=strengths(trump).__getitem__, reverse=True))


_LINES = {(trump, suit): _line(trump, suit) for trump in Trump for suit in Suit}


def _run(hand: Hand, trump: Trump, suit: Suit) -> int:
    """Return how many cards of a suit a hand holds from the highest down without a gap."""
    return sum(1 for _ in takewhile(hand.__contains__, _LINES[trump, suit]))


def _lengths(held: int, run: int) -> int:
    return held - run if run >= 3 or (run == 2 and held >= 4) else 0
