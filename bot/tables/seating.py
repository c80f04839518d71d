"""The frozen state of a table: who sits where, by which rules, and how far the match has come."""

from dataclasses import dataclass
from enum import Enum

from pepper.match import Cut, Match
from pepper.rules import Rules
from pepper.seats import SEATS, Seat

Places = tuple["Occupant | None", "Occupant | None", "Occupant | None", "Occupant | None"]
DEFAULT_TIMER = 90
TIMERS = (30, 60, 90, 180)  # seconds a turn may take


class Stage(Enum):
    """How far a table has come: over when a side has won, closed when it ended before that."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Partners(Enum):
    """How partners are found: by the cut, or by the side each chooses."""

    CUT = "cut"
    CHOSEN = "chosen"


class Refusal(Enum):
    """Why a table refused something other than an action of the game."""

    CHANNEL_TAKEN = "channel-taken"
    CHANNEL_FREE = "channel-free"
    TABLE_GONE = "table-gone"
    TABLE_FULL = "table-full"
    SIDE_FULL = "side-full"
    SEAT_TAKEN = "seat-taken"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOT_HOST = "not-host"
    NOT_A_PERSON = "not-a-person"
    NO_PEOPLE = "no-people"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    MATCH_OVER = "match-over"
    MATCH_RUNNING = "match-running"
    OLD_BUTTON = "old-button"
    UNKNOWN_BUTTON = "unknown-button"
    MAY_NOT_END = "may-not-end"
    MAY_NOT_MANAGE = "may-not-manage"
    MAY_NOT_START = "may-not-start"
    CHANNEL_NOT_ALLOWED = "channel-not-allowed"
    UNKNOWN_PRESET = "unknown-preset"
    UNKNOWN_CHOICE = "unknown-choice"
    COMPUTER_GONE = "computer-gone"
    STOPPING = "stopping"


class Refused(Exception):
    """A person's wish that a table doesn't grant; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord: the id, the name shown, and the locale they read."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a place: a person by `user_id`, or a computer by the name of its level.

    `misses` counts the turns in a row that a computer took for the person; `away` tells that it holds the seat until
    the person is back. `wants_end` and `wants_misdeal` are votes.
    """

    name: str
    user_id: int | None = None
    level: str | None = None
    misses: int = 0
    away: bool = False
    wants_end: bool = False
    wants_misdeal: bool = False

    @property
    def is_moved_by_computer(self) -> bool:
        """Whether a computer acts at this place: always a computer's own, and that of a person who is away."""
        return self.level is not None or self.away


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything a table is. `places` are in the order of joining in a lobby with a cut, else N E S W.

    `timer` is the seconds a turn may take, None for as long as one likes. `step` counts the accepted actions and
    misdeals and never goes back, so that an old button can't become valid again.
    """

    host_id: int
    rules: Rules
    partners: Partners
    timer: int | None = DEFAULT_TIMER
    stage: Stage = Stage.LOBBY
    places: Places = (None, None, None, None)
    cut: Cut | None = None
    match: Match | None = None
    step: int = 0

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat a person holds, None if none; in a lobby with a cut it is only a place in the row."""
        for seat, occupant in zip(SEATS, self.places, strict=True):
            if occupant is not None and occupant.user_id == user_id:
                return seat
        return None

    def occupant(self, seat: Seat) -> Occupant:
        """Return who sits at a seat of a match."""
        occupant = self.places[seat.index]
        assert occupant is not None, "a match has four players"
        return occupant

    @property
    def people(self) -> tuple[Occupant, ...]:
        """The people seated."""
        return tuple(who for who in self.places if who is not None and who.user_id is not None)

    @property
    def is_deserted(self) -> bool:
        """Whether everybody is away: then computers don't play on among themselves."""
        return all(person.away for person in self.people)


def with_place(places: Places, place: int, occupant: Occupant | None) -> Places:
    """Return places with one of them changed."""
    north, east, south, west = (occupant if index == place else held for index, held in enumerate(places))
    return north, east, south, west
