"""What people may do at tables, and that nothing else changes them."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.tables import Partners, Refusal, Refused, Stage, Table, TableState
from pepper.bids import Call
from pepper.cards import Trump, deck
from pepper.deal import Illegal, Keep, Phase, legal
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Seat, Side
from tests.bot.tables.house import ANA, BO, CY, DI, EVA, PEOPLE, SHORT, House, reopened, seated

TOKENS = tuple(str(action) for action in (*Call, *Trump, *Keep, *deck(32)))


async def refusal(wish: Awaitable[Any]) -> Refusal:
    with pytest.raises(Refused) as error:
        await wish
    return error.value.refusal


async def saved(house: House) -> list[str]:
    """Everything in the database."""
    return [line async for line in house.storage._connection.iterdump()]


# --- from lobby to match


async def test_a_table_opens_as_a_lobby_with_its_host(house: House) -> None:
    table = await house.lobby(ANA)
    assert (table.state.stage, seated(table), table.turn) == (Stage.LOBBY, ["Ana", None, None, None], None)
    assert house.tables.in_channel(7) is table
    assert house.tables.open_tables() == (table,)
    assert house.changes == [(table.id, True)]


async def test_starting_fills_cuts_and_deals(house: House) -> None:
    table = await house.match(ANA, BO, rules=PRESETS["big32"])
    state = table.state
    assert (state.stage, state.step) == (Stage.PLAYING, 0)
    assert sorted(str(name) for name in seated(table)) == ["Ana", "Bo", "Juno", "Otis"]
    assert state.match is not None
    assert state.match.rules == PRESETS["big32"]
    assert state.cut is not None
    assert state.match.deal.dealer is state.cut.dealer
    assert sorted(map(str, (card for hand in state.match.deal.hands for card in hand))) == sorted(map(str, deck(32)))


async def test_who_chose_a_side_keeps_it(house: House) -> None:
    table = await house.lobby(ANA, partners=Partners.CHOSEN)
    await house.tables.join(table.id, BO, Side.NS)
    await house.tables.start(table.id, ANA.id)
    assert (seated(table)[0], seated(table)[2]) == ("Ana", "Bo")


async def test_the_two_who_drew_highest_are_partners(house: House) -> None:
    table = await house.match(*PEOPLE)
    cut = table.state.cut
    assert cut is not None
    drawn = [cut.draws[-1][cut.seating[seat.index]].rank.order for seat in SEATS]
    assert min(drawn[0], drawn[2]) > max(drawn[1], drawn[3])
    assert [("Ana", "Bo", "Cy", "Di")[player] for player in cut.seating] == seated(table)


async def test_a_channel_has_one_table_and_a_person_may_sit_at_many(house: House) -> None:
    first, second = await house.match(ANA, channel=1), await house.match(ANA, channel=2)
    assert await refusal(house.lobby(ANA, channel=1)) is Refusal.CHANNEL_TAKEN
    await house.play(first, 3)
    assert second.state.step == 0
    assert {table.channel_id for table in house.tables.open_tables()} == {1, 2}


async def test_a_won_match_frees_its_channel_and_offers_a_rematch(house: House) -> None:
    table = await house.match(ANA, BO, rules=Rules(target=5, lone=True))
    await house.play(table)
    assert table.state.stage is Stage.OVER
    assert house.tables.open_in(7) is None
    again = await house.tables.rematch(table.id, BO.id)
    assert (again.state.stage, again.state.host_id, again.state.rules) == (Stage.LOBBY, BO.id, table.state.rules)
    assert seated(again) == seated(table)
    await house.tables.start(again.id, BO.id)
    await house.play(again)
    assert [tuple(row) for row in await house.rows("SELECT user_id, matches FROM standings ORDER BY 1")] == [
        (ANA.id, 2),
        (BO.id, 2),
    ]


# --- every refusal


async def _channel_taken(house: House) -> Awaitable[Any]:
    await house.lobby(ANA)
    return house.lobby(BO)


async def _channel_free(house: House) -> Awaitable[Any]:
    async def ask() -> Table:
        return house.tables.in_channel(7)

    return ask()


async def _table_gone(house: House) -> Awaitable[Any]:
    return house.tables.find(99)


async def _table_full(house: House) -> Awaitable[Any]:
    return house.tables.join((await house.lobby(*PEOPLE)).id, EVA, None)


async def _side_full(house: House) -> Awaitable[Any]:
    table = await house.lobby(ANA, partners=Partners.CHOSEN)
    await house.tables.join(table.id, BO, Side.NS)
    return house.tables.join(table.id, CY, Side.NS)


async def _seat_taken(house: House) -> Awaitable[Any]:
    table = await house.match(ANA)
    return house.tables.sit_in(table.id, BO, table.state.seat_of(ANA.id) or Seat.NORTH)


async def _already_seated(house: House) -> Awaitable[Any]:
    return house.tables.join((await house.lobby(ANA)).id, ANA, None)


async def _not_seated(house: House) -> Awaitable[Any]:
    return house.tables.act(await house.match(ANA), BO.id, 0, "pass")


async def _not_host(house: House) -> Awaitable[Any]:
    return house.tables.start((await house.lobby(ANA, BO)).id, BO.id)


async def _not_a_person(house: House) -> Awaitable[Any]:
    table = await house.match(ANA)
    computer = next(seat for seat in SEATS if table.state.occupant(seat).level)
    return house.tables.hand_over(table.id, ANA.id, computer)


async def _already_started(house: House) -> Awaitable[Any]:
    return house.tables.join((await house.match(ANA)).id, BO, None)


async def _not_started(house: House) -> Awaitable[Any]:
    return house.tables.act(await house.lobby(ANA), ANA.id, 0, "pass")


async def _match_over(house: House) -> Awaitable[Any]:
    table = await house.match(ANA)
    await house.tables.end(table, ANA.id, is_moderator=False)
    return house.tables.act(table, ANA.id, 0, "pass")


async def _match_running(house: House) -> Awaitable[Any]:
    return house.tables.rematch((await house.match(ANA)).id, ANA.id)


async def _old_button(house: House) -> Awaitable[Any]:
    table = await house.match(ANA)
    await house.settle(table)
    return house.tables.act(table, ANA.id, table.state.step + 1, "pass")


async def _unknown_button(house: House) -> Awaitable[Any]:
    table = await house.match(ANA)
    await house.settle(table)
    return house.tables.act(table, ANA.id, table.state.step, "dance")


async def _may_not_end(house: House) -> Awaitable[Any]:
    return house.tables.end(await house.match(ANA, BO), BO.id, is_moderator=False)


async def _computer_gone(house: House) -> Awaitable[Any]:
    return house.tables.set_level((await house.lobby(ANA, BO)).id, ANA.id, "Juno", "strong")


REFUSED: dict[Refusal, Callable[[House], Awaitable[Awaitable[Any]]]] = {
    Refusal.CHANNEL_TAKEN: _channel_taken,
    Refusal.CHANNEL_FREE: _channel_free,
    Refusal.TABLE_GONE: _table_gone,
    Refusal.TABLE_FULL: _table_full,
    Refusal.SIDE_FULL: _side_full,
    Refusal.SEAT_TAKEN: _seat_taken,
    Refusal.ALREADY_SEATED: _already_seated,
    Refusal.NOT_SEATED: _not_seated,
    Refusal.NOT_HOST: _not_host,
    Refusal.NOT_A_PERSON: _not_a_person,
    Refusal.ALREADY_STARTED: _already_started,
    Refusal.NOT_STARTED: _not_started,
    Refusal.MATCH_OVER: _match_over,
    Refusal.MATCH_RUNNING: _match_running,
    Refusal.OLD_BUTTON: _old_button,
    Refusal.UNKNOWN_BUTTON: _unknown_button,
    Refusal.MAY_NOT_END: _may_not_end,
    Refusal.COMPUTER_GONE: _computer_gone,
}


@pytest.mark.parametrize("why", REFUSED)
async def test_what_is_refused_changes_nothing(house: House, why: Refusal) -> None:
    wish = await REFUSED[why](house)
    before, states = await saved(house), {table.id: table.state for table in house.tables.open_tables()}
    house.changes.clear()
    assert await refusal(wish) is why
    assert await saved(house) == before
    assert {table.id: table.state for table in house.tables.open_tables()} == states
    assert house.changes == []


def test_every_refusal_of_tables_is_tried() -> None:
    # Nobody can be without people: the last who leaves closes the table. While stopping, presses are refused; what
    # a server allows is judged where commands arrive.
    assert set(Refusal) - set(REFUSED) == {
        Refusal.NO_PEOPLE,
        Refusal.STOPPING,
        Refusal.MAY_NOT_MANAGE,
        Refusal.MAY_NOT_START,
        Refusal.CHANNEL_NOT_ALLOWED,
        Refusal.UNKNOWN_PRESET,
        Refusal.UNKNOWN_CHOICE,
    }


# --- how well computers play


def levels(table: Table) -> dict[str, str | None]:
    return {who.name: who.level for who in table.state.places if who is not None}


async def test_the_levels_of_computers_are_kept_over_a_restart_a_start_and_a_rematch(house: House) -> None:
    table = await house.lobby(ANA)
    for _ in range(2):
        await house.tables.add_computer(table.id, ANA.id)
    await house.tables.set_level(table.id, ANA.id, "Juno", "master")
    await house.tables.set_level(table.id, ANA.id, "Otis", "novice")
    await house.tables.remove_computer(table.id, ANA.id, "Otis")
    await house.tables.add_computer(table.id, ANA.id)
    await house.tables.set_level(table.id, ANA.id, "Otis", "novice")
    async with reopened(house) as again:
        table = await again.tables.find(table.id)
        await again.tables.start(table.id, ANA.id)
        expected = {"Ana": None, "Juno": "master", "Otis": "novice", "Wren": "regular"}
        assert levels(table) == expected
        await again.tables.end(table, ANA.id, is_moderator=False)
        assert levels(await again.tables.rematch(table.id, ANA.id)) == expected


async def test_a_computer_that_takes_over_plays_as_a_regular_does(house: House) -> None:
    table = await house.match(ANA, BO)
    await house.tables.leave(table.id, BO.id)
    assert set(levels(table).values()) == {None, "regular"}


async def test_computers_of_an_earlier_version_play_on_as_they_did(house: House) -> None:
    table = await house.match(ANA)
    await house.storage._connection.execute("UPDATE seats SET level = 'basic' WHERE level IS NOT NULL")
    await house.storage._connection.commit()
    async with reopened(house) as again:
        table = await again.tables.find(table.id)
        assert set(levels(table).values()) == {None, "basic"}
        await again.play(table, 5)
        assert table.state.step >= 5


# --- presses that mean nothing


def wrong_presses(table: Table) -> Iterator[tuple[int, int, str]]:
    """Every press but the legal ones: of others, of other steps, of everything else, and garbage."""
    state = table.state
    assert state.match is not None
    assert table.turn is not None
    right, step = state.occupant(table.turn).user_id, state.step
    allowed = {str(action) for action in legal(state.match.deal)}
    some = next(iter(allowed))
    yield from ((person.id, step, some) for person in (*PEOPLE, EVA) if person.id != right)
    yield from ((right or 0, other, some) for other in (step - 1, step + 1, 0 if step else 1, -1, 10**9))
    yield from ((right or 0, step, token) for token in TOKENS if token not in allowed)
    yield from ((right or 0, step, token) for token in ("", " ", "JH ", "jh", "J♥", "void", "None", "pass\n", "1 "))
    yield (0, step, some)


async def _assert_nothing_else_means_anything(house: House, table: Table) -> None:
    state, rows = table.state, await saved(house)
    house.changes.clear()
    for user_id, step, token in wrong_presses(table):
        with pytest.raises((Refused, Illegal)):
            await house.tables.act(table, user_id, step, token)
        assert table.state is state
    assert house.changes == []
    assert await saved(house) == rows


@pytest.mark.parametrize(
    "rules",
    [
        replace(SHORT, lone=True, super_pepper=True, no_trump_bids=True),
        replace(SHORT, exchange=True, sixth_card="discarded"),
        replace(SHORT, deck=32, strict_left_bower=True),
        replace(SHORT, dealer_must_bid=3, auction="rounds", sixth_card="played", tie_break="shootout"),
    ],
    ids=["lone", "exchange", "big32", "rounds"],
)
async def test_only_the_right_press_of_the_right_person_at_the_right_step_means_anything(
    house: House, rules: Rules
) -> None:
    table = await house.match(*PEOPLE, rules=rules)
    phases: set[Phase] = set()
    for _ in range(60):
        if not table.is_open:
            break
        assert table.state.match is not None
        phases.add(table.state.match.deal.phase)
        await _assert_nothing_else_means_anything(house, table)
        await house.act(table)
    assert {Phase.AUCTION, Phase.NAMING, Phase.PLAY} <= phases


async def test_a_double_click_is_one_action(house: House) -> None:
    table = await house.match(*PEOPLE)
    for _ in range(12):
        step, token = table.state.step, house.choice(table)
        clicks = [house.tables.act(table, house.whose_turn(table), step, token) for _ in range(3)]
        outcomes = await asyncio.gather(*clicks, return_exceptions=True)
        assert [outcome for outcome in outcomes if outcome is None] == [None]
        late = [outcome.refusal for outcome in outcomes if isinstance(outcome, Refused)]
        assert late == [Refusal.OLD_BUTTON] * 2
        assert table.state.step == step + 1
    assert len(await house.rows("SELECT * FROM actions")) == 12


async def test_four_people_who_press_at_once_make_one_action(house: House) -> None:
    table = await house.match(*PEOPLE)
    for _ in range(20):
        step, token = table.state.step, house.choice(table)
        presses = [house.tables.act(table, person.id, step, token) for person in PEOPLE]
        outcomes = await asyncio.gather(*presses, return_exceptions=True)
        assert sum(outcome is None for outcome in outcomes) == 1
        assert all(isinstance(outcome, Refused | Illegal) for outcome in outcomes if outcome is not None)
        assert table.state.step == step + 1


async def test_of_ten_who_join_at_once_three_sit_down(house: House) -> None:
    table = await house.lobby(ANA)
    wishes = [house.tables.join(table.id, replace(EVA, id=number), None) for number in range(100, 110)]
    outcomes = await asyncio.gather(*wishes, return_exceptions=True)
    assert sum(outcome is table for outcome in outcomes) == 3
    assert None not in table.state.places
    assert len(await house.rows("SELECT * FROM seats")) == 4


async def test_a_host_who_starts_twice_starts_once(house: House) -> None:
    table = await house.lobby(ANA)
    wishes = [house.tables.start(table.id, ANA.id) for _ in range(2)]
    first, second = await asyncio.gather(*wishes, return_exceptions=True)
    assert first is table
    assert isinstance(second, Refused)
    assert second.refusal is Refusal.ALREADY_STARTED
    assert len(await house.rows("SELECT * FROM deals")) == 1


async def test_two_who_want_a_rematch_at_once_get_one(house: House) -> None:
    table = await house.match(ANA, BO)
    await house.tables.end(table, ANA.id, is_moderator=False)
    wishes = [house.tables.rematch(table.id, person.id) for person in (ANA, BO)]
    outcomes = await asyncio.gather(*wishes, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Table, Refused]
    assert len(house.tables.open_tables()) == 1


async def test_of_two_who_end_a_table_at_once_one_does(house: House) -> None:
    table = await house.match(ANA)
    wishes = [house.tables.end(table, DI.id, is_moderator=True) for _ in range(2)]
    outcomes = await asyncio.gather(*wishes, return_exceptions=True)
    assert outcomes[0] is None
    assert isinstance(outcomes[1], Refused)
    assert await house.rows("SELECT stage FROM tables") == [("closed",)]


# --- a database that can't be written to


async def _play_a_little(house: House) -> Table:
    table = await house.match(*PEOPLE)
    await house.play(table, 3)
    return table


async def _away(house: House) -> Table:
    table = await house.match(ANA, BO)
    await house.tables.leave(table.id, BO.id)
    return table


def _free(table: Table) -> Seat:
    return next(seat for seat in SEATS if table.state.occupant(seat).level)


def _other(table: Table) -> Seat:
    return next(seat for seat in SEATS if table.state.occupant(seat).user_id not in (None, ANA.id))


Wish = Callable[[House, Table], Awaitable[Any]]
WISHES: dict[str, tuple[Callable[[House], Awaitable[Table]], Wish]] = {
    "join": (lambda house: house.lobby(ANA), lambda house, table: house.tables.join(table.id, BO, None)),
    "add": (lambda house: house.lobby(ANA), lambda house, table: house.tables.add_computer(table.id, ANA.id)),
    "leave the lobby": (lambda house: house.lobby(ANA, BO), lambda house, table: house.tables.leave(table.id, BO.id)),
    "leave last": (lambda house: house.lobby(ANA), lambda house, table: house.tables.leave(table.id, ANA.id)),
    "start": (lambda house: house.lobby(ANA), lambda house, table: house.tables.start(table.id, ANA.id)),
    "act": (_play_a_little, lambda house, table: house.act(table)),
    "leave a match": (_play_a_little, lambda house, table: house.tables.leave(table.id, BO.id)),
    "sit in": (_away, lambda house, table: house.tables.sit_in(table.id, CY, _free(table))),
    "hand over": (_play_a_little, lambda house, table: house.tables.hand_over(table.id, ANA.id, _other(table))),
    "propose the end": (_play_a_little, lambda house, table: house.tables.propose_end(table, BO.id)),
    "propose a misdeal": (
        lambda house: house.match(*PEOPLE),
        lambda house, table: house.tables.propose_misdeal(table, BO.id),
    ),
    "end": (_play_a_little, lambda house, table: house.tables.end(table, ANA.id, is_moderator=False)),
    "close": (_play_a_little, lambda house, table: house.tables.close_channel(table, "gone")),
}


@pytest.mark.parametrize("wish", WISHES)
async def test_what_cannot_be_saved_has_not_happened_and_can_be_tried_again(house: House, wish: str) -> None:
    arrange, do = WISHES[wish]
    table = await arrange(house)
    state, rows = table.state, await saved(house)
    house.changes.clear()
    await house.full_disk(True)
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError):
            await do(house, table)
    assert table.state is state
    assert house.changes == []
    assert await saved(house) == rows
    assert house.tables.in_channel(7) is table
    await house.full_disk(False)
    await do(house, table)
    assert table.state != state
    assert house.changes == [(table.id, wish != "close")]


async def test_a_table_that_cannot_be_saved_is_not_open(house: House) -> None:
    await house.full_disk(True)
    with pytest.raises(sqlite3.OperationalError):
        await house.lobby(ANA)
    assert house.tables.open_tables() == ()
    await house.full_disk(False)
    assert (await house.lobby(ANA)).is_open


async def test_a_last_action_that_cannot_be_saved_wins_nothing(house: House) -> None:
    table = await house.match(*PEOPLE)
    while table.is_open:
        state = table.state
        await house.full_disk(True)
        with pytest.raises(sqlite3.OperationalError):
            await house.act(table)
        assert table.state is state
        await house.full_disk(False)
        await house.act(table)
    assert len(await house.rows("SELECT * FROM matches")) == 1
    assert len(await house.rows("SELECT * FROM standings WHERE matches = 1")) == 4


# --- ending


async def test_host_and_moderators_end_a_table(house: House) -> None:
    for user_id, is_moderator in ((ANA.id, False), (EVA.id, True)):
        table = await house.match(ANA, BO)
        await house.tables.end(table, user_id, is_moderator=is_moderator)
        assert (table.state.stage, house.tables.open_in(7)) == (Stage.CLOSED, None)
    assert await house.rows("SELECT * FROM standings") == []


async def test_a_majority_of_the_people_ends_a_table(house: House) -> None:
    table = await house.match(ANA, BO, CY)
    await house.tables.propose_end(table, BO.id)
    await house.tables.propose_end(table, BO.id)
    assert table.is_open
    assert await refusal(house.tables.propose_end(table, EVA.id)) is Refusal.NOT_SEATED
    await house.tables.propose_end(table, CY.id)
    assert not table.is_open


async def test_a_table_without_people_closes(house: House) -> None:
    for stage in (house.lobby, house.match):
        table = await stage(ANA)
        await house.tables.leave(table.id, ANA.id)
        assert (table.state.stage, house.tables.open_in(7)) == (Stage.CLOSED, None)


async def test_a_table_that_has_ended_answers_what_it_can(house: House) -> None:
    table = await house.match(ANA, BO)
    await house.play(table, 2)
    await house.tables.end(table, ANA.id, is_moderator=False)
    found = await house.tables.find(table.id)
    assert found is not table
    assert found.state == table.state
    wishes: tuple[Awaitable[Any], ...] = (
        house.tables.join(table.id, CY, None),
        house.tables.leave(table.id, ANA.id),
        house.tables.add_computer(table.id, ANA.id),
        house.tables.start(table.id, ANA.id),
        house.tables.back(table.id, ANA.id),
        house.tables.sit_in(table.id, CY, Seat.NORTH),
        house.tables.hand_over(table.id, ANA.id, Seat.NORTH),
        house.tables.act(found, ANA.id, found.state.step, "pass"),
        house.tables.propose_end(found, ANA.id),
        house.tables.propose_misdeal(found, ANA.id),
        house.tables.end(found, ANA.id, is_moderator=True),
    )
    assert {await refusal(wish) for wish in wishes} == {Refusal.MATCH_OVER}


# --- a misdeal


async def test_two_players_of_different_sides_have_the_cards_dealt_again(house: House) -> None:
    table = await house.match(*PEOPLE)
    ids = {seat: table.state.occupant(seat).user_id or 0 for seat in SEATS}
    before = table.state.match
    assert before is not None
    await house.tables.propose_misdeal(table, ids[Seat.NORTH])
    await house.tables.propose_misdeal(table, ids[Seat.SOUTH])
    assert (table.state.step, table.state.match) == (0, before)
    await house.tables.propose_misdeal(table, ids[Seat.WEST])
    after = table.state.match
    assert after is not None
    assert (table.state.step, len(after.deals), after.deals[0].phase) == (1, 2, Phase.VOID)
    assert after.deal.dealer is before.deal.dealer
    assert not any(who and who.wants_misdeal for who in table.state.places)


async def test_once_somebody_has_spoken_it_is_too_late_for_a_misdeal(house: House) -> None:
    table = await house.match(*PEOPLE)
    await house.tables.propose_misdeal(table, BO.id)
    await house.act(table, "pass")
    assert not any(who and who.wants_misdeal for who in table.state.places)
    state: TableState = table.state
    with pytest.raises(Illegal, match="already-spoken"):
        await house.tables.propose_misdeal(table, BO.id)
    assert table.state is state
