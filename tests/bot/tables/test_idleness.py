import asyncio
from collections.abc import Callable

import pytest

from bot.tables import Table, Timer, turns
from tests.bot.tables.house import ANA, House

LIFE = 0.05


@pytest.fixture(autouse=True)
def short_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets lobbies and matches expire soon."""
    monkeypatch.setattr(turns, "LOBBY_LIFE", LIFE)
    monkeypatch.setattr(turns, "MATCH_LIFE", LIFE)
    monkeypatch.setattr(turns, "RETRY_AFTER", LIFE)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110  # the table tells nobody in this test
            await asyncio.sleep(LIFE / 5)


def connect(house: House, *, is_connected: bool) -> None:
    house.tables.connection_changed(lambda _table: is_connected)


async def lobby(house: House) -> Table:
    return await house.lobby(ANA)


async def match(house: House) -> Table:
    return await house.match(ANA)


KINDS = pytest.mark.parametrize("opened", [lobby, match])


@KINDS
async def test_a_table_nobody_uses_expires(house: House, opened: Callable[..., asyncio.Future[Table]]) -> None:
    table = await opened(house)
    await until(lambda: not table.is_open)


@KINDS
async def test_no_table_expires_while_nobody_can_reach_it(
    house: House, opened: Callable[..., asyncio.Future[Table]]
) -> None:
    table = await opened(house)
    connect(house, is_connected=False)
    await asyncio.sleep(LIFE * 3)
    assert table.is_open
    connect(house, is_connected=True)
    await until(lambda: not table.is_open)


async def test_a_table_brought_back_without_a_connection_waits_for_one(house: House) -> None:
    connect(house, is_connected=False)
    table = await house.lobby(ANA)
    await asyncio.sleep(LIFE * 3)
    assert table.is_open
    connect(house, is_connected=True)
    await until(lambda: not table.is_open)


async def test_a_connection_that_comes_back_gives_no_new_life(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LOBBY_LIFE", 1000)
    table = await house.lobby(ANA)
    handle = house.clock._timers[table.id, Timer.IDLE]
    house.clock.set(table.id, Timer.IDLE, 500, handle._args[2])
    for is_connected in (False, True, True, False, True):
        connect(house, is_connected=is_connected)
    left = house.clock.left(table.id, Timer.IDLE)
    assert left is not None
    assert left <= 500


async def test_an_expiry_that_cannot_be_saved_is_tried_again(house: House) -> None:
    table = await house.lobby(ANA)
    await house.full_disk(True)
    await asyncio.sleep(LIFE * 2)
    assert table.is_open
    await house.full_disk(False)
    await until(lambda: not table.is_open)
