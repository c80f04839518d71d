"""The bot in a process of its own is told to end: in the middle of presses, of its start, of outages."""

import re
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest

from bot.i18n import text
from tests.wire.conftest import Place
from tests.wire.faults import Fault
from tests.wire.loopback import Loopback
from tests.wire.players import NAMES, Players, button
from tests.wire.processes import BotProcess

WITHIN = 5.0  # seconds; process managers kill what takes much longer
CALLBACK = re.compile(r"/interactions/.*/callback")
STOPPING = text("en", "refusal-stopping")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "pepper.db"


@asynccontextmanager
async def process(server: Loopback, database: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(server, environment={"DATABASE_PATH": str(database), "PACE": "0"}) as bot:
        yield bot


async def ends_well(bot: BotProcess, database: Path, number: signal.Signals = signal.SIGTERM) -> None:
    """Sends a signal and judges the end: soon, with 0, nothing left in the write-ahead log, no traceback."""
    began = time.monotonic()
    bot.send(number)
    assert await bot.ended() == 0
    assert time.monotonic() - began < WITHIN
    assert "Traceback" not in bot.output
    wal = database.with_name(f"{database.name}-wal")
    assert not wal.exists() or wal.stat().st_size == 0


def actions(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT count(*) FROM actions").fetchone()[0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_a_match_with_nothing_lost(
    server: Loopback, place: Place, database: Path, number: signal.Signals
) -> None:
    async with process(server, database) as bot:
        await bot.connected()
        players = Players(server, place.channel)
        await players.open()
        await players.begin()
        made = await players.play(7)
        await ends_well(bot, database, number)
    assert actions(database) == made


def thinkers_of(bot: BotProcess) -> set[int]:
    """Return the ids of the processes in which computers think for a bot."""
    parents = {int(one.name): one / "stat" for one in Path("/proc").iterdir() if one.name.isdigit()}
    found = set()
    for number, stat in parents.items():
        with suppress(OSError):  # it has ended meanwhile
            if int(stat.read_text().rpartition(")")[2].split()[1]) == bot.pid:
                found.add(number)
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_no_thinker_outlives_its_bot(
    server: Loopback, place: Place, database: Path, number: signal.Signals
) -> None:
    environment = {"DATABASE_PATH": str(database), "PACE": "0", "THINKERS": "2"}
    async with BotProcess(server, environment=environment) as bot:
        await bot.connected()
        await Players(server, place.channel).open()
        await server.until(lambda: len(thinkers_of(bot)) == 2)
        thinkers = thinkers_of(bot)
        began = time.monotonic()
        bot.send(number)
        assert await bot.ended() == (-number if number is signal.SIGKILL else 0)
        assert time.monotonic() - began < WITHIN
        await server.until(lambda: not any(Path(f"/proc/{one}").exists() for one in thinkers))
        assert "Traceback" not in bot.output


async def test_presses_under_way_are_answered_and_new_ones_kindly_refused(
    server: Loopback, place: Place, database: Path
) -> None:
    async with process(server, database) as bot:
        await bot.connected()
        players = Players(server, place.channel)
        await players.open()
        await players.begin()
        turn = await players.turn()
        assert turn is not None
        slow = server.faults.add(Fault("POST", CALLBACK, 1, delay=0.7))
        under_way = await server.click(turn.player, turn.hand.id, turn.custom_id, wait=False)
        await server.until(lambda: slow.hits)
        bot.send(signal.SIGTERM)
        await server.until(lambda: "stopping" in bot.output)
        late = await players.press(players.host, players.offering("hand"), "hand")
        typed = await server.slash(players.host, place.channel, "pepper hand")
        assert [late.message.content, typed.message.content] == [STOPPING, STOPPING]
        assert await bot.ended() == 0
        assert not under_way.failed
        assert "Traceback" not in bot.output
    assert actions(database) == 1


async def test_hundreds_of_presses_at_once_are_all_answered(server: Loopback, place: Place, database: Path) -> None:
    async with process(server, database) as bot:
        await bot.connected()
        tables = [Players(server, server.create_channel(place.guild), NAMES[:1]) for _ in range(4)]
        for players in tables:
            await players.open()
            await players.begin()
            await players.look(players.host)
        presses = []
        for _ in range(25):
            for players in tables:
                message = players.offering("hand")
                presses.append(await server.click(players.host, message.id, button(message, "hand"), wait=False))
        await ends_well(bot, database)
        assert sum(press.failed for press in presses) == 0


@pytest.mark.parametrize("request_under_way", [("GET", "/users/@me"), ("PUT", "/applications/.*/commands")])
async def test_a_start_can_be_stopped(server: Loopback, database: Path, request_under_way: tuple[str, str]) -> None:
    method, path = request_under_way
    slow = server.faults.add(Fault(method, re.compile(path), 1, delay=30))
    async with process(server, database) as bot:
        await server.until(lambda: slow.hits)
        await ends_well(bot, database)


async def test_a_start_without_a_gateway_can_be_stopped(server: Loopback, database: Path) -> None:
    server.gateway.refuse(1000)
    async with process(server, database) as bot:
        await server.until(lambda: "Failed to connect" in bot.output)
        await ends_well(bot, database)


async def test_a_bot_whose_gateway_is_down_can_be_stopped(server: Loopback, place: Place, database: Path) -> None:
    async with process(server, database) as bot:
        await bot.connected()
        players = Players(server, place.channel)
        await players.open()
        server.gateway.refuse(1000)
        server.gateway.drop()
        await server.until(lambda: "Attempting a reconnect" in bot.output)
        await ends_well(bot, database)


async def test_a_gateway_that_hangs_holds_nothing_up(server: Loopback, place: Place, database: Path) -> None:
    async with process(server, database) as bot:
        await bot.connected()
        players = Players(server, place.channel)
        await players.open()
        server.gateway.hang()
        await ends_well(bot, database)
