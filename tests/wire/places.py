"""What happens around a bot: servers, channels, threads and people come, change and go."""

from dataclasses import replace

import discord

from tests.wire.gateway import Gateway
from tests.wire.payloads import channel_payload, guild_payload, message_payload
from tests.wire.state import BOT_PERMISSIONS, MEMBER_PERMISSIONS, PUBLIC_THREAD, TEXT, Channel, Guild, Message, User
from tests.wire.world import World


class Places:
    """Changes the world and tells the bot, as far as its intents want to know."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self._origin = ""

    def _base(self) -> str:
        return self._origin

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
