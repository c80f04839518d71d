from dataclasses import replace
from typing import Any

import pytest

from bot.tables import Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.lobby import (
    COMPUTER_NAMES,
    add_computer,
    fill,
    join,
    leave,
    seated_by,
    with_level,
    without_computer,
)
from bot.tables.seating import Places
from pepper.cards import card
from pepper.match import Cut
from pepper.players import LEVELS
from pepper.rules import Rules
from pepper.seats import Seat, Side
from tests.bot.tables.house import ANA, BO, CY, DI, EVA


def lobby(*people: Person, partners: Partners = Partners.CUT) -> TableState:
    state = TableState(people[0].id if people else ANA.id, Rules(), partners)
    for person in people:
        state = join(state, person, None)
    return state


def names(state: TableState) -> list[str | None]:
    return [None if who is None else who.name for who in state.places]


def refusal(step: Any, *arguments: Any) -> Refusal:
    with pytest.raises(Refused) as error:
        step(*arguments)
    return error.value.refusal


# --- joining


def test_people_sit_in_the_order_of_joining() -> None:
    state = lobby(ANA, BO, CY)
    assert names(state) == ["Ana", "Bo", "Cy", None]
    assert [person.user_id for person in state.people] == [ANA.id, BO.id, CY.id]
    assert state.seat_of(BO.id) is Seat.EAST
    assert state.seat_of(DI.id) is None


def test_nobody_sits_twice() -> None:
    assert refusal(join, lobby(ANA, BO), BO, None) is Refusal.ALREADY_SEATED
    assert refusal(join, lobby(ANA, BO), BO, Side.NS) is Refusal.ALREADY_SEATED


def test_a_fifth_person_finds_the_table_full() -> None:
    assert refusal(join, lobby(ANA, BO, CY, DI), EVA, None) is Refusal.TABLE_FULL


@pytest.mark.parametrize("side", Side)
def test_where_the_cut_decides_a_side_means_nothing(side: Side) -> None:
    assert names(join(lobby(ANA), BO, side)) == ["Ana", "Bo", None, None]


def test_where_sides_are_chosen_people_sit_on_theirs() -> None:
    state = join(lobby(ANA, partners=Partners.CHOSEN), BO, Side.NS)
    assert names(state) == ["Ana", None, "Bo", None]
    state = join(join(state, CY, Side.EW), DI, None)
    assert names(state) == ["Ana", "Cy", "Bo", "Di"]


def test_a_side_holds_two() -> None:
    state = join(lobby(ANA, partners=Partners.CHOSEN), BO, Side.NS)
    assert refusal(join, state, CY, Side.NS) is Refusal.SIDE_FULL
    assert refusal(join, state, ANA, Side.NS) is Refusal.ALREADY_SEATED
    assert refusal(join, state, ANA, None) is Refusal.ALREADY_SEATED


def test_who_sits_may_change_sides_while_there_is_room() -> None:
    state = join(join(lobby(ANA, partners=Partners.CHOSEN), BO, Side.NS), BO, Side.EW)
    assert names(state) == ["Ana", "Bo", None, None]
    assert names(join(state, ANA, Side.EW)) == [None, "Bo", None, "Ana"]
    full = fill(state, ANA.id)
    assert refusal(join, full, BO, Side.NS) is Refusal.TABLE_FULL


# --- leaving


def test_in_a_row_nobody_leaves_a_gap() -> None:
    assert names(leave(lobby(ANA, BO, CY), BO.id)) == ["Ana", "Cy", None, None]


def test_where_sides_are_chosen_the_others_keep_their_places() -> None:
    state = join(lobby(ANA, partners=Partners.CHOSEN), BO, Side.NS)
    assert names(leave(state, ANA.id)) == [None, None, "Bo", None]


def test_a_host_who_leaves_hands_the_table_to_the_next_person() -> None:
    state = add_computer(lobby(ANA), ANA.id)
    state = leave(join(join(state, BO, None), CY, None), ANA.id)
    assert (state.host_id, names(state)) == (BO.id, ["Juno", "Bo", "Cy", None])


def test_another_who_leaves_changes_no_host() -> None:
    assert leave(lobby(ANA, BO), BO.id).host_id == ANA.id


def test_the_last_person_leaves_a_table_without_people() -> None:
    state = leave(add_computer(lobby(ANA), ANA.id), ANA.id)
    assert state.people == ()
    assert names(state) == ["Juno", None, None, None]


def test_who_does_not_sit_there_cannot_leave() -> None:
    assert refusal(leave, lobby(ANA), BO.id) is Refusal.NOT_SEATED


