import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.storage import ChannelTakenError, SavedAction, SavedSeat, SavedTable, Standing, Storage
from tests.bot.saved import ANA, BO, CY, DI, computer_row, deal_row, four_rows, lobby_row, person_row, won_row

ACTION = SavedAction(0, "E", "pass")


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path / "pepper.db")
    yield opened
    await opened.close()


async def rows(storage: Storage, sql: str) -> list[Any]:
    return [tuple(row) for row in await storage._all(sql)]


async def in_transaction(storage: Storage, *statements: str) -> None:
    async with storage._transaction() as connection:
        for statement in statements:
            await connection.execute(statement)


async def read(storage: Storage, table_id: int) -> SavedTable:
    table = await storage.table(table_id)
    assert table is not None
    return table


async def playing(storage: Storage, channel_id: int = 7) -> int:
    table_id = await storage.create_table(lobby_row(channel_id))
    await storage.save_start(table_id, four_rows(), {"dealer": "N"}, deal_row())
    return table_id


async def finish(storage: Storage, channel_id: int, *winners: int, losers: tuple[int, ...] = (), guild: int = 1) -> int:
    table_id = await playing(storage, channel_id)
    await storage.save_action(table_id, ACTION, match=won_row(*winners, guild_id=guild, losers=losers))
    return table_id


async def test_nothing_that_was_asked_at_the_opening_hinders_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[sqlite3.Cursor] = []

    class Keeping(sqlite3.Connection):
        # A statement with rows left stays in progress as long as somebody holds its cursor, such as the collector.
        def execute(self, *query: Any) -> sqlite3.Cursor:
            kept.append(super().execute(*query))
            return kept[-1]

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Keeping))
        storage = await Storage.open(tmp_path / "pepper.db")
    await storage.create_table(lobby_row())
    assert kept
    await storage.close()


# --- tables


async def test_a_table_is_read_as_it_was_saved(storage: Storage) -> None:
    saved = lobby_row(
        2**62, person_row(0, 2**62, "Zoë 🌶️"), computer_row(1), guild_id=2**61, rules={"target": 21, "lone": True}
    )
    saved = replace(saved, timer=None, seats=(*saved.seats, SavedSeat(2, DI, "Di", None, 2, 1, 1, 1)))
    table_id = await storage.create_table(saved)
    assert await read(storage, table_id) == replace(saved, id=table_id)


async def test_a_table_that_was_never_opened_is_none(storage: Storage) -> None:
    assert await storage.table(1) is None
    assert await storage.table(0) is None


async def test_every_table_has_an_id_of_its_own(storage: Storage) -> None:
    assert [await storage.create_table(lobby_row(channel)) for channel in (1, 2, 3)] == [1, 2, 3]


async def test_seats_and_host_of_a_lobby_are_replaced(storage: Storage) -> None:
    table_id = await storage.create_table(lobby_row())
    seats = (person_row(0, BO, "Bo"), computer_row(3))
    await storage.save_seats(table_id, BO, seats)
    table = await read(storage, table_id)
    assert (table.host_id, table.seats) == (BO, seats)


async def test_a_start_saves_stage_seats_cut_and_deal(storage: Storage) -> None:
    table_id = await storage.create_table(lobby_row())
    await storage.save_start(table_id, four_rows(), {"draws": ["AS KS"], "seating": [0, 1, 2, 3]}, deal_row())
    table = await read(storage, table_id)
    assert (table.stage, table.seats, table.deals) == ("playing", four_rows(), (deal_row(),))
    assert table.cut == {"draws": ["AS KS"], "seating": [0, 1, 2, 3]}


async def test_actions_and_deals_come_back_in_their_order(storage: Storage) -> None:
    table_id = await playing(storage)
    actions = tuple(SavedAction(step, "NESW"[step % 4], "pass") for step in range(12))
    for action in reversed(actions):
        await storage.save_action(table_id, action, deal=deal_row(12 - action.step))
    table = await read(storage, table_id)
    assert table.actions == actions
    assert [deal.number for deal in table.deals] == list(range(13))


