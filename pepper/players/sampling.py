"""Deals that a seat can imagine: the cards it can't see, laid out so that they fit what has happened.

What must fit are the cards each seat holds, the suits it has failed to follow and the card it was given.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pepper.cards import Card, Trump, deck, effective_suits
from pepper.doubledummy.layout import Layout, each_bit, layout
from pepper.players.bidding.makers import likelihood
from pepper.seats import SEATS
from pepper.view import SeatView

Masks = list[int]

# A layout that can't be completed, because the last cards may go to nobody left, is begun again.
_PATIENCE = 100
# The place after those of the four seats.
_FACE_DOWN = 4
# Swaps tried before the first layout, and between two.
_BEFORE, _BETWEEN = 80, 8


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a seat doesn't see, as bits under the trump of the deal.

    `cards` are all of them. `room` says how many each of the four seats holds, `may_hold` which ones each may hold,
    `known` which ones it surely holds, and `own` is this seat's hand. Cards beyond the rooms lie face down.
    """

    layout: Layout
    seat: int
    own: int
    cards: int
    room: tuple[int, ...]
    may_hold: tuple[int, ...]
    known: tuple[int, ...]

    def draw(self, random: Random) -> Masks:
        """Return hands of the four seats, 0 for who sits out."""
        for _ in range(_PATIENCE):
            hands = self._fill(random)
            if hands is not None:
                return hands
        raise ValueError("no layout fits what this seat has seen")

    def _fill(self, random: Random) -> Masks | None:
        """Return such hands, or None when the last cards may go to nobody who has room for them."""
        hands, room = list(self.known), list(self.room)
        hands[self.seat] = self.own
        loose = each_bit(self.cards)
        random.shuffle(loose)
        # Cards that few seats may hold go first, so that there is room for them.
        loose.sort(key=self._takers)
        face_down = len(loose) - sum(room)
        for card in loose:
            places = [left if may & card else 0 for left, may in zip(room, self.may_hold, strict=True)]
            if not any(places) and not face_down:
                return None
            (place,) = random.choices(range(5), [*places, face_down])
            if place == _FACE_DOWN:
                face_down -= 1
            else:
                hands[place] |= card
                room[place] -= 1
        return hands

    def _takers(self, card: int) -> int:
        return sum(bool(mask & card) for mask in self.may_hold)


def unseen(view: SeatView) -> Unseen:
    """Return what the seat of a view doesn't see, once a trump is named."""
    table, trump = view.table, view.table.trump
    assert trump is not None, "cards are bits under a trump"
    cards = layout(table.rules.deck, trump)
    gone = {card for trick in (*table.tricks, table.trick) for _, card in trick.plays}
    seen = gone | set(view.hand) | {card for card in (view.gave, view.discarded) if card is not None}
    given = _given(view, gone)
    hidden = cards.mask(card for card in deck(table.rules.deck) if card not in seen)
    known = tuple(cards.mask(given) if seat is view.seat.partner else 0 for seat in SEATS)
    room = tuple(
        0 if seat in (view.seat, table.sitting_out) else table.counts[seat.index] - known[seat.index].bit_count()
        for seat in SEATS
    )
    may_hold = tuple(hidden & ~void if room[seat] else 0 for seat, void in enumerate(_voids(view, cards, trump)))
    return Unseen(cards, view.seat.index, cards.mask(view.hand), hidden, room, may_hold, known)


def _given(view: SeatView, gone: set[Card]) -> tuple[Card, ...]:
    """Return the card given to the partner, if the cards changed hands and it is still held as far as one can tell."""
    if not view.table.exchanged or view.gave is None or view.gave in gone:
        return ()
    # With discards it may lie face down by now.
    return () if view.table.discarded else (view.gave,)


def _voids(view: SeatView, cards: Layout, trump: Trump) -> list[int]:
    """Return the masks of the suits that the seats have failed to follow."""
    suits = effective_suits(trump)
    masks = [0, 0, 0, 0]
    for trick in (*view.table.tricks, view.table.trick):
        if not trick.plays:
            continue
        led = trick.plays[0][1]
        for seat, card in trick.plays[1:]:
            if suits[card] is not suits[led]:
                masks[seat.index] |= cards.suit_of[cards.bits[led]]
    return masks


def layouts(view: SeatView, random: Random) -> Iterator[Masks]:
    """Yield layouts that fit what a seat has seen, without end: the hands N E S W as bits under the deal's trump.

    They come as often as the maker's bid makes them likely. Raises ValueError when no layout fits.
    """
    hidden, likely = unseen(view), likelihood(view.table)
    if likely is None or view.table.maker is view.seat:
        while True:
            yield hidden.draw(random)
    else:
        yield from _Chain(hidden, _Maker.of(view, hidden.layout, likely), random).layouts()


@dataclass(frozen=True, slots=True)
class _Maker:
    """The maker's place, the cards it has played, and how likely its bid is for a hand as dealt."""

    seat: int
    played: int
    likely: Callable[[int], float]

    @staticmethod
    def of(view: SeatView, cards: Layout, likely: Callable[[int], float]) -> "_Maker":
        maker = view.table.maker
        assert maker is not None, "a bid is somebody's"
        plays = (play for trick in (*view.table.tricks, view.table.trick) for play in trick.plays)
        return _Maker(maker.index, cards.mask(card for seat, card in plays if seat is maker), likely)

    def worth(self, hand: int) -> float:
        return self.likely(hand | self.played)


class _Chain:
    """A walk through the layouts by swaps of two cards, at each of them as long as it is likely (Metropolis, 1953)."""

    def __init__(self, hidden: Unseen, maker: _Maker, random: Random) -> None:
        self._maker, self._random = maker, random
        hands = hidden.draw(random)
        self._hands = [*hands, hidden.cards & ~sum(hands)]
        self._may_hold = (*hidden.may_hold, hidden.cards)
        self._cards, self._places = [], []
        for place, hand in enumerate(self._hands):
            loose = each_bit(hand & hidden.cards & ~sum(hidden.known))
            self._cards += loose
            self._places += [place] * len(loose)
        self._likelihood = maker.worth(self._hands[maker.seat])

    def layouts(self) -> Iterator[Masks]:
        """Yield the layouts that it comes to."""
        self._walk(_BEFORE)
        while True:
            yield self._hands[:_FACE_DOWN]
            self._walk(_BETWEEN)

    def _walk(self, swaps: int) -> None:
        cards, places, may_hold = self._cards, self._places, self._may_hold
        chance, count = self._random.random, len(cards)
        for _ in range(swaps if cards else 0):
            one, other = int(chance() * count), int(chance() * count)
            here, there = places[one], places[other]
            if here == there or not (may_hold[here] & cards[other] and may_hold[there] & cards[one]):
                continue
            both = cards[one] | cards[other]
            if self._is_accepted(here, there, both):
                places[one], places[other] = there, here
                self._hands[here] ^= both
                self._hands[there] ^= both

    def _is_accepted(self, here: int, there: int, both: int) -> bool:
        """Tell whether a swap is made. A likelier hand of the maker's is always taken, another one now and then."""
        if self._maker.seat not in (here, there):
            return True
        likelihood = self._maker.worth(self._hands[self._maker.seat] ^ both)
        if likelihood < self._likelihood and self._random.random() * self._likelihood > likelihood:
            return False
        self._likelihood = likelihood
        return True