# --- computers


def test_computers_have_names_of_their_own() -> None:
    state = fill(lobby(ANA), ANA.id)
    assert names(state) == ["Ana", *COMPUTER_NAMES[:3]]
    assert [who.level for who in state.places if who and who.user_id is None] == ["regular"] * 3


def levels(state: TableState) -> list[str | None]:
    return [None if who is None else who.level for who in state.places]


@pytest.mark.parametrize("level", LEVELS)
def test_the_host_chooses_how_well_a_computer_plays(level: str) -> None:
    state = fill(lobby(ANA), ANA.id)
    assert levels(with_level(state, ANA.id, "Otis", level)) == [None, "regular", level, "regular"]


def test_a_computer_that_goes_leaves_no_gap_in_a_row() -> None:
    state = fill(lobby(ANA), ANA.id)
    assert names(without_computer(state, ANA.id, "Juno")) == ["Ana", "Otis", "Wren", None]
    chosen = fill(lobby(ANA, partners=Partners.CHOSEN), ANA.id)
    assert names(without_computer(chosen, ANA.id, "Juno")) == ["Ana", None, "Otis", "Wren"]


def test_a_computer_is_known_by_its_name_wherever_it_sits() -> None:
    state = leave(add_computer(lobby(ANA, BO), ANA.id), BO.id)
    assert levels(with_level(state, ANA.id, "Juno", "strong")) == [None, "strong", None, None]


@pytest.mark.parametrize("level", ["", "basic", "random", "clever", "STRONG"])
def test_a_level_that_is_not_offered_is_refused(level: str) -> None:
    assert refusal(with_level, fill(lobby(ANA), ANA.id), ANA.id, "Juno", level) is Refusal.UNKNOWN_BUTTON


def test_only_the_host_chooses_levels_and_only_of_computers_that_sit_there() -> None:
    otis = Person(BO.id, "Otis", "en")
    state = add_computer(lobby(ANA, otis), ANA.id)
    for step, arguments in ((with_level, ("strong",)), (without_computer, ())):
        assert refusal(step, state, BO.id, "Juno", *arguments) is Refusal.NOT_HOST
        assert refusal(step, state, ANA.id, "Otis", *arguments) is Refusal.COMPUTER_GONE
        assert refusal(step, state, ANA.id, "Wren", *arguments) is Refusal.COMPUTER_GONE


def test_a_full_table_takes_no_computer_whatever_its_people_are_called() -> None:
    people = [Person(number, name, "en") for number, name in enumerate(COMPUTER_NAMES, 1)]
    assert refusal(add_computer, lobby(*people), 1) is Refusal.TABLE_FULL
    assert None not in fill(lobby(*people[:2]), 1).places


def test_only_who_sits_there_adds_a_computer() -> None:
    assert refusal(add_computer, lobby(ANA), BO.id) is Refusal.NOT_SEATED
    assert names(add_computer(lobby(ANA, BO), BO.id)) == ["Ana", "Bo", "Juno", None]


def test_only_the_host_fills_and_starts() -> None:
    assert refusal(fill, lobby(ANA, BO), BO.id) is Refusal.NOT_HOST
    assert refusal(fill, lobby(), ANA.id) is Refusal.NO_PEOPLE
    assert None not in fill(lobby(ANA, BO, CY, DI), ANA.id).places


# --- when it is no lobby


@pytest.mark.parametrize(
    ("stage", "why"),
    [
        (Stage.PLAYING, Refusal.ALREADY_STARTED),
        (Stage.OVER, Refusal.MATCH_OVER),
        (Stage.CLOSED, Refusal.MATCH_OVER),
    ],
)
def test_nobody_joins_leaves_or_starts_later(stage: Stage, why: Refusal) -> None:
    state = replace(lobby(ANA), stage=stage)
    assert {
        refusal(join, state, BO, None),
        refusal(leave, state, ANA.id),
        refusal(add_computer, state, ANA.id),
        refusal(with_level, state, ANA.id, "Juno", "strong"),
        refusal(without_computer, state, ANA.id, "Juno"),
        refusal(fill, state, ANA.id),
    } == {why}


def test_a_cut_gives_its_seats_to_those_who_drew() -> None:
    places: Places = fill(lobby(ANA, BO), ANA.id).places
    draw = (card("9S"), card("AS"), card("KS"), card("QS"))
    seats = seated_by(Cut((draw,), (1, 0, 2, 3), Seat.EAST), places)
    assert [who.name for who in seats if who] == ["Bo", "Ana", "Juno", "Otis"]
