from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.tables.house import House, open_house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await open_house(tmp_path / "pepper.db")
    yield opened
    await opened.close()
