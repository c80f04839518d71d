"""Who may join, leave and start in a lobby: pure steps from one state to the next."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bot.tables.seating import Occupant, Partners, Person, Places, Refusal, Refused, Stage, TableState, with_place
from pepper.match import Cut
from pepper.players import LEVELS
from pepper.rules import Rules
from pepper.seats import SEATS, Side

COMPUTER_LEVEL = "regular"  # until the host chooses another
# Given names for computers, the same in every language.
COMPUTER_NAMES = ("Juno", "Otis", "Wren", "Hugo")


def join(state: TableState, person: Person, side: Side | None) -> TableState:
    """Seat a person at the first free place, of a side where sides are chosen.

    Raises Refused when the table or side is full, or the person sits there already.
    """
    _in_lobby(state)
    held = state.seat_of(person.id)
    if held is not None and (side is None or state.partners is Partners.CUT or held.side is side):
        raise Refused(Refusal.ALREADY_SEATED)
    place = _free_place(state, side if state.partners is Partners.CHOSEN else None)
    if held is not None:
        state = replace(state, places=with_place(state.places, held.index, None))
    return replace(state, places=with_place(state.places, place, Occupant(person.name, person.id)))


def leave(state: TableState, user_id: int) -> TableState:
    """Free a person's place in the lobby; a host who leaves hands the table to the next person.

    Raises Refused when the person doesn't sit there.
    """
    _in_lobby(state)
    held = state.seat_of(user_id)
    if held is None:
        raise Refused(Refusal.NOT_SEATED)
    return with_host(replace(state, places=_closed_up(state, with_place(state.places, held.index, None))))


def with_host(state: TableState) -> TableState:
    """Return the state with a host who sits there, if any person does."""
    if not state.people or any(person.user_id == state.host_id for person in state.people):
        return state
    user_id = state.people[0].user_id
    assert user_id is not None, "people have ids"
    return replace(state, host_id=user_id)


def add_computer(state: TableState, user_id: int) -> TableState:
    """Seat a computer at the first free place. Raises Refused when the table is full or the person isn't seated."""
    _in_lobby(state)
    if state.seat_of(user_id) is None:
        raise Refused(Refusal.NOT_SEATED)
    return _with_computer(state)


def _with_computer(state: TableState) -> TableState:
    place = _free_place(state, None)
    return replace(state, places=with_place(state.places, place, new_computer(state)))


def new_computer(state: TableState) -> Occupant:
    """Return a computer with a name that no other computer at the table has."""
    taken = {occupant.name for occupant in state.places if occupant and occupant.level}
    return Occupant(next(name for name in COMPUTER_NAMES if name not in taken), level=COMPUTER_LEVEL)


def with_level(state: TableState, user_id: int, name: str, level: str) -> TableState:
    """Let the computer of a name play at one of `LEVELS`.

    Raises Refused unless the host asks in the lobby, when that computer isn't there any more, or for another level.
    """
    place = _computer(state, user_id, name)
    if level not in LEVELS:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    return replace(state, places=with_place(state.places, place, Occupant(name, level=level)))


def without_computer(state: TableState, user_id: int, name: str) -> TableState:
    """Free the place of the computer of a name.

    Raises Refused unless the host asks in the lobby, or when that computer isn't there any more.
    """
    place = _computer(state, user_id, name)
    return replace(state, places=_closed_up(state, with_place(state.places, place, None)))


def check_host(state: TableState, user_id: int) -> None:
    """Raise Refused unless it is the host who asks, in the lobby."""
    _in_lobby(state)
    if user_id != state.host_id:
        raise Refused(Refusal.NOT_HOST)


def _computer(state: TableState, user_id: int, name: str) -> int:
    check_host(state, user_id)
    for place, who in enumerate(state.places):
        if who is not None and who.level is not None and who.name == name:
            return place
    raise Refused(Refusal.COMPUTER_GONE)


def fill(state: TableState, user_id: int) -> TableState:
    """Seat computers at every free place, so that the host may start.

    Raises Refused when the person isn't the host, or nobody sits at the table.
    """
    check_host(state, user_id)
    if not state.people:
        raise Refused(Refusal.NO_PEOPLE)
    while None in state.places:
        state = _with_computer(state)
    return state


def with_rules(state: TableState, user_id: int, change: Callable[[Rules], Rules]) -> TableState:
    """Change the house rules. Raises Refused unless the host asks in the lobby, RulesError for rules that can't be."""
    check_host(state, user_id)
    return replace(state, rules=change(state.rules))


def shuffled(state: TableState, user_id: int, random: Random) -> TableState:
    """Mix who plays with whom, where sides are chosen. Raises Refused unless the host asks in the lobby."""
    check_host(state, user_id)
    north, east, south, west = random.sample(state.places, 4)
    return replace(state, places=(north, east, south, west))


def seated_by(cut: Cut, places: Places) -> Places:
    """Return the places N E S W that a cut gives to those who drew."""
    north, east, south, west = (places[player] for player in cut.seating)
    return north, east, south, west


def _in_lobby(state: TableState) -> None:
    if state.stage is not Stage.LOBBY:
        raise Refused(Refusal.ALREADY_STARTED if state.stage is Stage.PLAYING else Refusal.MATCH_OVER)


def _free_place(state: TableState, side: Side | None) -> int:
    for seat, occupant in zip(SEATS, state.places, strict=True):
        if occupant is None and (side is None or seat.side is side):
            return seat.index
    raise Refused(Refusal.TABLE_FULL if None not in state.places else Refusal.SIDE_FULL)


def _closed_up(state: TableState, places: Places) -> Places:
    # Before a cut the places are only a row, so nobody leaves a gap.
    if state.partners is Partners.CHOSEN:
        return places
    seated = [occupant for occupant in places if occupant is not None]
    row = [*seated, *[None] * (4 - len(seated))]
    return row[0], row[1], row[2], row[3]
