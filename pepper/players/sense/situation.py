"""What the play has come to for one seat: what is still out, who plays after it, what its side still needs."""

from dataclasses import dataclass, replace

from pepper.cards import Card, Suit
from pepper.deal import Hand
from pepper.players.habits.sight import Sight, look
from pepper.seats import Seat, clockwise_from
from pepper.tricks import winning
from pepper.view import SeatView


@dataclass(frozen=True, slots=True)
class Situation:
    """A deal in play as one seat judges it.

    `to_come` are the seats that play to this trick after it. `left` are the tricks still to be taken, this one among
    them, and `needed` those that the maker's side still lacks, 0 or less once its bid is made.
    """

    view: SeatView
    sight: Sight
    to_come: tuple[Seat, ...]
    left: int
    needed: int

    @property
    def options(self) -> Hand:
        """The cards that may be played, in the order held."""
        return tuple(action for action in self.view.legal if isinstance(action, Card))

    @property
    def is_ours(self) -> bool:
        """Whether this seat's side is the maker's."""
        maker = self.view.table.maker
        assert maker is not None, "cards are played after the auction"
        return maker.side is self.view.seat.side

    @property
    def is_decisive(self) -> bool:
        """Whether the maker's side needs every trick that is left: one trick for the others sets the bid."""
        return self.needed == self.left

    @property
    def led(self) -> Suit:
        """The suit led to this trick."""
        return self.sight.suit(self.view.table.trick.plays[0][1])

    @property
    def taker(self) -> tuple[Seat, Card]:
        """Who takes this trick so far, and with which card."""
        plays = self.view.table.trick.plays
        return plays[winning(tuple(card for _, card in plays), self.sight.trump)]

    def holds(self, card: Card, led: Suit) -> float:
        """Return the chance, 0 to 1, that a card that wins so far isn't beaten by an opponent still to play."""
        return self.sight.chance_to_hold(card, led, self.to_come)


def situation(view: SeatView) -> Situation:
    """Return what the play has come to for the seat of a view. A trump must have been named."""
    table = view.table
    maker, bid = table.maker, table.bid
    assert maker is not None, "a trump is named by a maker"
    assert bid is not None, "a maker has bid"
    done = {seat for seat, _ in table.trick.plays} | {view.seat, table.sitting_out}
    to_come = tuple(seat for seat in clockwise_from(view.seat) if seat not in done)
    left = table.rules.tricks - len(table.tricks)
    needed = (bid.number or table.rules.tricks) - table.taken(maker.side)
    return Situation(view, _sight(view), to_come, left, needed)


def _sight(view: SeatView) -> Sight:
    sight, out = look(view), view.table.sitting_out
    if out is None:
        return sight
    # Who sits out plays no card of any suit.
    return replace(sight, voids=sight.voids | {(out, suit) for suit in Suit})
