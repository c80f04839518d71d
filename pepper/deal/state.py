"""The frozen state of a deal, in parts, so that a step makes anew only what it changes.

The parts are named tuples because one is made for every card: that takes a third of a frozen dataclass's time.
"""

from collections.abc import Iterator
from enum import Enum
from itertools import chain
from typing import NamedTuple

from pepper.bids import Call
from pepper.cards import Card, Trump
from pepper.rules import Rules
from pepper.scoring import Score, deal_points
from pepper.seats import Seat, Side

Hand = tuple[Card, ...]
Hands = tuple[Hand, ...]
Plays = tuple[tuple[Seat, Card], ...]


class Phase(Enum):
    """What the deal waits for."""

    AUCTION = "auction"
    NAMING = "naming"
    OFFER = "offer"
    RETURN = "return"
    DISCARD = "discard"
    PLAY = "play"
    OVER = "over"
    VOID = "void"

    __hash__ = object.__hash__


class Keep(Enum):
    """The dealer's answer that declines the exchange."""

    KEEP = "keep"

    def __str__(self) -> str:
        return self.value


Action = Call | Trump | Card | Keep


class Trick(NamedTuple):
    """The cards of a trick in the order played; `winner` is None while it isn't full."""

    plays: Plays = ()
    winner: Seat | None = None

    @property
    def led(self) -> Card | None:
        """The card led, None before the lead."""
        return self.plays[0][1] if self.plays else None


class Opening(NamedTuple):
    """What a deal begins with.

    `rungs` is the ladder of bids, `minimum` what a forced dealer must bid at least, 0 to 3; hands stand N E S W.
    """

    rules: Rules
    rungs: tuple[Call, ...]
    dealer: Seat
    minimum: int
    dealt: Hands


class Auction(NamedTuple):
    """What has been said, and by whom the highest bid."""

    calls: tuple[tuple[Seat, Call], ...] = ()
    maker: Seat | None = None
    bid: Call | None = None


class Preparation(NamedTuple):
    """What is settled between the auction and the first lead.

    `sitting_out` is the maker's partner in a lone or super deal. `offered` is the card the dealer lays down for the
    partner, `returned` the one that comes back; `exchanged` tells whether they changed hands.
    """

    trump: Trump | None = None
    sitting_out: Seat | None = None
    exchanged: bool | None = None
    offered: Card | None = None
    returned: Card | None = None
    discards: Plays = ()


class Deal(NamedTuple):
    """The state of a deal. It holds everybody's cards: show it to nobody, views are made from it.

    `options` is what the seat whose turn it is may do, worked out once, by the step that led here. `hands` are the
    cards held now, N E S W; `tricks` the full tricks, `plays` the cards of the one being played.
    """

    opening: Opening
    auction: Auction
    preparation: Preparation
    phase: Phase
    turn: Seat | None
    options: tuple[Action, ...]
    hands: Hands
    tricks: tuple[Trick, ...] = ()
    plays: Plays = ()

    @property
    def rules(self) -> Rules:
        """The house rules."""
        return self.opening.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.opening.dealer

    @property
    def eldest(self) -> Seat:
        """The seat at the dealer's left."""
        return self.opening.dealer.left

    @property
    def maker(self) -> Seat | None:
        """Who has made the highest bid so far."""
        return self.auction.maker

    @property
    def bid(self) -> Call | None:
        """The highest bid so far."""
        return self.auction.bid

    @property
    def trump(self) -> Trump | None:
        """What the maker has named, or the no trump of a bid without one."""
        return self.preparation.trump

    @property
    def trick(self) -> Trick:
        """The trick being played."""
        return Trick(self.plays)

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in this deal."""
        return self.turn is None

    @property
    def points(self) -> Score | None:
        """Both sides' points, None until the deal is over; a void deal has none."""
        return self.score() if self.phase is Phase.OVER else None

    def score(self) -> Score:
        """Return the points for the tricks taken so far as if they were all, 0 and 0 if nobody has made a bid."""
        _calls, maker, bid = self.auction
        trump = self.preparation.trump
        if maker is None or bid is None or trump is None:
            return Score()
        return deal_points(self.opening.rules, maker.side, bid, trump, self.taken(maker.side))

    def taken(self, side: Side) -> int:
        """Return the tricks a side has taken."""
        seats = side.seats
        return sum([trick.winner in seats for trick in self.tricks])

    @property
    def actions(self) -> tuple[tuple[Seat, Action], ...]:
        """Every action of the deal in order, each with its seat."""
        played = chain.from_iterable(trick.plays for trick in self.tricks)
        return (*self.auction.calls, *self._preparing(), *self.preparation.discards, *played, *self.plays)

    def _preparing(self) -> Iterator[tuple[Seat, Action]]:
        settled, dealer = self.preparation, self.dealer
        if settled.trump and self.maker and self.bid and self.bid.names_trump:
            yield self.maker, settled.trump
        if settled.exchanged is False:
            yield dealer, Keep.KEEP
        if settled.offered:
            yield dealer, settled.offered
        if settled.returned:
            yield dealer.partner, settled.returned
