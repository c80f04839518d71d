import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables import Table, Tables
from tests.e2e.leaks import leaks
from tests.e2e.people import Lounge, open_lounge


@pytest.fixture
async def lounge(tmp_path: Path) -> AsyncIterator[Lounge]:
    async with open_lounge(tmp_path / "pepper.db") as opened:
        yield opened
    assert not [version.text for version in opened.versions if leaks(version)], "whatever happened, no card was told"


@pytest.fixture
def house_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that changes the rules of every table that opens, whatever its preset."""
    original, changes = Tables.open, dict[str, Any]()

    async def opened(tables: Tables, guild_id: int, channel_id: int, locale: str, *host_and_rules: Any) -> Table:
        host, rules, *others = host_and_rules
        return await original(tables, guild_id, channel_id, locale, host, rules.with_changes(changes), *others)

    monkeypatch.setattr(Tables, "open", opened)
    return changes.update


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail when the bot has logged an error: what people and channels do is never one."""
    yield
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not logged
