"""Cards as bits: under a trump every card is a bit, so that hands are whole numbers and a higher card a higher bit."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from pepper.cards import Card, Suit, Trump, deck, effective_suits, left_bower, strengths


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Where the cards of a deck stand under a trump: suit beside suit, each from low to high, trumps on top.

    `bits` has the bit of each card and `cards` the card of each bit. `suit_of` has the mask of the effective suit of
    each bit; `suits` are these masks, trumps first. `trumps` is the mask of all trumps, 0 without any, and `left` the
    bit of the left bower, 0 without trumps.
    """

    bits: dict[Card, int]
    cards: dict[int, Card]
    suit_of: dict[int, int]
    suits: tuple[int, ...]
    trumps: int
    left: int

    @property
    def plain(self) -> tuple[int, ...]:
        """The masks of the suits that aren't trumps."""
        return tuple(mask for mask in self.suits if mask != self.trumps)

    def mask(self, cards: Iterable[Card]) -> int:
        """Return a hand as a number, one bit a card."""
        return sum(map(self.bits.__getitem__, cards))

    def hand(self, mask: int) -> tuple[Card, ...]:
        """Return the cards of a number, the lowest bit first."""
        return tuple(self.cards[bit] for bit in each_bit(mask))


def each_bit(mask: int) -> list[int]:
    """Return the bits of a number, the lowest first."""
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits


@cache
def layout(size: int, trump: Trump) -> Layout:
    """Return the layout of the deck of 24 or 32 under a trump. Raises KeyError for another size."""
    suits, power = effective_suits(trump), strengths(trump)
    bits: dict[Card, int] = {}
    masks: list[int] = []
    for suit in sorted(Suit, key=lambda suit: suit is trump.suit):
        line = sorted((card for card in deck(size) if suits[card] is suit), key=power.__getitem__)
        for card in line:
            bits[card] = 1 << len(bits)
        masks.append(sum(bits[card] for card in line))
    left = left_bower(trump)
    return Layout(
        bits=bits,
        cards={bit: card for card, bit in bits.items()},
        suit_of={bit: mask for mask in masks for bit in each_bit(mask)},
        suits=tuple(reversed(masks)),
        trumps=masks[-1] if trump.suit else 0,
        left=bits[left] if left else 0,
    )
