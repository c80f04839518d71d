"""Suits, ranks, cards and decks, and what a card is worth under a trump. The bowers live here only."""

from dataclasses import dataclass, field
from enum import Enum


class Suit(Enum):
    """A suit as printed on the card; the value is its letter in the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def same_colour(self) -> "Suit":
        """The other suit of the same colour."""
        return _SAME_COLOUR[self]


_SAME_COLOUR = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}


class Rank(Enum):
    """A rank in the order of a plain suit, the lowest first; the value is its letter in the notation."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def order(self) -> int:
        """Its place in a plain suit, 0 for the seven to 7 for the ace."""
        return _RANK_ORDER[self]


_RANK_ORDER = {rank: order for order, rank in enumerate(Rank)}


class Trump(Enum):
    """What the maker names: one of the suits, or no trump; the value is its token in the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMP = "NT"

    __hash__ = object.__hash__
    _value_: str
    suit: Suit | None

    def __init__(self, token: str) -> None:
        self.suit = None if token == "NT" else Suit(token)

    def __str__(self) -> str:
        return self._value_


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 32 cards. There is one object a card, so cards compare by identity; get them from `card`."""

    rank: Rank
    suit: Suit
    text: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.rank.value + self.suit.value)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"card({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.text,)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self


_DECKS = {
    32: tuple(Card(rank, suit) for suit in Suit for rank in Rank),
}
_DECKS[24] = tuple(c for c in _DECKS[32] if c.rank.order >= Rank.NINE.order)
_BY_TEXT = {c.text: c for c in _DECKS[32]}


def card(text: str) -> Card:
    """Return the card that two characters name, rank then suit, such as `JH`.

    Raises ValueError for any other text.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is not a card") from None


def deck(size: int) -> tuple[Card, ...]:
    """Return the cards of the deck of 24 or 32 in a fixed order, suit by suit. Raises KeyError for another size."""
    return _DECKS[size]


def right_bower(trump: Trump) -> Card | None:
    """Return the jack of trumps, None without trumps."""
    return None if trump.suit is None else _BY_TEXT["J" + trump.suit.value]


def left_bower(trump: Trump) -> Card | None:
    """Return the other jack of the trumps' colour, None without trumps."""
    return None if trump.suit is None else _BY_TEXT["J" + trump.suit.same_colour.value]


def _effective_suit(of: Card, trump: Trump) -> Suit:
    # The left bower belongs to trumps for the whole deal: in leading, following and winning.
    if trump.suit is not None and of is left_bower(trump):
        return trump.suit
    return of.suit


# Trump suit: right bower, left bower, A K Q T 9 (8 7). Without trumps jacks stand between queen and ten.
_TRUMP_BASE, _LEFT_STRENGTH, _RIGHT_STRENGTH = 10, 20, 21


def _strength(of: Card, trump: Trump) -> int:
    if of is right_bower(trump):
        return _RIGHT_STRENGTH
    if of is left_bower(trump):
        return _LEFT_STRENGTH
    return of.rank.order + (_TRUMP_BASE if of.suit is trump.suit else 0)


# Asked for every card of every trick, so worked out once for all 160 pairs.
_SUITS = {trump: {c: _effective_suit(c, trump) for c in _DECKS[32]} for trump in Trump}
_STRENGTHS = {trump: {c: _strength(c, trump) for c in _DECKS[32]} for trump in Trump}


def _in_trick(trump: Trump, led: Card) -> dict[Card, int]:
    suits, worth = _SUITS[trump], _STRENGTHS[trump]
    # Only trumps and cards of the suit led can win.
    return {c: worth[c] if suits[c] in (suits[led], trump.suit) else -1 for c in _DECKS[32]}


_TRICK_STRENGTHS = {trump: {led: _in_trick(trump, led) for led in _DECKS[32]} for trump in Trump}


def effective_suit(of: Card, trump: Trump) -> Suit:
    """Return the suit a card counts as under a trump: its own, or trumps for the left bower."""
    return _SUITS[trump][of]


def effective_suits(trump: Trump) -> dict[Card, Suit]:
    """Return the suit every card counts as under a trump, to be read and not changed."""
    return _SUITS[trump]


def strength(of: Card, trump: Trump) -> int:
    """Return a number that orders the cards of one effective suit, and any trump above every plain card."""
    return _STRENGTHS[trump][of]


def strengths(trump: Trump) -> dict[Card, int]:
    """Return the strength of every card under a trump, to be read and not changed."""
    return _STRENGTHS[trump]


def trick_strengths(trump: Trump, led: Card) -> dict[Card, int]:
    """Return the strength of every card in a trick to which one was led, -1 if it can't win; not to be changed."""
    return _TRICK_STRENGTHS[trump][led]


def is_trump(of: Card, trump: Trump) -> bool:
    """Tell whether a card counts as a trump."""
    return _SUITS[trump][of] is trump.suit


def sorted_for(cards: tuple[Card, ...], trump: Trump) -> tuple[Card, ...]:
    """Return cards as a player sorts a hand: trumps first with the bowers in front, then suit by suit, high to low."""
    suits, worth = _SUITS[trump], _STRENGTHS[trump]
    order = list(Suit)
    return tuple(sorted(cards, key=lambda c: (suits[c] is not trump.suit, order.index(suits[c]), -worth[c])))
