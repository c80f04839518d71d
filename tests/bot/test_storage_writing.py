"""Statements that come together are written together, and each succeeds, fails or is given up for itself."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.storage import Storage


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path / "pepper.db")
    yield opened
    await opened.close()


async def names(storage: Storage) -> list[str]:
    return [row[0] for row in await storage._all("SELECT name FROM people ORDER BY user_id")]


def remembered(storage: Storage, count: int) -> list[Any]:
    return [storage.remember(number, f"person {number}", "en") for number in range(count)]


async def test_statements_that_come_together_are_all_written_in_order(storage: Storage) -> None:
    await asyncio.gather(*remembered(storage, 50))
    assert await names(storage) == [f"person {number}" for number in range(50)]
    await asyncio.gather(*(storage.remember(0, name, "en") for name in ("first", "second", "third")))
    assert (await names(storage))[0] == "third"


async def test_one_that_fails_fails_alone(storage: Storage) -> None:
    wrong = storage._write("INSERT INTO people (user_id) VALUES ($1)", 77)
    outcomes = await asyncio.gather(*remembered(storage, 3), wrong, *remembered(storage, 5), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(sqlite3.IntegrityError) == 1
    assert len(await names(storage)) == 5


async def test_one_that_is_given_up_stops_no_other(storage: Storage) -> None:
    tasks = [asyncio.create_task(work) for work in remembered(storage, 10)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [outcome for outcome in outcomes if outcome is not None] == [outcomes[0]]
    assert len(await names(storage)) >= 9


async def test_what_is_under_way_is_written_before_the_database_is_closed(tmp_path: Path) -> None:
    storage = await Storage.open(tmp_path / "pepper.db")
    tasks = [asyncio.create_task(work) for work in remembered(storage, 10)]
    await asyncio.sleep(0)
    await storage.close()
    await asyncio.gather(*tasks)
    storage = await Storage.open(tmp_path / "pepper.db")
    assert len(await names(storage)) == 10
    await storage.close()


async def test_after_closing_a_statement_is_an_error_and_not_a_wait_for_ever(tmp_path: Path) -> None:
    storage = await Storage.open(tmp_path / "pepper.db")
    await storage.close()
    with pytest.raises(ValueError, match="connection"):
        await storage.remember(1, "late", "en")