async def test_a_step_is_saved_once(storage: Storage) -> None:
    table_id = await playing(storage)
    await storage.save_action(table_id, ACTION)
    for deal in (None, deal_row(1)):
        with pytest.raises(sqlite3.IntegrityError):
            await storage.save_action(table_id, ACTION._replace(token="3"), deal=deal)
    table = await read(storage, table_id)
    assert (table.actions, table.deals) == ((ACTION,), (deal_row(),))


async def test_nothing_is_saved_for_a_table_that_was_never_opened(storage: Storage) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await storage.save_action(99, ACTION)
    assert await rows(storage, "SELECT * FROM actions") == []


async def test_the_message_of_a_table_is_noted_and_forgotten(storage: Storage) -> None:
    table_id = await storage.create_table(lobby_row())
    await storage.save_message(table_id, 2**62, 4)
    table = await read(storage, table_id)
    assert (table.message_id, table.message_deal) == (2**62, 4)
    await storage.save_message(table_id, None, None)
    assert await read(storage, table_id) == replace(table, message_id=None, message_deal=None)


async def test_unfinished_are_lobbies_matches_and_ends_that_nobody_has_been_shown(storage: Storage) -> None:
    lobby, running = await storage.create_table(lobby_row(1)), await playing(storage, 2)
    over, shown_over = await finish(storage, 3), await finish(storage, 4)
    closed, shown_closed = await playing(storage, 5), await playing(storage, 6)
    for table_id in (over, closed, shown_over, shown_closed, running):
        await storage.save_message(table_id, 100 + table_id, 0)
    for table_id in (closed, shown_closed):
        await storage.close_table(table_id)
    for table_id in (shown_over, shown_closed):
        await storage.save_message(table_id, None, None)
    assert await storage.unfinished_tables() == (lobby, running, over, closed)


async def test_rows_that_are_no_json_concern_only_their_own_table(storage: Storage) -> None:
    broken, sound = await playing(storage, 1), await playing(storage, 2)
    for sql in (
        "UPDATE tables SET rules = '{' WHERE id = $1",
        "UPDATE tables SET rules = '{}', cut = 'N' WHERE id = $1",
        "UPDATE tables SET rules = '{}', cut = '}' WHERE id = $1",
    ):
        await storage._write(sql, broken)
        with pytest.raises(ValueError, match="Expecting"):
            await storage.table(broken)
    await storage._write("UPDATE tables SET cut = NULL WHERE id = $1", broken)
    await storage._write("UPDATE deals SET hands = 'AS KS' WHERE table_id = $1", broken)
    with pytest.raises(ValueError, match="Expecting"):
        await storage.table(broken)
    assert await storage.unfinished_tables() == (broken, sound)
    assert (await read(storage, sound)).deals == (deal_row(),)


async def test_seats_that_an_action_changes_are_saved_with_it(storage: Storage) -> None:
    table_id = await playing(storage)
    missed = tuple(replace(seat, misses=1) for seat in four_rows())
    await storage.save_action(table_id, ACTION, seats=missed)
    table = await read(storage, table_id)
    assert (table.seats, table.actions) == (missed, (ACTION,))
    with pytest.raises(sqlite3.IntegrityError):
        await storage.save_action(table_id, ACTION, seats=four_rows())
    assert (await read(storage, table_id)).seats == missed


async def test_the_notice_of_a_table_is_noted_and_forgotten(storage: Storage) -> None:
    table_id = await playing(storage)
    await storage.save_notice(table_id, 2**62)
    assert (await read(storage, table_id)).notice_id == 2**62
    await storage.save_notice(table_id, None)
    assert (await read(storage, table_id)).notice_id is None


# --- one table a channel


@pytest.mark.parametrize("stage", ["lobby", "playing"])
async def test_a_channel_with_an_open_table_has_no_room_for_another(storage: Storage, stage: str) -> None:
    await storage.create_table(lobby_row(stage=stage))
    with pytest.raises(ChannelTakenError):
        await storage.create_table(lobby_row(guild_id=2))
    assert await storage.create_table(lobby_row(8)) == 2
    assert len(await rows(storage, "SELECT * FROM seats")) == 2


