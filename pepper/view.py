"""What everybody, or one seat, may know of a match. Each view is filled by naming what may be seen."""

from dataclasses import dataclass

from pepper.bids import Call
from pepper.cards import Card, Trump
from pepper.deal import Action, Deal, Hand, Phase, Trick, legal
from pepper.match import Match
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class TableView:
    """What lies open on the table.

    `number` counts the deals from 0. `exchanged` tells whether cards changed hands, None while that isn't settled.
    `counts` are the cards in hand, N E S W. `points` and `unplayed` (the cards left in the active hands, N E S W)
    are there once the deal is over; what was laid face down, a discard or the hand of who sits out, stays so.
    """

    rules: Rules
    number: int
    score: Score
    shootout: bool
    winner: Side | None
    dealer: Seat
    minimum: int
    phase: Phase
    turn: Seat | None
    calls: tuple[tuple[Seat, Call], ...]
    maker: Seat | None
    bid: Call | None
    trump: Trump | None
    sitting_out: Seat | None
    exchanged: bool | None
    discarded: tuple[Seat, ...]
    counts: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: Trick
    points: Score | None
    unplayed: tuple[Hand, ...]

    @property
    def last_trick(self) -> Trick | None:
        """The last full trick, None before the first."""
        return self.tricks[-1] if self.tricks else None

    def taken(self, side: Side) -> int:
        """Return the tricks a side has taken in this deal."""
        return sum(trick.winner is not None and trick.winner.side is side for trick in self.tricks)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may know: the table, its own cards and its own secrets.

    `legal` is empty unless it is this seat's turn. `gave` and `received` are its cards of the exchange; `received` is
    known only when both have changed hands.
    """

    seat: Seat
    table: TableView
    hand: Hand
    legal: tuple[Action, ...]
    gave: Card | None
    received: Card | None
    discarded: Card | None


def table_view(match: Match) -> TableView:
    """Return what everybody may know of the current deal."""
    deal, settled = match.deal, match.deal.preparation
    return TableView(
        rules=match.rules,
        number=len(match.deals) - 1,
        score=match.score,
        shootout=match.shootout,
        winner=match.winner,
        dealer=deal.dealer,
        minimum=deal.opening.minimum,
        phase=deal.phase,
        turn=deal.turn,
        calls=deal.auction.calls,
        maker=deal.maker,
        bid=deal.bid,
        trump=deal.trump,
        sitting_out=settled.sitting_out,
        exchanged=settled.exchanged,
        discarded=tuple(seat for seat, _ in settled.discards),
        counts=tuple(len(hand) for hand in deal.hands),
        tricks=deal.tricks,
        trick=deal.trick,
        points=deal.points,
        unplayed=tuple(_unplayed(deal, seat) for seat in SEATS),
    )


def _unplayed(deal: Deal, seat: Seat) -> Hand:
    if deal.phase is not Phase.OVER or deal.maker is None or seat is deal.preparation.sitting_out:
        return ()
    return deal.hands[seat.index]


def seat_view(match: Match, seat: Seat) -> SeatView:
    """Return what one seat may know of the current deal."""
    deal = match.deal
    gave, received = _exchange_of(deal, seat)
    return SeatView(
        seat=seat,
        table=table_view(match),
        hand=deal.hands[seat.index],
        legal=legal(deal) if seat is deal.turn else (),
        gave=gave,
        received=received,
        discarded=dict(deal.preparation.discards).get(seat),
    )


def _exchange_of(deal: Deal, seat: Seat) -> tuple[Card | None, Card | None]:
    settled = deal.preparation
    if seat is deal.dealer:
        return settled.offered, settled.returned
    if seat is deal.dealer.partner and settled.exchanged:
        return settled.returned, settled.offered
    return None, None
