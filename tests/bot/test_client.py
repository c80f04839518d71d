"""The bot around its parts: background work, what it answers while it stops, and how it closes."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.client import create_bot
from bot.config import Settings
from bot.i18n import text
from bot.storage import Storage, StorageError
from tests.e2e.people import open_lounge


def settings(path: Path) -> Settings:
    return Settings.from_env({"DATABASE_PATH": str(path / "pepper.db"), "PACE": "0"})


async def test_background_work_that_fails_is_logged_by_its_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bot = create_bot(settings(tmp_path))

    async def fail() -> None:
        raise ZeroDivisionError

    bot.own(fail(), "card emojis")
    bot.own(asyncio.sleep(0), "something that works")
    for _ in range(5):
        await asyncio.sleep(0)
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "card emojis failed")
    ]
    assert not bot._owned


async def test_nothing_is_opened_before_the_start(tmp_path: Path) -> None:
    create_bot(settings(tmp_path))
    assert list(tmp_path.iterdir()) == []


async def test_closing_ends_background_work_and_frees_the_database(tmp_path: Path) -> None:
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        lounge.bot.own(asyncio.Event().wait(), "endless")
        (endless,) = [task for task in lounge.bot._owned if task.get_name() == "endless"]
        await lounge.bot.close()
        await asyncio.gather(endless, return_exceptions=True)
        assert endless.cancelled()
        storage = await Storage.open(tmp_path / "pepper.db")
        await storage.close()


async def test_a_damaged_database_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "pepper.db").write_text("Dear diary", encoding="utf-8")
    bot = create_bot(settings(tmp_path))
    with pytest.raises(StorageError, match="left untouched"):
        await bot.setup_hook()
    assert (tmp_path / "pepper.db").read_text(encoding="utf-8") == "Dear diary"
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["pepper.db", "pepper.db.lock"]


async def test_while_it_stops_commands_are_answered_kindly_and_do_nothing(tmp_path: Path) -> None:
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        await lounge.bot.presses.stop(0)
        answer = await lounge.person("Ana").slash("pepper start")
        assert answer is not None
        assert answer.is_private
        assert answer.text == text("en", "refusal-stopping")
        assert lounge.bot.tables.open_tables() == ()