async def test_a_channel_is_free_again_when_its_table_is_closed_or_won(storage: Storage) -> None:
    closed = await storage.create_table(lobby_row())
    await storage.close_table(closed)
    await finish(storage, 7, ANA)
    assert await storage.create_table(lobby_row()) == 3


async def test_of_ten_who_open_a_table_at_once_one_does(storage: Storage) -> None:
    opened = await asyncio.gather(*(storage.create_table(lobby_row()) for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(each, int) for each in opened) == 1
    assert sum(isinstance(each, ChannelTakenError) for each in opened) == 9


async def test_a_table_that_breaks_another_rule_is_not_said_to_have_taken_its_channel(storage: Storage) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="seats"):
        await storage.create_table(lobby_row(7, person_row(0, ANA, "Ana"), person_row(0, BO, "Bo")))
    assert await rows(storage, "SELECT * FROM tables") == []


# --- finished matches and standings


async def test_a_finished_match_is_saved_with_record_players_and_standings(storage: Storage) -> None:
    table_id = await finish(storage, 7, ANA, BO, losers=(CY,))
    assert (await read(storage, table_id)).stage == "over"
    assert await storage.record(table_id) == '{"format": "pepper/1"}'
    assert await rows(storage, "SELECT seat, user_id, won FROM match_players ORDER BY seat") == [
        ("E", CY, 0),
        ("N", ANA, 1),
        ("S", BO, 1),
        ("W", None, 0),
    ]
    assert await rows(storage, "SELECT * FROM standings ORDER BY user_id") == [
        (1, ANA, 1, 1),
        (1, BO, 1, 1),
        (1, CY, 1, 0),
    ]


async def test_a_match_that_is_not_finished_has_no_record(storage: Storage) -> None:
    assert await storage.record(await playing(storage)) is None


async def test_a_finished_match_and_its_standings_are_saved_together_or_not_at_all(storage: Storage) -> None:
    table_id = await playing(storage)
    twice = replace(won_row(ANA), players=(("N", ANA, True), ("N", BO, True)))
    with pytest.raises(sqlite3.IntegrityError):
        await storage.save_action(table_id, ACTION, match=twice)
    table = await read(storage, table_id)
    assert (table.stage, table.actions) == ("playing", ())
    assert await storage.record(table_id) is None
    assert await rows(storage, "SELECT * FROM standings") == []
    await storage.save_action(table_id, ACTION, match=won_row(ANA))
    assert await rows(storage, "SELECT user_id, matches, wins FROM standings") == [(ANA, 1, 1)]


async def test_a_match_counts_once(storage: Storage) -> None:
    table_id = await finish(storage, 7, ANA)
    with pytest.raises(sqlite3.IntegrityError):
        await storage.save_action(table_id, SavedAction(1, "E", "pass"), match=won_row(ANA))
    assert await rows(storage, "SELECT matches, wins FROM standings") == [(1, 1)]


async def test_the_leaderboard_has_the_most_wins_first_then_the_fewest_matches_then_who_came_first(
    storage: Storage,
) -> None:
    for user_id, name in ((ANA, "Ana"), (BO, "Bo"), (CY, "Cy"), (DI, "Di")):
        await storage.remember(user_id, name, "en")
    await finish(storage, 1, CY, BO, losers=(DI, ANA))
    await finish(storage, 2, CY, losers=(BO,))
    await finish(storage, 3, ANA, losers=(DI,))
    assert await storage.leaderboard(1, 10) == (
        Standing(CY, "Cy", 2, 2),
        Standing(ANA, "Ana", 2, 1),
        Standing(BO, "Bo", 2, 1),
        Standing(DI, "Di", 2, 0),
    )
    await finish(storage, 4, losers=(ANA,))
    assert [one.name for one in await storage.leaderboard(1, 3)] == ["Cy", "Bo", "Ana"]


async def test_every_server_has_its_own_leaderboard(storage: Storage) -> None:
    await storage.remember(ANA, "Ana", "en")
    await finish(storage, 1, ANA, guild=1)
    await finish(storage, 2, losers=(ANA,), guild=2)
    assert await storage.leaderboard(1, 10) == (Standing(ANA, "Ana", 1, 1),)
    assert await storage.leaderboard(2, 10) == (Standing(ANA, "Ana", 1, 0),)
    assert await storage.leaderboard(3, 10) == ()


