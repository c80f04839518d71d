"""The frozen state of a table, and who may join, leave and start: pure steps from one state to the next."""

from dataclasses import dataclass, replace
from enum import Enum

from pepper.match import Cut, Match
from pepper.rules import Rules
from pepper.seats import SEATS, Seat, Side

Places = tuple["Occupant | None", "Occupant | None", "Occupant | None", "Occupant | None"]
COMPUTER_LEVEL = "basic"
# Given names for computers, the same in every language.
COMPUTER_NAMES = ("Juno", "Otis", "Wren", "Hugo")


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
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOT_HOST = "not-host"
    NO_PEOPLE = "no-people"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    MATCH_OVER = "match-over"
    MATCH_RUNNING = "match-running"
    OLD_BUTTON = "old-button"
    UNKNOWN_BUTTON = "unknown-button"
    MAY_NOT_END = "may-not-end"


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
    """Who holds a place: a person by `user_id`, or a computer by the name of its level."""

    name: str
    user_id: int | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything a table is. `places` are in the order of joining in a lobby with a cut, else N E S W.

    `step` counts the accepted actions and misdeals and never goes back, so that an old button can't become valid again.
    """

    host_id: int
    rules: Rules
    partners: Partners
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
    def people(self) -> tuple[int, ...]:
        """The ids of the people seated."""
        return tuple(who.user_id for who in self.places if who is not None and who.user_id is not None)


def in_lobby(state: TableState) -> None:
    """Raise Refused unless the table is a lobby."""
    if state.stage is not Stage.LOBBY:
        raise Refused(Refusal.ALREADY_STARTED if state.stage is Stage.PLAYING else Refusal.MATCH_OVER)


def join(state: TableState, person: Person, side: Side | None) -> TableState:
    """Seat a person at the first free place, of a side where sides are chosen.

    Raises Refused when the table or side is full, or the person sits there already.
    """
    in_lobby(state)
    held = state.seat_of(person.id)
    if held is not None and (side is None or state.partners is Partners.CUT or held.side is side):
        raise Refused(Refusal.ALREADY_SEATED)
    place = _free_place(state, side if state.partners is Partners.CHOSEN else None)
    if held is not None:
        state = replace(state, places=_with(state.places, held.index, None))
    return replace(state, places=_with(state.places, place, Occupant(person.name, person.id)))


def leave(state: TableState, user_id: int) -> TableState:
    """Free a person's place in the lobby; a host who leaves hands the table to the next person.

    Raises Refused when the person doesn't sit there.
    """
    in_lobby(state)
    held = state.seat_of(user_id)
    if held is None:
        raise Refused(Refusal.NOT_SEATED)
    state = replace(state, places=_closed_up(state, _with(state.places, held.index, None)))
    if user_id == state.host_id and state.people:
        state = replace(state, host_id=state.people[0])
    return state


def add_computer(state: TableState) -> TableState:
    """Seat a computer at the first free place. Raises Refused when the table is full."""
    in_lobby(state)
    taken = {occupant.name for occupant in state.places if occupant}
    name = next(name for name in COMPUTER_NAMES if name not in taken)
    place = _free_place(state, None)
    return replace(state, places=_with(state.places, place, Occupant(name, level=COMPUTER_LEVEL)))


def fill(state: TableState, user_id: int) -> TableState:
    """Seat computers at every free place, so that the host may start.

    Raises Refused when the person isn't the host, or nobody sits at the table.
    """
    in_lobby(state)
    if user_id != state.host_id:
        raise Refused(Refusal.NOT_HOST)
    if not state.people:
        raise Refused(Refusal.NO_PEOPLE)
    while None in state.places:
        state = add_computer(state)
    return state


def seated_by(cut: Cut, places: Places) -> Places:
    """Return the places N E S W that a cut gives to those who drew."""
    north, east, south, west = (places[player] for player in cut.seating)
    return north, east, south, west


def _free_place(state: TableState, side: Side | None) -> int:
    for seat, occupant in zip(SEATS, state.places, strict=True):
        if occupant is None and (side is None or seat.side is side):
            return seat.index
    raise Refused(Refusal.TABLE_FULL if None not in state.places else Refusal.SIDE_FULL)


def _with(places: Places, place: int, occupant: Occupant | None) -> Places:
    north, east, south, west = (occupant if index == place else held for index, held in enumerate(places))
    return north, east, south, west


def _closed_up(state: TableState, places: Places) -> Places:
    # Before a cut the places are only a row, so nobody leaves a gap.
    if state.partners is Partners.CHOSEN:
        return places
    seated = [occupant for occupant in places if occupant is not None]
    row = [*seated, *[None] * (4 - len(seated))]
    return row[0], row[1], row[2], row[3]
