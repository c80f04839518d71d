from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.people import Lounge, open_lounge


@pytest.fixture
async def lounge(tmp_path: Path) -> AsyncIterator[Lounge]:
    async with open_lounge(tmp_path / "pepper.db") as opened:
        yield opened
