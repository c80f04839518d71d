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
    """A place at the table, listed clockwise; the value is its letter in the notation."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    __hash__ = object.__hash__
    _value_: str
    index: int

    def __init__(self, letter: str) -> None:
        self.index = "NESW".index(letter)

    def __str__(self) -> str:
        return self._value_

    @property
    def left(self) -> "Seat":
        """The next seat clockwise: the deal and the turn pass to the left."""
        return SEATS[(self.index + 1) % 4]

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return SEATS[(self.index + 2) % 4]

    @property
    def side(self) -> Side:
        """The side it belongs to."""
        return _SIDES[self.index % 2]


SEATS = tuple(Seat)
_SIDES = tuple(Side)


def clockwise_from(seat: Seat) -> tuple[Seat, ...]:
    """Return the four seats, beginning with the given one."""
    return SEATS[seat.index :] + SEATS[: seat.index]
