"""Card play by sampling: what each card is worth in deals that fit what the seat has seen, all cards open in each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random

from pepper.cards import Card, Trump
from pepper.doubledummy.layout import layout
from pepper.doubledummy.position import Position, moment_of, table
from pepper.doubledummy.search import Search, Table
from pepper.players.agreement import agreement
from pepper.players.sampling import Masks, layouts
from pepper.seats import Side
from pepper.view import SeatView

# What the maker's side taking so many tricks of the deal is worth to the seat that thinks.
Worth = Callable[[int], float]

# Searches kept ready: enough for all trumps and sides of three kinds of tables.
_SEARCHES = 32
_ROUND = 4  # layouts solved between two looks at the effort


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a player thinks about a card: at least `least` and at most `most` layouts.

    Between them it stops once `positions` have been searched, which are some 20 to 30 microseconds each. Who
    `reads_plays` counts layouts by how well they agree with what the others have played.
    """

    least: int
    most: int
    positions: int
    reads_plays: bool = False


def worth_of_cards(view: SeatView, random: Random, effort: Effort, worth: Worth) -> dict[Card, float]:
    """Return what each legal card is worth on average, in the order held. The seat must be about to play a card."""
    question = _Question(view, worth)
    totals = dict.fromkeys(question.options, 0.0)
    counts = agreement(view) if effort.reads_plays else _alike
    done, weight, imagined = 0, 0.0, layouts(view, random)
    try:
        while done < effort.least or (done < effort.most and question.searched < effort.positions):
            for hands in islice(imagined, _ROUND):
                share = counts(hands)
                for card, value in question.values(hands).items():
                    totals[card] += share * value
                done, weight = done + 1, weight + share
    finally:
        # What was found out would make a later question cheaper, and its answer depend on this one.
        question.forget()
    return {card: total / weight for card, total in totals.items()}


def _alike(hands: Masks) -> float:
    del hands
    return 1.0


class _Question:
    """A seat's question what each of its cards is worth, asked of one layout after the other."""

    def __init__(self, view: SeatView, worth: Worth) -> None:
        now, maker = view.table, view.table.maker
        assert now.trump is not None
        assert maker is not None
        self._cards = layout(now.rules.deck, now.trump)
        self._search = _search(now.rules.deck, now.trump, table(now.rules, now.sitting_out), maker.side)
        self._before = self._search.searched
        left, taken = now.rules.tricks - len(now.tricks), now.taken(maker.side)
        self._moment = moment_of(Position(now.rules, now.trump, (), view.seat, left, now.trick.plays, now.sitting_out))
        worths = [worth(taken + more) for more in range(left + 1)]
        # The tricks that make a difference, and what no step is worth and each one.
        self._steps = [more for more in range(1, left + 1) if worths[more] != worths[more - 1]]
        self._worth = [worths[more] for more in (0, *self._steps)]
        self._likely = (len(self._steps) + 1) // 2
        self.options = {card: self._cards.bits[card] for card in view.legal if isinstance(card, Card)}
        self._strict = now.rules.strict_left_bower
        self._own = self._cards.mask(view.hand)

    @property
    def searched(self) -> int:
        """The positions searched for this question."""
        return self._search.searched - self._before

    def forget(self) -> None:
        """Forget the positions searched."""
        self._search.forget()

    def values(self, hands: Masks) -> dict[Card, float]:
        """Return what each card is worth in a layout; cards that nobody can tell apart are searched once."""
        others = sum(hands) - self._own | self._moment.best
        values: dict[Card, float] = {}
        found: dict[tuple[int, int, bool], float] = {}
        for card, bit in self.options.items():
            suit = self._cards.suit_of[bit]
            # Cards of a suit with the same cards of others above them are one, but a left bower that must be played.
            kind = (suit, others & suit & ~(2 * bit - 1), self._strict and bit == self._cards.left)
            if kind not in found:
                found[kind] = self._value(hands, bit)
            values[card] = found[kind]
        return values

    def _value(self, hands: Masks, card: int) -> float:
        """Return what a card is worth: its steps are looked for around those of the card before, often the same."""
        low, high = 0, len(self._steps)
        while low < high:
            asked = min(max(self._likely, low + 1), high)
            if self._search.takes_after(hands, self._moment, card, self._steps[asked - 1]):
                low, self._likely = asked, asked + 1
            else:
                high, self._likely = asked - 1, asked - 1
        self._likely = low
        return self._worth[low]


@lru_cache(maxsize=_SEARCHES)
def _search(size: int, trump: Trump, who: Table, side: Side) -> Search:
    return Search(layout(size, trump), who, list(Side).index(side))
