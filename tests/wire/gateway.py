"""The websocket side: HELLO to READY, heartbeats, dispatches with a replay log, RESUME, and ways to break it."""

import asyncio
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web

from tests.wire.payloads import guild_payload, user_payload
from tests.wire.state import Json
from tests.wire.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
UNAUTHENTICATED, BAD_SHARD, DISALLOWED_INTENTS = 4004, 4010, 4014
PRIVILEGED = discord.Intents(members=True, presences=True, message_content=True).value
HEARTBEAT_MS = 41_250


@dataclass(eq=False, slots=True)
class Connection:
    """One open websocket; frames leave in the order they were pushed."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport
    outbox: asyncio.Queue[str | int] = field(default_factory=asyncio.Queue)

    def push(self, op: int, data: Any) -> None:
        """Queues a frame that is no dispatch."""
        self.outbox.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Queues a close frame."""
        self.outbox.put_nowait(code)

    async def pump(self) -> None:
        """Sends what is queued until a close code comes."""
        while isinstance(frame := await self.outbox.get(), str):
            await self.socket.send_str(frame)
        await self.socket.close(code=frame)


@dataclass(eq=False, slots=True)
class Session:
    """What one shard of the bot subscribed to, and all it was ever sent."""

    id: str
    shard: tuple[int, int]
    intents: discord.Intents
    connection: Connection | None
    log: list[str] = field(default_factory=list)

    def dispatch(self, event: str, data: Any) -> None:
        """Records an event and sends it when the shard is connected; otherwise RESUME replays it."""
        self.log.append(json.dumps({"op": DISPATCH, "t": event, "s": len(self.log) + 1, "d": data}))
        if self.connection is not None:
            self.connection.outbox.put_nowait(self.log[-1])

    def replay(self, after: int) -> None:
        """Sends again what came after a sequence number."""
        assert self.connection is not None
        for frame in self.log[after:]:
            self.connection.outbox.put_nowait(frame)

    def serves(self, guild_id: int) -> bool:
        """Tells whether this shard carries that guild: `(guild_id >> 22) % shards`."""
        shard, shards = self.shard
        return (guild_id >> 22) % shards == shard


class Gateway:
    """Every session of the bot; the newest of each shard gets the events."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self._sessions: dict[str, Session] = {}
        self._current: dict[tuple[int, int], Session] = {}
        self._connections: set[Connection] = set()
        self._refusing = 0
        self.url = ""
        self.shards = 1
        self.identifies = 0
        self.resumes = 0
        self.heartbeats = 0

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """Serves one websocket from HELLO to its end."""
        if self._refusing:
            self._refusing -= 1
            return web.Response(status=503)
        assert request.transport is not None
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request.transport)
        self._connections.add(connection)
        connection.push(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        pump = asyncio.create_task(connection.pump(), name="gateway pump")
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(connection, json.loads(frame.data))
        finally:
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
            self._detach(connection)
            self._world.touch()
        return socket

    def _receive(self, connection: Connection, frame: Json) -> None:
        match frame["op"]:
            case 1:
                self.heartbeats += 1
                connection.push(ACK, None)
            case 2:
                self._identify(connection, frame["d"])
            case 6:
                self._resume(connection, frame["d"])
        self._world.touch()

    def _identify(self, connection: Connection, asked: Json) -> None:
        self.identifies += 1
        shard, shards = asked.get("shard") or (0, 1)
        for wrong, code in (
            (asked["token"] != self._token, UNAUTHENTICATED),
            (not 0 <= shard < shards, BAD_SHARD),
            (bool(asked["intents"] & PRIVILEGED), DISALLOWED_INTENTS),
        ):
            if wrong:
                connection.close(code)
                return
        intents = discord.Intents._from_value(asked["intents"])
        session = Session(secrets.token_hex(16), (shard, shards), intents, connection)
        self._sessions[session.id] = session
        self._current = {key: old for key, old in self._current.items() if key[1] == shards}
        self._current[session.shard] = session
        self._welcome(session)

    def _welcome(self, session: Session) -> None:
        world = self._world
        guilds = [guild for guild in world.guilds.values() if session.serves(guild.id)]
        ready = {
            "v": 10,
            "user": user_payload(world.application),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(world.application.id), "flags": 0},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            session.dispatch("GUILD_CREATE", guild_payload(guild, world))

    def _resume(self, connection: Connection, asked: Json) -> None:
        self.resumes += 1
        session = self._sessions.get(asked["session_id"])
        if asked["token"] != self._token or session is None:
            connection.push(INVALID, False)
            return
        session.connection = connection
        session.replay(asked["seq"])
        session.dispatch("RESUMED", {})

    def _detach(self, connection: Connection) -> None:
        self._connections.discard(connection)
        for session in (*self._sessions.values(), *self._current.values()):
            if session.connection is connection:
                session.connection = None

    def connected(self, shards: int = 1) -> bool:
        """Tells whether that many shards identified and are connected."""
        live = [session for session in self._current.values() if session.connection is not None]
        return len(live) >= shards

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The newest session of each shard."""
        return tuple(self._current.values())

    def dispatch(
        self, event: str, data: Any, guild_id: int, wants: Callable[[discord.Intents], bool] = lambda _: True
    ) -> int:
        """Sends an event to the shard that carries the guild, if its intents want it; returns how many got it."""
        chosen = [session for session in self.sessions if session.serves(guild_id) and wants(session.intents)]
        for session in chosen:
            session.dispatch(event, data)
        return len(chosen)

    def reconnect(self) -> None:
        """Asks the bot to reconnect (op 7); what happens meanwhile is replayed when it resumes."""
        self._leave(lambda connection: connection.push(RECONNECT, None))

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declares the session invalid (op 9)."""
        if not resumable:
            self.forget()
        self._leave(lambda connection: connection.push(INVALID, resumable))

    def close(self, code: int) -> None:
        """Closes every websocket with a code such as 4000 (resume) or 4004 (give up)."""
        self._leave(lambda connection: connection.close(code))

    def drop(self) -> None:
        """Breaks every websocket without a close frame, as a dead network does."""
        self._leave(lambda connection: connection.transport.abort())

    def hang(self) -> None:
        """Reads nothing more from any websocket, as a network does that swallows packets."""
        for connection in self._connections:
            connection.transport.pause_reading()

    def refuse(self, times: int = 1) -> None:
        """Answers so many websocket connections with 503, from the next one on; 0 lets them in again."""
        self._refusing = times

    def forget(self) -> None:
        """Forgets every session, so that a RESUME is refused with op 9."""
        self._sessions.clear()

    def _leave(self, how: Callable[[Connection], None]) -> None:
        for connection in tuple(self._connections):
            self._detach(connection)
            how(connection)
