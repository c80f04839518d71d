"""A loopback Discord for each test, which ends with no malformed body, and one channel with two people."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from tests.wire.loopback import Loopback
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
