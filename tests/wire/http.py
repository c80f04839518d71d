"""The HTTP side: routes, authorisation, faults, rate limits, schema checks and the log of every request."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.answers import Answers
from tests.wire.bodies import Body, read_body
from tests.wire.errors import Refused, invalid_form
from tests.wire.faults import Cut, Faults
from tests.wire.gateway import Gateway
from tests.wire.rates import Rates
from tests.wire.rest import Rest
from tests.wire.schema import Schemas
from tests.wire.state import Json, Refusal
from tests.wire.world import World

PREFIX = "/api/v10"
BY_TOKEN_ALONE = ("/interactions/", "/webhooks/")
KEPT_REQUESTS = 50_000
Handler = Callable[[web.Request, Body], Any]


@dataclass(frozen=True, slots=True)
class Logged:
    """A request as it came and how it was answered; `at` is the server's clock in seconds."""

    method: str
    path: str
    body: Any
    status: int
    code: int
    at: float


@dataclass(frozen=True, slots=True)
class Violation:
    """A body that Discord would have refused with 50035."""

    method: str
    path: str
    errors: Json
    body: Any


class Http:
    """Turns requests into calls of the endpoints, and refusals into Discord's error bodies."""

    def __init__(
        self,
        world: World,
        faults: Faults,
        endpoints: tuple[Rest, Answers],
        gateway: Gateway,
        rates: Rates | None,
        schemas: Schemas | None,
        token: str,
    ) -> None:
        self._world = world
        self._faults = faults
        self._gateway = gateway
        self._rates = rates
        self._schemas = schemas
        self._authorization = f"Bot {token}"
        self.requests: deque[Logged] = deque(maxlen=KEPT_REQUESTS)
        self.violations: list[Violation] = []
        self.app = web.Application(client_max_size=32 * 1024 * 1024)
        self.app.add_routes([web.get("/gateway", gateway.accept), web.get("/gateway/", gateway.accept)])
        self.app.add_routes([web.get("/attachments/{id}/{name}", self._attachment)])
        for method, path, handler in self._routes(*endpoints):
            self.app.router.add_route(method, PREFIX + path, self._serving(path, handler))
        self.app.router.add_route("*", "/{rest:.*}", self._serving("", _unknown))

    def _routes(self, rest: Rest, answers: Answers) -> tuple[tuple[str, str, Handler], ...]:
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        by_token = webhook + "/messages/{message_id}"
        commands = "/applications/{application_id}/commands"
        local = "/applications/{application_id}/guilds/{guild_id}/commands"
        emojis = "/applications/{application_id}/emojis"
        messages = "/channels/{channel_id}/messages"
        message = messages + "/{message_id}"
        return (
            ("GET", "/users/@me", rest.me),
            ("GET", "/users/{user_id}", rest.user),
            ("GET", "/oauth2/applications/@me", rest.application),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/guilds/{guild_id}", rest.guild),
            ("GET", "/guilds/{guild_id}/members/{user_id}", rest.member),
            ("GET", commands, rest.list_commands),
            ("PUT", commands, rest.put_commands),
            ("GET", local, rest.list_commands),
            ("PUT", local, rest.put_commands),
            ("GET", emojis, rest.list_emojis),
            ("POST", emojis, rest.create_emoji),
            ("DELETE", emojis + "/{emoji_id}", rest.delete_emoji),
            ("GET", "/channels/{channel_id}", rest.channel),
            ("POST", "/channels/{channel_id}/typing", rest.type),
            ("GET", messages, rest.history),
            ("POST", messages, rest.send),
            ("GET", message, rest.fetch),
            ("PATCH", message, rest.edit),
            ("DELETE", message, rest.delete),
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", answers.callback),
            ("POST", webhook, answers.follow_up),
            ("GET", by_token, answers.fetch),
            ("PATCH", by_token, answers.edit),
            ("DELETE", by_token, answers.delete),
        )

    def _gateway_bot(self, _request: web.Request, _body: Body) -> Json:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self._gateway.url, "shards": self._gateway.shards, "session_start_limit": limit}

    def _serving(self, template: str, handler: Handler) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(request, template, handler)

        return serve

    async def _serve(self, request: web.Request, template: str, handler: Handler) -> web.StreamResponse:
        body, headers, cut = Body(), {}, None
        try:
            body = await read_body(request)
            headers = self._admitted(request, template)
            cut = await self._faults.strike(request.method, request.path.removeprefix(PREFIX), body.text)
            if cut is Cut.BEFORE:
                return self._broken(request, body)
            self._checked(request.method, template, body)
            payload = handler(request, body)
            status = 204 if payload is None else 200
        except Refused as refusal:
            status, payload = refusal.status, refusal.body
            headers = headers | refusal.headers
            self._note_refusal(request, body, refusal)
        if cut is Cut.AFTER:
            return self._broken(request, body)
        self._log(request, body, status, payload)
        if payload is None:
            return web.Response(status=status, headers=headers)
        return web.Response(
            status=status, headers=headers, body=json.dumps(payload).encode(), content_type="application/json"
        )

    def _admitted(self, request: web.Request, template: str) -> dict[str, str]:
        path = request.path.removeprefix(PREFIX)
        if not path.startswith(BY_TOKEN_ALONE) and request.headers.get("Authorization") != self._authorization:
            raise Refused(40001)
        if self._rates is None:
            return {}
        info = request.match_info
        place = info.get("channel_id") or info.get("webhook_token") or ""
        return self._rates.take(request.method, template, place, self._world.now())

    def _checked(self, method: str, template: str, body: Body) -> None:
        if self._schemas is None or body.json is None:
            return
        if problems := self._schemas.problems(method, template, body.json):
            raise invalid_form(problems)

    def _note_refusal(self, request: web.Request, body: Body, refusal: Refused) -> None:
        if "errors" in refusal.body:
            errors = refusal.body["errors"]
            self.violations.append(Violation(request.method, request.path, errors, body.json))
        token = request.match_info.get("interaction_token") or request.match_info.get("webhook_token") or ""
        if interaction := self._world.interactions.get(token):
            interaction.refusals.append(Refusal(refusal.status, refusal.code))

    def _log(self, request: web.Request, body: Body, status: int, payload: Any) -> None:
        code = payload.get("code", 0) if status >= 400 else 0
        path = request.path.removeprefix(PREFIX)
        self.requests.append(Logged(request.method, path, body.json, status, code, self._world.now()))
        self._world.touch()

    def _broken(self, request: web.Request, body: Body) -> web.Response:
        self._log(request, body, 0, None)
        # A process that was killed meanwhile has no connection left to break.
        if isinstance(request.transport, asyncio.Transport):
            request.transport.abort()
        return web.Response()

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = int(request.match_info["id"])
        for message in self._world.messages.values():
            for file in message.attachments:
                if file.id == wanted:
                    return web.Response(body=file.data)
        raise web.HTTPNotFound


def _unknown(_request: web.Request, _body: Body) -> None:
    raise Refused(0)
