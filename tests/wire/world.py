"""All the loopback Discord knows, and the clock it judges by; no HTTP and no websocket live here."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import discord

from tests.wire.state import Channel, Guild, Interaction, Json, Message, User

T = TypeVar("T")

LOOK_SECONDS = 0.01  # the bot may change what a test waits for without the server noticing


class World:
    """Everything the server stores; ids and times only ever grow."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._last_id = 0
        self._changed = asyncio.Event()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        self.emojis: dict[int, Json] = {}
        self.application = User(self.new_id(), "Pepper", bot=True)
        self.owner = User(self.new_id(), "owner")

    def new_id(self) -> int:
        """Draws a snowflake that holds the real time of day, greater than every one before."""
        milliseconds = int(time.time() * 1000) - discord.utils.DISCORD_EPOCH
        self._last_id = max(self._last_id + 1, milliseconds << 22)
        return self._last_id

    def now(self) -> float:
        """Reads the server's clock in seconds."""
        return time.monotonic() + self._offset

    def advance(self, seconds: float) -> None:
        """Moves the server's clock forward, so that deadlines and tokens age without anybody waiting."""
        self._offset += seconds
        self.touch()

    def touch(self) -> None:
        """Wakes whoever waits for a change."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def until(self, holds: Callable[[], T], deadline: float) -> T:
        """Waits for `holds` to be true and returns its value; raises TimeoutError at that time of the server."""
        while not (value := holds()):
            remaining = deadline - self.now()
            if remaining <= 0:
                raise TimeoutError(f"nothing of the kind happened: {holds}")
            try:
                async with asyncio.timeout(min(remaining, LOOK_SECONDS)):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return value

    def visible(self, user: User, channel: Channel) -> tuple[Message, ...]:
        """Lists what that person sees in the channel, oldest first."""
        return tuple(
            message
            for _, message in sorted(self.messages.items())
            if message.channel.id == channel.id and message.visible_to(user)
        )
