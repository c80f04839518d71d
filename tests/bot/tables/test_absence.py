from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import Partners, Person, Refusal, Refused, Stage, TableState, absence
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.seating import Occupant, with_place
from pepper import match as matches
from pepper.rules import Rules
from pepper.seats import SEATS, Seat
from tests.bot.tables.house import ANA, BO, CY, DI, EVA, PEOPLE

N, E, S, W = SEATS


def playing(people: int = 4) -> TableState:
    """Return a match with so many of Ana, Bo, Cy and Di, and computers after them."""
    rules, random = Rules(), Random(1)
    computers = [Occupant(name, level="basic") for name in COMPUTER_NAMES[people:]]
    north, east, south, west = [*(Occupant(one.name, one.id) for one in PEOPLE[:people]), *computers]
    cut = matches.cut_for_partners(rules, random)
    match = matches.start(rules, cut.dealer, matches.deal_hands(rules, cut.dealer, random))
    places = (north, east, south, west)
    return TableState(ANA.id, rules, Partners.CUT, stage=Stage.PLAYING, places=places, cut=cut, match=match)


def refusal(step: Any, *arguments: Any) -> Refusal:
    with pytest.raises(Refused) as refused:
        step(*arguments)
    return refused.value.refusal


# --- leaving and sitting in


def test_a_computer_with_a_name_of_its_own_takes_the_seat_of_who_leaves() -> None:
    state = absence.leave(playing(3), BO.id)
    assert state.occupant(E).level is not None
    assert len({state.occupant(seat).name for seat in SEATS}) == 4
    assert state.seat_of(BO.id) is None
    assert state.match == playing(3).match


def test_what_the_leaver_missed_and_wished_goes_with_them() -> None:
    state = absence.wish_misdeal(absence.wish_end(absence.missed(playing(), E), BO.id), BO.id)
    heir = absence.leave(state, BO.id).occupant(E)
    assert heir == Occupant(heir.name, level=heir.level)


def test_a_host_who_leaves_makes_the_next_person_host_and_others_do_not() -> None:
    assert absence.leave(playing(), ANA.id).host_id == BO.id
    assert absence.leave(playing(), BO.id).host_id == ANA.id


def test_the_last_who_leaves_leaves_computers_only() -> None:
    state = absence.leave(playing(1), ANA.id)
    assert not state.people
    assert all(state.occupant(seat).level for seat in SEATS)


def test_who_sits_in_holds_the_seat_with_its_hand_and_is_host_where_nobody_else_is() -> None:
    state = absence.sit_in(playing(2), EVA, S)
    assert state.seat_of(EVA.id) is S
    assert state.match == playing(2).match
    assert state.host_id == ANA.id
    assert absence.sit_in(absence.leave(playing(1), ANA.id), EVA, S).host_id == EVA.id


@pytest.mark.parametrize(("person", "seat", "why"), [(ANA, W, Refusal.ALREADY_SEATED), (EVA, N, Refusal.SEAT_TAKEN)])
def test_who_sits_already_or_wants_a_persons_seat_does_not_sit_in(person: Person, seat: Seat, why: Refusal) -> None:
    assert refusal(absence.sit_in, playing(2), person, seat) is why


def test_the_seat_of_who_is_only_away_is_not_free() -> None:
    state = away(playing(2), E)
    assert refusal(absence.sit_in, state, EVA, E) is Refusal.SEAT_TAKEN


# --- being away


def away(state: TableState, seat: Seat) -> TableState:
    for _ in range(absence.MISSES_UNTIL_AWAY):
        state = absence.missed(state, seat)
    return state


def test_a_computer_holds_the_seat_after_the_third_miss_in_a_row() -> None:
    state = playing()
    for misses in (1, 2, 3):
        state = absence.missed(state, E)
        assert state.occupant(E).misses == misses
        assert state.occupant(E).is_moved_by_computer is (misses == 3)
    assert not absence.back(state, BO.id).occupant(E).is_moved_by_computer
    assert absence.back(state, BO.id).occupant(E).misses == 0


