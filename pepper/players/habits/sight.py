"""What a seat can tell from its own cards and what lies open: cards still out, suits shown out of, chances."""

from dataclasses import dataclass

from pepper.cards import Card, Suit, Trump, deck, effective_suits, strengths
from pepper.deal import Hand, Trick
from pepper.seats import Seat, clockwise_from
from pepper.view import SeatView


@dataclass(frozen=True, slots=True)
class Sight:
    """A deal in play as one seat sees it.

    `unseen` are the cards that others may hold, those laid face down among them. `voids` are the suits that seats have
    failed to follow. `foes` are the two opponents, in the order they play after this seat. `counts` are the cards in
    hand, N E S W.
    """

    trump: Trump
    unseen: Hand
    voids: frozenset[tuple[Seat, Suit]]
    foes: tuple[Seat, Seat]
    counts: tuple[int, ...]

    def suit(self, card: Card) -> Suit:
        """Return the suit a card counts as."""
        return effective_suits(self.trump)[card]

    def is_trump(self, card: Card) -> bool:
        """Tell whether a card counts as a trump."""
        return self.suit(card) is self.trump.suit

    def power(self, card: Card) -> int:
        """Return a number that orders the cards of a suit, any trump above every plain card."""
        return strengths(self.trump)[card]

    def beats(self, card: Card, other: Card) -> bool:
        """Tell whether a card played after another one beats it."""
        return self.suit(card) in (self.suit(other), self.trump.suit) and self.power(card) > self.power(other)

    def is_high(self, card: Card) -> bool:
        """Tell whether no higher card of its suit is out."""
        return not any(self.suit(out) is self.suit(card) and self.beats(out, card) for out in self.unseen)

    def foes_may_hold(self, suit: Suit | None) -> bool:
        """Tell whether an opponent may hold a card of a suit; None stands for the trumps of a deal without any."""
        return any(self._out(foe, suit) for foe in self.foes)

    def chance_to_hold(self, card: Card, led: Suit, to_come: tuple[Seat, ...]) -> float:
        """Return the chance, 0 to 1, that a card that wins so far isn't beaten by an opponent among `to_come`."""
        chance = 1.0
        for foe in self.foes:
            if foe in to_come:
                chance *= 1 - self._risk(card, led, foe)
        return chance

    def _risk(self, card: Card, led: Suit, foe: Seat) -> float:
        followers, trumps = self._out(foe, led), self._out(foe, self.trump.suit)
        over = self._holds(foe, sum(self.beats(out, card) for out in followers))
        if led is self.trump.suit:
            return over
        ruff = self._holds(foe, sum(self.beats(out, card) for out in trumps))
        return over + (1 - self._holds(foe, len(followers))) * ruff

    def _out(self, seat: Seat, suit: Suit | None) -> Hand:
        """Return the unseen cards of a suit that a seat may hold."""
        if suit is None or (seat, suit) in self.voids:
            return ()
        return tuple(out for out in self.unseen if self.suit(out) is suit)

    def _holds(self, seat: Seat, cards: int) -> float:
        """Return the chance that a seat holds at least one of so many unseen cards, as if drawn with replacement."""
        if not cards:
            return 0.0
        return 1.0 - (1 - cards / len(self.unseen)) ** self.counts[seat.index]


def look(view: SeatView) -> Sight:
    """Return what the seat of a view sees once a trump is named."""
    table, trump = view.table, view.table.trump
    assert trump is not None, "cards are laid and played under a trump"
    tricks = (*table.tricks, table.trick)
    seen = {card for trick in tricks for _, card in trick.plays} | set(view.hand)
    # A card given to the partner is no longer anybody else's, nor is the own discard.
    seen |= {card for card in (view.gave, view.discarded) if card is not None}
    unseen = tuple(card for card in deck(table.rules.deck) if card not in seen)
    first, _, second = clockwise_from(view.seat)[1:]
    return Sight(trump, unseen, _voids(tricks, trump), (first, second), table.counts)


def _voids(tricks: tuple[Trick, ...], trump: Trump) -> frozenset[tuple[Seat, Suit]]:
    suits = effective_suits(trump)
    return frozenset(
        (seat, suits[trick.led])
        for trick in tricks
        if trick.led is not None
        for seat, card in trick.plays
        if suits[card] is not suits[trick.led]
    )
