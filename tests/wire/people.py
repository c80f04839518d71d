"""What people do to a bot: they run commands, press, choose, fill in forms, write and delete."""

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from tests.wire.commands import invocation
from tests.wire.payloads import interaction_payload, resolved_payload
from tests.wire.places import Places
from tests.wire.state import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Channel,
    Interaction,
    Json,
    Message,
    User,
    walk,
)

T = TypeVar("T")


class People(Places):
    """Delivers interactions and waits for their answers; refuses what Discord's client wouldn't let a person do."""

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
