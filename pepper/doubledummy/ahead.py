"""What is still to be decided before the first lead, with all cards open: exchange and discards, then the play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pepper.doubledummy.search import Hands, Moment, Search


@dataclass(frozen=True, slots=True)
class Ahead:
    """The way to the first lead, which is `moment`.

    `search` answers for the maker's side, `ours` tells for the four seats who is of it. `discarding` are the seats that
    lay a card face down before the first lead, in their order.
    """

    search: Search
    moment: Moment
    ours: Sequence[bool]
    discarding: tuple[int, ...] = ()

    def most(self, hands: Hands) -> int:
        """Return how many tricks the maker's side takes when all lay down and play as well as can be."""
        return self._most(hands, self.discarding, 0, self.moment.left)

    def most_by_discard(self, hands: Hands, cards: Sequence[int]) -> list[int]:
        """Return the same for each card that the first of those who discard may lay down."""
        seat, *others = self.discarding
        left = tuple(others)
        return [self._most(_without(hands, seat, card), left, 0, self.moment.left) for card in cards]

    def most_by_return(self, hands: Hands, dealer: int, offered: int, cards: Sequence[int]) -> list[int]:
        """Return the same for each card that the dealer's partner may give for the offered one."""
        return [self.most(_swapped(hands, dealer, offered, card)) for card in cards]

    def most_by_offer(self, hands: Hands, dealer: int, cards: Sequence[int]) -> list[int]:
        """Return the same for each card that the dealer may offer, when the partner gives the best one for it."""
        partner = self.moves(hands, (dealer + 2) % 4)
        return [max(self.most_by_return(hands, dealer, card, partner)) for card in cards]

    def most_with_exchange(self, hands: Hands, dealer: int) -> int:
        """Return the same when the dealer may also keep all cards."""
        return max(self.most(hands), *self.most_by_offer(hands, dealer, self.moves(hands, dealer)))

    def moves(self, hands: Hands, seat: int) -> Sequence[int]:
        """Return the cards of a hand, one of each run that nobody can tell apart."""
        return self.search.moves(hands, Moment(seat, self.moment.left, self.moment.to_play))

    def _most(self, hands: Hands, discarding: tuple[int, ...], low: int, high: int) -> int:
        """Return how many, or `low` if it is less and `high` if it is more."""
        if not discarding:
            return min(high, max(low, self.search.most(hands, self.moment)))
        ours = self.ours[discarding[0]]
        for next_hands in self._discards(hands, discarding[0]):
            found = self._most(next_hands, discarding[1:], low, high)
            low, high = (max(low, found), high) if ours else (low, min(high, found))
            if low >= high:
                break
        return low if ours else high

    def _discards(self, hands: Hands, seat: int) -> Iterator[Hands]:
        # Low cards first: they are what is usually laid down.
        for card in sorted(self.moves(hands, seat)):
            yield _without(hands, seat, card)


def _without(hands: Hands, seat: int, card: int) -> Hands:
    return [hand ^ card if place == seat else hand for place, hand in enumerate(hands)]


def _swapped(hands: Hands, dealer: int, offered: int, returned: int) -> Hands:
    both = offered | returned
    return [hand ^ both if place in (dealer, (dealer + 2) % 4) else hand for place, hand in enumerate(hands)]
