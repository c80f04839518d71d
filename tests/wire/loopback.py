"""The loopback Discord, whole: a server to start, and everything that people and Discord do to a bot.

    async with Loopback() as server:
        guild = server.create_guild()
        channel, anna = server.create_channel(guild), server.create_user("anna")
        async with running(server, bot):
            asked = await server.slash(anna, channel, "pepper start", preset="lone")
            press = await server.click(anna, asked.message.id, "pepper:1:join")

Clock and deadlines are the server's: `advance` ages tokens and messages without waiting.
"""

import base64
import secrets
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.wire.answers import Answers
from tests.wire.faults import Faults
from tests.wire.gateway import Gateway
from tests.wire.http import PREFIX, Http, Logged, Violation
from tests.wire.people import People
from tests.wire.rates import Rates
from tests.wire.rest import Rest
from tests.wire.schema import Schemas, find_description
from tests.wire.world import World


class Loopback(People):
    """A Discord of one's own on 127.0.0.1; `violations` holds every body it refused as malformed."""

    def __init__(self, *, rate_limits: bool = False, schemas: bool = True) -> None:
        world = World()
        identity = base64.b64encode(str(world.application.id).encode()).decode().rstrip("=")
        self.token = f"{identity}.wire.{secrets.token_hex(16)}"
        super().__init__(world, Gateway(world, self.token))
        self.faults = Faults()
        self.rest_url = ""
        self.gateway_url = ""
        description = find_description() if schemas else None
        rates = Rates() if rate_limits else None
        endpoints = (
            Rest(self.world, self._base, self._announce, rates),
            Answers(self.world, self._base, self._announce),
        )
        schema = None if description is None else Schemas(description)
        self._http = Http(self.world, self.faults, endpoints, self.gateway, rates, schema, self.token)
        self._runner = web.AppRunner(self._http.app, access_log=None, shutdown_timeout=1.0)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self._origin = f"http://{host}:{port}"
        self.rest_url = self._origin + PREFIX
        self.gateway_url = self.gateway.url = f"ws://{host}:{port}/gateway"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gateway.drop()
        await self._runner.cleanup()

    def environment(self) -> dict[str, str]:
        """Names the variables with which `python -m tests.wire.launch` finds this server."""
        return {
            "LOOPBACK_REST": self.rest_url,
            "LOOPBACK_GATEWAY": self.gateway_url,
            "DISCORD_TOKEN": self.token,
        }

    @property
    def requests(self) -> tuple[Logged, ...]:
        """Every request so far, oldest first; status 0 is a connection cut on purpose."""
        return tuple(self._http.requests)

    @property
    def violations(self) -> list[Violation]:
        """Bodies answered with 50035; a test that provokes some clears the list."""
        return self._http.violations
