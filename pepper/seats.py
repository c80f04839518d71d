"""The four seats and the two sides of the table."""

from enum import Enum


class Side(Enum):
    """Two partners; the value is its name in the notation."""

    NS = "NS"
    EW = "EW"

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.value

    @property
    def other(self) -> "Side":
        """The side that plays against this one."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple["Seat", "Seat"]:
        """Its two seats, in clockwise order from north."""
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)


class Seat(Enum):
    """A place at the table, listed clockwise; the value is its letter in the notation.

    `index` is its place in N E S W, from 0; `left` the next seat clockwise, to which deal and turn pass; `partner` the
    seat opposite; `side` the side both belong to.
    """

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    __hash__ = object.__hash__
    _value_: str
    index: int
    left: "Seat"
    partner: "Seat"
    side: Side

    def __str__(self) -> str:
        return self._value_


SEATS = tuple(Seat)

for _index, _seat in enumerate(SEATS):
    _seat.index = _index
    _seat.left, _seat.partner = SEATS[(_index + 1) % 4], SEATS[(_index + 2) % 4]
    _seat.side = (Side.NS, Side.EW)[_index % 2]


def clockwise_from(seat: Seat) -> tuple[Seat, ...]:
    """Return the four seats, beginning with the given one."""
    return SEATS[seat.index :] + SEATS[: seat.index]
