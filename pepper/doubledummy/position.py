"""Positions with all cards known, and what they are worth when everybody plays as well as can be."""

from dataclasses import dataclass

from pepper.cards import Card, Trump
from pepper.deal import Hands, Plays
from pepper.doubledummy.layout import layout
from pepper.doubledummy.search import Moment, Search, Table
from pepper.rules import Rules
from pepper.seats import SEATS, Seat, Side
from pepper.tricks import playable, winning


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play. `hands` are the cards held, N E S W; `plays` the cards on the table, in their order.

    `left` are the tricks still to be taken, the one on the table among them. Whoever sits out holds no cards here.
    """

    rules: Rules
    trump: Trump
    hands: Hands
    turn: Seat
    left: int
    plays: Plays = ()
    sitting_out: Seat | None = None

    def after(self, card: Card) -> "Position":
        """Return the position after the seat whose turn it is has played a card it holds."""
        plays = (*self.plays, (self.turn, card))
        hands = tuple(
            tuple(own for own in hand if own is not card) if seat is self.turn else hand
            for seat, hand in zip(SEATS, self.hands, strict=True)
        )
        if len(plays) < 4 - (self.sitting_out is not None):
            return Position(self.rules, self.trump, hands, self._follower, self.left, plays, self.sitting_out)
        taker, _ = plays[winning([played for _, played in plays], self.trump)]
        return Position(self.rules, self.trump, hands, taker, self.left - 1, (), self.sitting_out)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat whose turn it is may play, in the order held."""
        hand = self.hands[self.turn.index]
        return playable(hand, self.plays[0][1], self.trump, self.rules.strict_left_bower) if self.plays else hand

    @property
    def _follower(self) -> Seat:
        return self.turn.left if self.turn.left is not self.sitting_out else self.turn.partner


def tricks(position: Position, side: Side) -> int:
    """Return how many of the tricks left a side takes when all play as well as can be, with all cards open."""
    return _search(position, side).most(_masks(position), moment_of(position))


def tricks_by_card(position: Position, side: Side) -> dict[Card, int]:
    """Return the same for each card that the seat whose turn it is may play, in the order held."""
    search, hands, moment = _search(position, side), _masks(position), moment_of(position)
    bits = layout(position.rules.deck, position.trump).bits
    return {card: search.most_after(hands, moment, bits[card]) for card in position.legal}


def table(rules: Rules, sitting_out: Seat | None) -> Table:
    """Return what a search must know of the house rules and of who plays."""
    order = tuple(seat.index for seat in SEATS if seat is not sitting_out)
    return Table(order, rules.strict_left_bower, keeps_card=rules.deck == 24 and rules.sixth_card == "held")


def _search(position: Position, side: Side) -> Search:
    cards = layout(position.rules.deck, position.trump)
    return Search(cards, table(position.rules, position.sitting_out), list(Side).index(side))


def _masks(position: Position) -> list[int]:
    cards = layout(position.rules.deck, position.trump)
    return [cards.mask(hand) for hand in position.hands]


def moment_of(position: Position) -> Moment:
    """Return who plays to what, as a search wants to know it; the hands don't matter."""
    turn, left, plays = position.turn.index, position.left, position.plays
    to_play = 4 - (position.sitting_out is not None) - len(plays)
    if not plays:
        return Moment(turn, left, to_play)
    cards = layout(position.rules.deck, position.trump)
    owner, best = plays[winning([card for _, card in plays], position.trump)]
    led = cards.suit_of[cards.bits[plays[0][1]]]
    return Moment(turn, left, to_play, led, cards.bits[best], owner.index)
