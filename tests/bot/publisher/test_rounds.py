"""Work for tables is done once at a time, and again when a table changed meanwhile."""

import asyncio
import logging
from typing import Any

import pytest

from bot.publisher.rounds import Rounds
from bot.tables import Partners, Table, TableState
from pepper.rules import Rules


def a_table(table_id: int = 1) -> Table:
    return Table(table_id, 2, 3, "en", TableState(4, Rules(), Partners.CUT))


class Work:
    """Work that waits until it may end."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.may_end = asyncio.Event()

    async def __call__(self, table: Table) -> None:
        self.begun.append(table.id)
        await self.may_end.wait()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_nothing_is_done_before_a_table_is_released() -> None:
    work = Work()
    rounds = Rounds("work", work)
    rounds.mark(a_table())
    await settle()
    assert work.begun == []
    rounds.release(1)
    rounds.release(2)
    await settle()
    assert work.begun == [1]
    await rounds.close()


async def test_what_changes_meanwhile_is_done_once_more_however_often_it_changed() -> None:
    work = Work()
    rounds, table = Rounds("work", work), a_table()
    rounds.mark(table)
    rounds.release(1)
    await settle()
    for _ in range(3):
        rounds.mark(table)
        rounds.release(1)
    await settle()
    assert work.begun == [1]
    work.may_end.set()
    await settle()
    assert work.begun == [1, 1]
    await rounds.close()


async def test_one_table_does_not_wait_for_another() -> None:
    work = Work()
    rounds = Rounds("work", work)
    for table_id in (1, 2):
        rounds.mark(a_table(table_id))
        rounds.release(table_id)
    await settle()
    assert work.begun == [1, 2]
    await rounds.close()


async def test_a_failure_is_logged_and_the_next_round_is_done(caplog: pytest.LogCaptureFixture) -> None:
    outcomes: list[Any] = [ValueError("broken"), None]
    done: list[int] = []

    async def work(table: Table) -> None:
        done.append(table.id)
        if (outcome := outcomes.pop(0)) is not None:
            raise outcome

    rounds = Rounds("work", work)
    for _ in range(2):
        rounds.mark(a_table())
        rounds.release(1)
        await settle()
    assert done == [1, 1]
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.ERROR, "work of table 1 failed")
    ]
    await rounds.close()


async def test_closing_ends_what_is_being_done() -> None:
    work = Work()
    rounds = Rounds("work", work)
    for table_id in (1, 2):
        rounds.mark(a_table(table_id))
    rounds.release(1)
    await settle()
    await rounds.close()
    rounds.release(2)
    await settle()
    assert work.begun == [1]
