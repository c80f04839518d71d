"""What happened in a step, for those who show or tell it."""

from dataclasses import dataclass

from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal.state import Trick
from pepper.scoring import Score
from pepper.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class AuctionEnded:
    """The auction is over; both are None if all passed."""

    maker: Seat | None
    bid: Call | None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The maker has named a trump."""

    trump: Trump


@dataclass(frozen=True, slots=True)
class ExchangeSettled:
    """The dealer's side has changed a card, or kept its hands."""

    happened: bool


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is full."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The last trick is played, or all have passed."""

    points: Score


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A side has won the match."""

    winner: Side


Event = AuctionEnded | TrumpNamed | ExchangeSettled | TrickTaken | DealEnded | MatchEnded
