"""Leaving, being away, sitting in, and votes during a match: pure steps from one state to the next."""

from dataclasses import replace

from bot.tables.lobby import new_computer, with_host
from bot.tables.seating import Occupant, Person, Refusal, Refused, Stage, TableState, with_place
from pepper.seats import SEATS, Seat

MISSES_UNTIL_AWAY = 3


def leave(state: TableState, user_id: int) -> TableState:
    """Hand a person's seat to a computer; a host who leaves hands on the table too.

    Raises Refused when the person doesn't sit there.
    """
    seat = _seat(state, user_id)
    return with_host(_with(state, seat, new_computer(state)))


def sit_in(state: TableState, person: Person, seat: Seat) -> TableState:
    """Give a computer's seat, with exactly its hand, to a person.

    Raises Refused when a person holds it or the person sits at the table already.
    """
    _playing(state)
    if state.seat_of(person.id) is not None:
        raise Refused(Refusal.ALREADY_SEATED)
    if state.occupant(seat).level is None:
        raise Refused(Refusal.SEAT_TAKEN)
    return with_host(_with(state, seat, Occupant(person.name, person.id)))


def missed(state: TableState, seat: Seat) -> TableState:
    """Count a turn that a computer took for a person; after three in a row it holds the seat."""
    occupant = state.occupant(seat)
    misses = occupant.misses + 1
    return _with(state, seat, replace(occupant, misses=misses, away=misses >= MISSES_UNTIL_AWAY))


def back(state: TableState, user_id: int) -> TableState:
    """Give a person's seat back to them. Raises Refused when the person doesn't sit there."""
    seat = _seat(state, user_id)
    return _with(state, seat, replace(state.occupant(seat), misses=0, away=False))


def acted(state: TableState, seat: Seat | None) -> TableState:
    """Return the state after an action: it is too late for a misdeal, and who acted is there.

    `seat` is None when a computer acted.
    """
    for other in SEATS:
        occupant = state.occupant(other)
        if other is seat:
            occupant = replace(occupant, misses=0, away=False)
        occupant = replace(occupant, wants_misdeal=False)
        if occupant != state.occupant(other):
            state = _with(state, other, occupant)
    return state


def hand_over(state: TableState, user_id: int, seat: Seat) -> TableState:
    """Make the person at a seat the host. Raises Refused when the asker isn't host or no person sits there."""
    _playing(state)
    if user_id != state.host_id:
        raise Refused(Refusal.NOT_HOST)
    heir = state.occupant(seat).user_id
    if heir is None:
        raise Refused(Refusal.NOT_A_PERSON)
    return replace(state, host_id=heir)


def wish_end(state: TableState, user_id: int) -> TableState:
    """Note that a person wants to end the table. Raises Refused when the person doesn't sit there."""
    seat = _seat(state, user_id)
    return _with(state, seat, replace(state.occupant(seat), wants_end=True))


def is_end_agreed(state: TableState) -> bool:
    """Tell whether a majority of the people seated wants to end."""
    return 2 * sum(person.wants_end for person in state.people) > len(state.people)


def wish_misdeal(state: TableState, user_id: int) -> TableState:
    """Note that a person wants the cards dealt again. Raises Refused when the person doesn't sit there."""
    seat = _seat(state, user_id)
    return _with(state, seat, replace(state.occupant(seat), wants_misdeal=True))


def is_misdeal_agreed(state: TableState) -> bool:
    """Tell whether two players of different sides want the cards dealt again."""
    return len({seat.side for seat in SEATS if state.occupant(seat).wants_misdeal}) == 2


def after_misdeal(state: TableState) -> TableState:
    """Return the state without any wish for a misdeal."""
    for seat in SEATS:
        state = _with(state, seat, replace(state.occupant(seat), wants_misdeal=False))
    return state


def _seat(state: TableState, user_id: int) -> Seat:
    _playing(state)
    seat = state.seat_of(user_id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    return seat


def _playing(state: TableState) -> None:
    if state.stage is not Stage.PLAYING:
        raise Refused(Refusal.NOT_STARTED if state.stage is Stage.LOBBY else Refusal.MATCH_OVER)


def _with(state: TableState, seat: Seat, occupant: Occupant) -> TableState:
    return replace(state, places=with_place(state.places, seat.index, occupant))
