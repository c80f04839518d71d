"""Points the client library at a loopback Discord, for a bot in the same process or in its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.wire.loopback import Loopback

ClientT = TypeVar("ClientT", bound=discord.Client)


def point_at(rest: str, gateway: str) -> None:
    """Sets where every client of this process goes, for good."""
    Route.BASE = rest
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextlib.contextmanager
def pointed_at(server: Loopback) -> Iterator[None]:
    """Sends every client of this process to the server, until the block ends."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_at(server.rest_url, server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def running(server: Loopback, client: ClientT) -> AsyncIterator[ClientT]:
    """Runs a client on the server, from login until the block ends; its failure to start is raised here."""
    with pointed_at(server):
        run = asyncio.create_task(client.start(server.token), name="client")
        connected = asyncio.create_task(server.connected(), name="connected")
        try:
            await asyncio.wait((run, connected), return_when=asyncio.FIRST_COMPLETED)
            await (run if run.done() else connected)
            yield client
        finally:
            connected.cancel()
            await client.close()
            run.cancel()
            await asyncio.gather(run, connected, return_exceptions=True)
