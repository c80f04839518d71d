"""The loopback Discord: starts the server, and does what people and Discord itself do to a bot.

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
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, TypeVar

import discord
from aiohttp import web

from tests.wire.answers import Answers
from tests.wire.commands import invocation
from tests.wire.faults import Faults
from tests.wire.gateway import Gateway
from tests.wire.http import PREFIX, Http, Logged, Violation
from tests.wire.payloads import (
    channel_payload,
    guild_payload,
    interaction_payload,
    message_payload,
    resolved_payload,
)
from tests.wire.rates import Rates
from tests.wire.rest import Rest
from tests.wire.schema import Schemas, find_description
from tests.wire.state import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    BOT_PERMISSIONS,
    COMMAND,
    COMPONENT,
    MEMBER_PERMISSIONS,
    MODAL,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    User,
    World,
    walk,
)

T = TypeVar("T")


class Loopback:
    """A Discord of one's own on 127.0.0.1; `violations` holds every body it refused as malformed."""

    def __init__(self, *, rate_limits: bool = False, schemas: bool = True) -> None:
        self.world = World()
        self.faults = Faults()
        identity = base64.b64encode(str(self.world.application.id).encode()).decode().rstrip("=")
        self.token = f"{identity}.wire.{secrets.token_hex(16)}"
        self.gateway = Gateway(self.world, self.token)
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
        self._origin = ""

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

    # Places and people

    def create_guild(self, name: str = "Card room", *, locale: str = "en-US") -> Guild:
        """Adds the bot to a new server."""
        guild = Guild(self.world.new_id(), name, locale)
        self.world.guilds[guild.id] = guild
        self.gateway.dispatch("GUILD_CREATE", guild_payload(guild, self.world), guild.id)
        return guild

    def create_channel(
        self, guild: Guild, name: str = "pepper", *, kind: int = TEXT, permissions: int = BOT_PERMISSIONS
    ) -> Channel:
        """Adds a channel in which the bot holds those permissions."""
        channel = Channel(self.world.new_id(), guild, name, kind, bot_permissions=permissions)
        return self._added(channel, "CHANNEL_CREATE")

    def create_thread(self, parent: Channel, name: str = "a table") -> Channel:
        """Opens a thread below a channel, with that channel's permissions."""
        permissions = parent.bot_permissions
        thread = Channel(self.world.new_id(), parent.guild, name, PUBLIC_THREAD, parent, permissions)
        return self._added(thread, "THREAD_CREATE")

    def _added(self, channel: Channel, event: str) -> Channel:
        self.world.channels[channel.id] = channel
        self._tell(event, channel)
        return channel

    def create_user(self, name: str, *, locale: str = "en-US", permissions: int = MEMBER_PERMISSIONS) -> User:
        """Adds a person to every server."""
        user = User(self.world.new_id(), name, locale, permissions)
        self.world.users[user.id] = user
        return user

    def speak(self, user: User, locale: str) -> User:
        """Switches a person's client to another language and returns the person as they are now."""
        self.world.users[user.id] = replace(user, locale=locale)
        return self.world.users[user.id]

    def permit(self, channel: Channel, permissions: int) -> None:
        """Sets what the bot may do in a channel, and tells it."""
        channel.bot_permissions = permissions
        self._tell("THREAD_UPDATE" if channel.kind == PUBLIC_THREAD else "CHANNEL_UPDATE", channel)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archives a thread."""
        thread.archived, thread.locked = True, locked
        self._tell("THREAD_UPDATE", thread)

    def delete_channel(self, channel: Channel) -> None:
        """Deletes a channel or thread with its messages."""
        del self.world.channels[channel.id]
        for message in [one for one in self.world.messages.values() if one.channel is channel]:
            del self.world.messages[message.id]
        self._tell("THREAD_DELETE" if channel.kind == PUBLIC_THREAD else "CHANNEL_DELETE", channel)

    def remove_bot(self, guild: Guild) -> None:
        """Throws the bot out of a server."""
        del self.world.guilds[guild.id]
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def _tell(self, event: str, channel: Channel) -> None:
        payload = channel_payload(channel, self.world.application)
        self.gateway.dispatch(event, payload, channel.guild.id, lambda intents: intents.guilds)
        self.world.touch()

    # What people do

    async def slash(
        self, user: User, channel: Channel, name: str, /, *, wait: bool = True, **options: Any
    ) -> Interaction:
        """Runs a slash command such as "pepper start"; returns once it is answered, or has failed after 3 s.

        Raises LookupError or ValueError for what Discord's client wouldn't offer.
        """
        data = self._command_data(channel, name, options)
        return await self._deliver(COMMAND, user, channel, data, wait=wait)

    async def complete(
        self, user: User, channel: Channel, name: str, /, *, focused: str, **options: Any
    ) -> tuple[Json, ...]:
        """Types into an option that completes; returns the choices the bot suggests."""
        data = self._command_data(channel, name, options, focused)
        asked = await self._deliver(AUTOCOMPLETE, user, channel, data)
        return tuple(asked.choices)

    def _command_data(self, channel: Channel, name: str, options: dict[str, Any], focused: str | None = None) -> Json:
        known = self.world.commands[None] + self.world.commands.get(channel.guild.id, [])
        data = invocation(known, name, options, focused)
        if any(isinstance(value, User | Channel) for value in options.values()):
            data["resolved"] = resolved_payload(list(options.values()), self.world.application)
        return data

    async def click(
        self,
        user: User,
        message_id: int,
        custom_id: str,
        *,
        forged: bool = False,
        times: int = 1,
        wait: bool = True,
    ) -> Interaction:
        """Presses a button; `times` delivers the same press again, `forged` one the message doesn't hold.

        Raises LookupError when the person can't see the message, or the button isn't there to be pressed.
        """
        message = self._seen(user, message_id, custom_id, forged=forged)
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        return await self._deliver(COMPONENT, user, message.channel, data, source=message, times=times, wait=wait)

    async def select(
        self, user: User, message_id: int, custom_id: str, *values: str, forged: bool = False
    ) -> Interaction:
        """Chooses values in a select; raises LookupError for what isn't offered."""
        message = self._seen(user, message_id, custom_id, forged=forged)
        part = message.interactive().get(custom_id, {})
        offered = [option["value"] for option in part.get("options") or ()]
        if not forged and not set(values) <= set(offered):
            raise LookupError(f"{values} are not all among {offered}")
        data = {
            "custom_id": custom_id,
            "component_type": part.get("type", 3),
            "id": 1,
            "values": list(values),
        }
        return await self._deliver(COMPONENT, user, message.channel, data, source=message)

    async def submit(self, asked: Interaction, /, **values: str) -> Interaction:
        """Sends the form an interaction opened, its text fields filled by custom id."""
        assert asked.modal is not None, "no form was opened"
        parts: list[Json] = []
        for part in walk(asked.modal["components"]):
            if part.get("type") == 4:
                value = values.get(part["custom_id"], part.get("value") or "")
                field = {"type": 4, "id": 1, "custom_id": part["custom_id"], "value": value}
                parts.append({"type": 1, "id": 1, "components": [field]})
        data = {"custom_id": asked.modal["custom_id"], "components": parts}
        return await self._deliver(MODAL, asked.user, asked.channel, data, source=asked.source)

    async def redeliver(self, interaction: Interaction) -> None:
        """Sends the very same interaction once more, as Discord now and then does."""
        self.gateway.dispatch("INTERACTION_CREATE", interaction.payload, interaction.channel.guild.id)

    async def _deliver(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        times: int = 1,
        wait: bool = True,
    ) -> Interaction:
        world = self.world
        person = world.users.get(user.id, user)
        token = secrets.token_urlsafe(48)
        asked = Interaction(world.new_id(), token, kind, person, channel, data, source, world.now())
        asked.payload = interaction_payload(asked, world, self._base())
        world.interactions[token] = asked
        if not self.gateway.sessions:
            raise ConnectionError("no bot ever connected to this server")
        for _ in range(times):
            await self.redeliver(asked)
        if wait:
            await self.answered(asked)
        return asked

    async def answered(self, asked: Interaction) -> Interaction:
        """Waits until an interaction has its first answer, or has failed."""
        deadline = asked.delivered + ANSWER_SECONDS
        try:
            await self.world.until(lambda: not asked.failed, deadline)
        except TimeoutError:
            return asked
        return asked

    async def shown(self, asked: Interaction, seconds: float = 10.0) -> Message:
        """Waits until a deferred answer is filled in; raises TimeoutError after so many seconds."""
        await self.until(lambda: asked.original is not None and not asked.waiting, seconds)
        return asked.message

    def _seen(self, user: User, message_id: int, custom_id: str, *, forged: bool) -> Message:
        message = self.world.messages.get(message_id)
        if message is None or not message.visible_to(user):
            raise LookupError(f"{user.name} sees no message {message_id}")
        part = message.interactive().get(custom_id)
        if not forged and (part is None or part.get("disabled")):
            raise LookupError(f"{custom_id!r} can't be pressed; there is {list(message.interactive())}")
        return message

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Writes a message as a person; the bot isn't shown its content."""
        message = Message(self.world.new_id(), channel, user, self.world.now(), content)
        self.world.messages[message.id] = message
        self._announce("MESSAGE_CREATE", message)
        return message

    def remove(self, message: Message) -> None:
        """Deletes a public message as a moderator, or dismisses an ephemeral one as its reader."""
        del self.world.messages[message.id]
        self._announce("MESSAGE_DELETE", message)

    # What can be known

    def visible(self, user: User, channel: Channel) -> tuple[Message, ...]:
        """Lists what a person sees in a channel, oldest first."""
        return self.world.visible(user, channel)

    def advance(self, seconds: float) -> None:
        """Moves the server's clock on."""
        self.world.advance(seconds)

    async def until(self, holds: Callable[[], T], seconds: float = 10.0) -> T:
        """Waits until something true comes back and returns it; raises TimeoutError after so many seconds."""
        return await self.world.until(holds, self.world.now() + seconds)

    async def connected(self, shards: int = 1, seconds: float = 20.0) -> None:
        """Waits until the bot has identified with that many shards."""
        await self.until(lambda: self.gateway.connected(shards), seconds)

    def _base(self) -> str:
        return self._origin

    def _announce(self, event: str, message: Message) -> None:
        if message.ephemeral:
            return
        payload = message_payload(message, self._base())
        payload |= {"guild_id": str(message.channel.guild.id)}
        if message.author is not self.world.application:
            payload |= {"content": "", "embeds": [], "components": [], "attachments": []}
        if event == "MESSAGE_DELETE":
            payload = {key: payload[key] for key in ("id", "channel_id", "guild_id")}
        self.gateway.dispatch(event, payload, message.channel.guild.id, _wants_messages)
        self.world.touch()


def _wants_messages(intents: discord.Intents) -> bool:
    return intents.guild_messages
