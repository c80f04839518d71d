"""What the cards played tell of hidden hands: how well a layout agrees with what sound players would have played."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pepper.cards import Card
from pepper.deal import Hand, Trick
from pepper.doubledummy.layout import layout
from pepper.players.sampling import Masks
from pepper.players.sense import play
from pepper.seats import SEATS, Seat
from pepper.tricks import playable
from pepper.view import SeatView, TableView

# What a layout counts for each card that a sound player wouldn't have played from it, and at least.
UNEXPECTED, LEAST = 0.25, 0.002


@dataclass(frozen=True, slots=True)
class _Moment:
    """A card that another seat played, the table before it, and what the seat has played since, this card included."""

    seat: Seat
    card: Card
    table: TableView
    since: Hand

    def agrees(self, held: Hand) -> bool:
        """Tell whether a sound player would have played this card, who now holds what is given."""
        hand, plays = (*held, *self.since), self.table.trick.plays
        assert self.table.trump is not None, "cards are played after the naming"
        options = hand
        if plays:
            options = playable(hand, plays[0][1], self.table.trump, self.table.rules.strict_left_bower)
        view = SeatView(self.seat, self.table, hand, options, gave=None, received=None, discarded=None)
        return play(view) is self.card


def agreement(view: SeatView) -> Callable[[Masks], float]:
    """Return how much a layout counts, above 0 and at most 1, given the cards that the others have played."""
    assert view.table.trump is not None, "cards are bits under a trump"
    cards, moments = layout(view.table.rules.deck, view.table.trump), tuple(_moments(view))

    def counts(hands: Masks) -> float:
        held = {seat: cards.hand(hand) for seat, hand in zip(SEATS, hands, strict=True)}
        unexpected = sum(not moment.agrees(held[moment.seat]) for moment in moments)
        return max(LEAST, float(UNEXPECTED**unexpected))

    return counts


def _moments(view: SeatView) -> Iterator[_Moment]:
    table = view.table
    tricks = (*table.tricks, table.trick)
    played = {seat: [card for trick in tricks for who, card in trick.plays if who is seat] for seat in SEATS}
    before = dict.fromkeys(SEATS, 0)
    for number, trick in enumerate(tricks):
        for place, (seat, card) in enumerate(trick.plays):
            if seat is not view.seat:
                counts = tuple(
                    count + len(played[who]) - before[who] for who, count in zip(SEATS, table.counts, strict=True)
                )
                then = replace(
                    table, turn=seat, tricks=tricks[:number], trick=Trick(trick.plays[:place]), counts=counts
                )
                yield _Moment(seat, card, then, tuple(played[seat][before[seat] :]))
            before[seat] += 1
