"""A second opinion on the double-dummy solver: every legal card tried, no cards merged, nothing known in advance.

Cards are the two characters of the notation, seats 0 to 3, and the words of the rules are written down once more here,
so that a mistake in the solver or in the game isn't made twice.
"""

from dataclasses import dataclass
from random import Random

from pepper.cards import Trump, deck
from pepper.doubledummy import Position
from pepper.rules import Rules
from pepper.seats import SEATS, Side

_OTHER_OF_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
_RANKS = "789TJQKA"


class Minimax:
    """The tricks a side (0: seats 0 and 2) takes of those left; `order` are the seats that play, clockwise."""

    def __init__(self, trump: str, order: tuple[int, ...], *, strict: bool, side: int) -> None:
        self._trump, self._order, self._side = trump, order, side
        self._left = "J" + _OTHER_OF_COLOUR[trump] if trump in _OTHER_OF_COLOUR else ""
        self._forced = self._left if strict else ""
        cards = [rank + suit for suit in "SHDC" for rank in _RANKS]
        self._suit = {card: trump if card == self._left else card[1] for card in cards}
        self._height = {card: self._height_of(card) for card in cards}
        self.seen = 0

    def _height_of(self, card: str) -> int:
        if card == self._left:
            return 101
        if card == "J" + self._trump:
            return 102
        return _RANKS.index(card[0]) + (50 if card[1] == self._trump else 0)

    def tricks(self, hands: list[list[str]], turn: int, table: list[tuple[int, str]], left: int) -> int:
        """Return the tricks of the side; `table` is what lies there, `left` counts that trick too."""
        self.seen += 1
        if len(table) == len(self._order):
            taker = self._taker(table)
            return self._counts(taker) + (self.tricks(hands, taker, [], left - 1) if left > 1 else 0)
        found = [
            self.tricks(self._without(hands, turn, card), self._next(turn), [*table, (turn, card)], left)
            for card in self._legal(hands[turn], table)
        ]
        return max(found) if turn % 2 == self._side else min(found)

    def pruned(
        self, hands: list[list[str]], turn: int, table: list[tuple[int, str]], left: int, low: int, high: int
    ) -> int:
        """Return the same by plain alpha-beta: between `low` and `high` exactly, beyond them which of the two."""
        self.seen += 1
        if len(table) == len(self._order):
            taker = self._taker(table)
            one = self._counts(taker)
            return one + (self.pruned(hands, taker, [], left - 1, low - one, high - one) if left > 1 else 0)
        ours, best = turn % 2 == self._side, -1 if turn % 2 == self._side else 99
        for card in self._legal(hands[turn], table):
            after = self._without(hands, turn, card)
            found = self.pruned(after, self._next(turn), [*table, (turn, card)], left, low, high)
            best = max(best, found) if ours else min(best, found)
            low, high = (max(low, best), high) if ours else (low, min(high, best))
            if low >= high:
                break
        return best

    def _counts(self, taker: int) -> int:
        return int(taker % 2 == self._side)

    def _next(self, seat: int) -> int:
        return self._order[(self._order.index(seat) + 1) % len(self._order)]

    @staticmethod
    def _without(hands: list[list[str]], seat: int, card: str) -> list[list[str]]:
        return [[held for held in hand if held != card] if place == seat else hand for place, hand in enumerate(hands)]

    def _legal(self, hand: list[str], table: list[tuple[int, str]]) -> list[str]:
        if not table:
            return hand
        led = self._suit[table[0][1]]
        if led == self._trump and self._forced in hand:
            return [self._forced]
        return [card for card in hand if self._suit[card] == led] or hand

    def _taker(self, table: list[tuple[int, str]]) -> int:
        led, best, taker = self._suit[table[0][1]], -1, -1
        for seat, card in table:
            if self._suit[card] in (led, self._trump) and self._height[card] > best:
                best, taker = self._height[card], seat
        return taker


@dataclass(frozen=True)
class Kind:
    """A kind of table to draw positions of."""

    rules: Rules
    lone: bool

    def __str__(self) -> str:
        parts = [str(self.rules.deck)] if self.rules.deck == 32 else [self.rules.sixth_card]
        return " ".join([*parts, *["strict"] * self.rules.strict_left_bower, *["lone"] * self.lone])


KINDS = tuple(
    Kind(Rules().with_changes({"deck": cards, "sixth_card": sixth, "strict_left_bower": strict}), lone)
    for cards, sixth in ((24, "held"), (24, "discarded"), (24, "played"), (32, "held"))
    for strict in (False, True)
    for lone in (False, True)
)


def random_position(kind: Kind, random: Random, left: int, played: int) -> Position:
    """Return a moment with `left` tricks to take that random play leads to, with `played` cards on the table."""
    rules, cards = kind.rules, list(deck(kind.rules.deck))
    random.shuffle(cards)
    out = random.choice(SEATS) if kind.lone else None
    size = rules.hand_size - (rules.sixth_card == "discarded")
    hands = tuple(
        () if seat is out else tuple(cards[place * rules.hand_size :][:size]) for place, seat in enumerate(SEATS)
    )
    turn = random.choice([seat for seat in SEATS if seat is not out])
    position = Position(rules, random.choice(tuple(Trump)), hands, turn, rules.tricks, (), out)
    while position.left > left or len(position.plays) < played:
        position = position.after(random.choice(position.legal))
    return position


def minimax_of(position: Position, side: Side) -> tuple[Minimax, list[list[str]], int, list[tuple[int, str]], int]:
    """Return who judges a position, and what it must be asked with."""
    order = tuple(seat.index for seat in SEATS if seat is not position.sitting_out)
    judge = Minimax(str(position.trump), order, strict=position.rules.strict_left_bower, side=list(Side).index(side))
    hands = [[str(card) for card in hand] for hand in position.hands]
    table = [(seat.index, str(card)) for seat, card in position.plays]
    return judge, hands, position.turn.index, table, position.left
