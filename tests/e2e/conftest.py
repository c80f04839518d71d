import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pepper import rules
from tests.e2e.people import Lounge, open_lounge


@pytest.fixture
async def lounge(tmp_path: Path) -> AsyncIterator[Lounge]:
    async with open_lounge(tmp_path / "pepper.db") as opened:
        yield opened


@pytest.fixture
def house_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that changes rules of every preset: the command offers presets only."""
    original = rules.preset

    def change(**changes: Any) -> None:
        monkeypatch.setattr(rules, "preset", lambda name: replace(original(name), **changes))

    return change


@pytest.fixture
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail when the bot has logged an error: what people and channels do is never one."""
    yield
    logged = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not logged