# --- people


async def test_of_a_person_the_last_name_and_locale_are_kept(storage: Storage) -> None:
    for name, locale in (("Ana", "en-US"), ("Ana", "en-US"), ("Àna; DROP TABLE people --", "ca")):
        await storage.remember(ANA, name, locale)
    assert await rows(storage, "SELECT user_id, name, locale FROM people") == [(ANA, "Àna; DROP TABLE people --", "ca")]


async def test_a_name_that_could_not_be_saved_is_tried_again(storage: Storage) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await storage.remember(ANA, None, "en")  # type: ignore[arg-type]  # whatever makes it fail
    await storage.remember(ANA, "Ana", "en")
    assert await rows(storage, "SELECT name FROM people") == [("Ana",)]


async def test_everyone_is_mentioned_until_they_say_otherwise(storage: Storage) -> None:
    assert await storage.wants_notices(ANA)
    await storage.remember(ANA, "Ana", "en")
    assert await storage.wants_notices(ANA)
    await storage.set_notices(ANA, wanted=False)
    await storage.remember(ANA, "Anna", "de")
    await storage.remember(BO, "Bo", "en")
    assert [await storage.wants_notices(user_id) for user_id in (ANA, BO)] == [False, True]
    await storage.set_notices(ANA, wanted=True)
    assert await storage.wants_notices(ANA)


# --- transactions


async def test_what_many_write_at_once_does_not_mingle(storage: Storage) -> None:
    tables = [await playing(storage, channel) for channel in range(1, 9)]

    async def act(table_id: int, step: int) -> None:
        # Every third fails in the middle of its transaction.
        number = 0 if step % 3 == 2 else step + 1
        await storage.save_action(table_id, SavedAction(step, "E", "pass"), deal=deal_row(number))

    work = [(table_id, step) for step in range(9) for table_id in tables]
    done = await asyncio.gather(*(act(*each) for each in work), return_exceptions=True)
    failed = {each for each, outcome in zip(work, done, strict=True) if isinstance(outcome, sqlite3.IntegrityError)}
    assert failed == {(table_id, step) for table_id in tables for step in (2, 5, 8)}
    for table_id in tables:
        table = await read(storage, table_id)
        assert [action.step for action in table.actions] == [0, 1, 3, 4, 6, 7]
        assert [deal.number for deal in table.deals] == [0, 1, 2, 4, 5, 7, 8]


async def test_after_a_statement_that_fails_the_next_transaction_works(storage: Storage) -> None:
    table_id = await playing(storage)
    with pytest.raises(sqlite3.OperationalError):
        await in_transaction(storage, "UPDATE tables SET host_id = 99", "UPDATE nothing SET host_id = 99")
    assert (await read(storage, table_id)).host_id == ANA
    await storage.save_action(table_id, ACTION, deal=deal_row(1))
    assert len((await read(storage, table_id)).deals) == 2


async def test_after_a_commit_that_fails_the_next_transaction_works(storage: Storage) -> None:
    table_id = await playing(storage)
    # A constraint that is judged only at the commit: the one way to make a real one fail.
    guests = "CREATE TABLE guests (table_id INTEGER REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED)"
    await in_transaction(storage, guests)
    with pytest.raises(sqlite3.IntegrityError):
        await in_transaction(storage, "UPDATE tables SET host_id = 99", "INSERT INTO guests VALUES (12345)")
    assert (await read(storage, table_id)).host_id == ANA
    await storage.save_action(table_id, ACTION, deal=deal_row(1))
    assert len((await read(storage, table_id)).deals) == 2


async def test_a_transaction_cancelled_at_any_of_its_statements_leaves_none_begun(storage: Storage) -> None:
    table_id = await playing(storage)
    for switches in range(12):
        writing = asyncio.create_task(storage.save_seats(table_id, 99, (SavedSeat(0, 99, "X", None),)))
        for _ in range(switches):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await storage.save_seats(table_id, ANA, four_rows())
        table = await read(storage, table_id)
        assert (table.host_id, table.seats) == (ANA, four_rows())
