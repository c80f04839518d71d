"""The JSON Discord sends: people, places, messages and interactions, as its clients expect them."""

import datetime as dt

import discord

from tests.wire.state import (
    COMMAND,
    EDIT,
    EPHEMERAL,
    PUBLIC_THREAD,
    SAY,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    User,
)
from tests.wire.world import World


def timestamp(snowflake: int) -> str:
    """Reads the time of day out of a snowflake."""
    return discord.utils.snowflake_time(snowflake).isoformat()


def user_payload(user: User) -> Json:
    """Describes somebody."""
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": None if user.bot else user.name.title(),
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def member_payload(user: User, permissions: int | None = None) -> Json:
    """Describes somebody on a server; `permissions` come only with an interaction."""
    payload: Json = {
        "user": user_payload(user),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": timestamp(user.id),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    return payload if permissions is None else payload | {"permissions": str(permissions)}


def channel_payload(channel: Channel, bot: User) -> Json:
    """Describes a channel or a thread; what the bot may do in it is an overwrite on the bot."""
    payload: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": None if channel.parent is None else str(channel.parent.id),
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "flags": 0,
        "nsfw": False,
    }
    if channel.kind == PUBLIC_THREAD:
        return payload | thread_fields(channel, bot)
    everything = discord.Permissions.all().value
    overwrite = {
        "id": str(bot.id),
        "type": 1,
        "allow": str(channel.bot_permissions),
        "deny": str(everything & ~channel.bot_permissions),
    }
    voice = {"bitrate": 64000, "user_limit": 0}
    return payload | voice | {"position": 0, "topic": None, "permission_overwrites": [overwrite]}


def thread_fields(thread: Channel, bot: User) -> Json:
    """Describes what threads have beyond other channels."""
    created = timestamp(thread.id)
    return {
        "owner_id": str(bot.id),
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": created,
            "create_timestamp": created,
        },
    }


def guild_payload(guild: Guild, world: World) -> Json:
    """Describes a server with its channels and live threads, as GUILD_CREATE does."""
    places = [channel for channel in world.channels.values() if channel.guild.id == guild.id]
    bot = world.application
    everyone = {
        "id": str(guild.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(world.owner.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(world.owner.id),
        "preferred_locale": guild.locale,
        "roles": [everyone],
        "emojis": [],
        "features": [],
        "member_count": len(world.users) + 1,
        "members": [member_payload(bot)],
        "large": False,
        "unavailable": False,
        "joined_at": timestamp(guild.id),
        "channels": [channel_payload(place, bot) for place in places if place.kind != PUBLIC_THREAD],
        "threads": [
            channel_payload(place, bot) for place in places if place.kind == PUBLIC_THREAD and not place.archived
        ],
        "voice_states": [],
        "presences": [],
    }


def attachment_payload(attachment: Attachment, base: str) -> Json:
    """Describes a file and where it can be fetched."""
    url = f"{base}/attachments/{attachment.id}/{attachment.filename}"
    return {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": url,
        "proxy_url": url,
        "description": attachment.description,
        "content_type": "application/octet-stream",
    }


def message_payload(message: Message, base: str) -> Json:
    """Describes a message as it stands."""
    payload: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": 0 if message.cause is None else (20 if message.cause.kind == COMMAND else 19),
        "author": user_payload(message.author),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": [attachment_payload(file, base) for file in message.attachments],
        "flags": message.flags,
        "timestamp": timestamp(message.id),
        "edited_timestamp": None if message.edited_at is None else _iso(message.edited_at),
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
    }
    if message.cause is not None:
        payload |= {"webhook_id": payload["author"]["id"], "application_id": payload["author"]["id"]}
    return payload


def _iso(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


def interaction_payload(interaction: Interaction, world: World, base: str) -> Json:
    """Describes a press, command or form the way INTERACTION_CREATE brings it."""
    channel, guild, user = interaction.channel, interaction.channel.guild, interaction.user
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application.id),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "channel_id": str(channel.id),
        "channel": channel_payload(channel, world.application) | {"permissions": str(user.permissions)},
        "member": member_payload(user, user.permissions),
        "app_permissions": str(channel.bot_permissions),
        "locale": user.locale,
        "guild_locale": guild.locale,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": 0,
        "attachment_size_limit": 10 * 1024 * 1024,
        "data": interaction.data,
    }
    if interaction.source is not None:
        payload["message"] = message_payload(interaction.source, base)
    return payload


def callback_payload(interaction: Interaction, base: str) -> Json:
    """Describes what an answer did, as the callback endpoint reports it."""
    answer: Json = {"id": str(interaction.id), "type": interaction.kind}
    message = interaction.original
    if message is not None:
        answer |= {
            "response_message_id": str(message.id),
            "response_message_loading": interaction.waiting,
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
    if message is None or interaction.response not in (SAY, EDIT):
        return {"interaction": answer}
    resource = {"type": interaction.response, "message": message_payload(message, base)}
    return {"interaction": answer, "resource": resource}


def resolved_payload(values: list[object], bot: User) -> Json:
    """Describes the people and channels a command's options name."""
    users = [value for value in values if isinstance(value, User)]
    channels = [value for value in values if isinstance(value, Channel)]
    members = {str(user.id): member_payload(user, user.permissions) for user in users}
    for member in members.values():
        del member["user"]
    return {
        "users": {str(user.id): user_payload(user) for user in users},
        "members": members,
        "channels": {str(channel.id): channel_payload(channel, bot) for channel in channels},
    }
