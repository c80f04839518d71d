"""A loopback Discord for each test, which ends with no malformed body, one channel with people, and the bot."""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.client import PepperBot, create_bot
from bot.config import Settings
from tests.wire.loopback import Loopback
from tests.wire.players import Players
from tests.wire.pointing import running
from tests.wire.state import Channel, Guild, User


@dataclass(frozen=True, slots=True)
class Place:
    """Where a test plays."""

    guild: Guild
    channel: Channel
    anna: User
    ben: User


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback
        assert loopback.violations == []


@pytest.fixture
def place(server: Loopback) -> Place:
    guild = server.create_guild()
    channel = server.create_channel(guild)
    return Place(guild, channel, server.create_user("anna"), server.create_user("ben", locale="de"))


@pytest.fixture
async def pepper(server: Loopback, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[PepperBot]:
    """Gives this project's bot in this process, without pauses; it must log no error and no traceback."""
    database = str(tmp_path / "pepper.db")
    variables = {"DATABASE_PATH": database, "PACE": "0", "THINKERS": "0", "DISCORD_TOKEN": server.token}
    async with running(server, create_bot(Settings.from_env(variables))) as bot:
        yield bot
    # Of a connection that breaks the library's log tells with a traceback, which bot.logs shortens.
    ours = [record for record in caplog.records if record.name != "discord.shard"]
    assert [record.getMessage() for record in ours if record.exc_info or record.levelno >= logging.ERROR] == []


@pytest.fixture
def players(server: Loopback, place: Place, pepper: PepperBot) -> Players:
    """Gives four people in the channel where that bot plays."""
    assert not pepper.is_closed()
    return Players(server, place.channel)