def test_acting_sets_back_what_one_missed_and_nobody_elses() -> None:
    state = absence.missed(absence.missed(playing(), E), S)
    after = absence.acted(state, E)
    assert (after.occupant(E).misses, after.occupant(S).misses) == (0, 1)
    assert absence.acted(state, None) == state


def test_a_table_is_deserted_when_every_person_is_away() -> None:
    state = away(playing(2), N)
    assert not state.is_deserted
    state = away(state, E)
    assert state.is_deserted
    assert not absence.sit_in(state, EVA, S).is_deserted
    assert not absence.back(state, ANA.id).is_deserted


# --- host and votes


def test_only_the_host_hands_over_and_only_to_a_person() -> None:
    state = playing(2)
    assert absence.hand_over(state, ANA.id, E).host_id == BO.id
    assert refusal(absence.hand_over, state, BO.id, E) is Refusal.NOT_HOST
    assert refusal(absence.hand_over, state, ANA.id, S) is Refusal.NOT_A_PERSON


@given(st.integers(1, 4), st.data())
def test_more_than_half_of_the_people_end_a_table(people: int, data: st.DataObject) -> None:
    state = playing(people)
    wishers = data.draw(st.sets(st.sampled_from(PEOPLE[:people])))
    for wisher in wishers:
        state = absence.wish_end(state, wisher.id)
    assert absence.is_end_agreed(state) is (len(wishers) > people / 2)


@given(st.sets(st.sampled_from(PEOPLE)))
def test_two_of_different_sides_have_the_cards_dealt_again(wishers: set[Person]) -> None:
    state = playing()
    for wisher in (person for person in PEOPLE if person in wishers):
        state = absence.wish_misdeal(state, wisher.id)
    agreed = bool({ANA, CY} & wishers) and bool({BO, DI} & wishers)
    assert absence.is_misdeal_agreed(state) is agreed
    assert absence.after_misdeal(state) == playing()


def test_nobody_wants_a_misdeal_any_more_once_somebody_has_acted() -> None:
    state = absence.wish_end(absence.wish_misdeal(playing(), ANA.id), ANA.id)
    after = absence.acted(state, E)
    assert not after.occupant(N).wants_misdeal
    assert after.occupant(N).wants_end, "that wish stays"


# --- who and when


STEPS = {
    "leave": absence.leave,
    "back": absence.back,
    "wish_end": absence.wish_end,
    "wish_misdeal": absence.wish_misdeal,
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    ("stage", "why"),
    [
        (Stage.LOBBY, Refusal.NOT_STARTED),
        (Stage.PLAYING, Refusal.NOT_SEATED),
        (Stage.OVER, Refusal.MATCH_OVER),
        (Stage.CLOSED, Refusal.MATCH_OVER),
    ],
)
def test_only_who_sits_at_a_running_match_does_any_of_it(step: str, stage: Stage, why: Refusal) -> None:
    state = replace(playing(), stage=stage)
    user_id = EVA.id if stage is Stage.PLAYING else ANA.id
    assert refusal(STEPS[step], state, user_id) is why


@pytest.mark.parametrize("stage", [Stage.LOBBY, Stage.OVER, Stage.CLOSED])
def test_nobody_sits_in_or_hands_over_before_or_after_a_match(stage: Stage) -> None:
    state = replace(playing(2), stage=stage)
    why = Refusal.NOT_STARTED if stage is Stage.LOBBY else Refusal.MATCH_OVER
    assert refusal(absence.sit_in, state, EVA, S) is why
    assert refusal(absence.hand_over, state, ANA.id, E) is why


def test_a_step_touches_one_seat() -> None:
    state = playing()
    for step in (absence.leave, absence.wish_end, absence.wish_misdeal):
        after = step(state, CY.id)
        assert after.places == with_place(state.places, S.index, after.occupant(S))
