"""The REST endpoints that the bot's own token opens: itself, commands, emojis, channels and messages."""

import base64
import binascii
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.wire.answers import Announce
from tests.wire.bodies import Body, write_message
from tests.wire.commands import registration_problems
from tests.wire.errors import Refused, invalid_form
from tests.wire.limits import EMOJI_NAME
from tests.wire.payloads import channel_payload, guild_payload, member_payload, message_payload, user_payload
from tests.wire.rates import Rates
from tests.wire.state import PUBLIC_THREAD, Channel, Json, Message
from tests.wire.world import World

EMOJIS = 2000
EMOJI_BYTES = 256 * 1024
OLD_SECONDS = 3600.0


class Rest:
    """Handlers take a request and its body, and return what to send as JSON; None is 204."""

    def __init__(self, world: World, base: Callable[[], str], announce: Announce, rates: Rates | None) -> None:
        self._world = world
        self._base = base
        self._announce = announce
        self._rates = rates

    def me(self, _request: web.Request, _body: Body) -> Json:
        """Describes the bot."""
        return user_payload(self._world.application) | {
            "mfa_enabled": False,
            "verified": True,
            "locale": "en-US",
        }

    def application(self, _request: web.Request, _body: Body) -> Json:
        """Describes the application and its owner."""
        return {
            "id": str(self._world.application.id),
            "name": self._world.application.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": user_payload(self._world.owner),
            "verify_key": "0" * 64,
            "flags": 0,
            "team": None,
        }

    def user(self, request: web.Request, _body: Body) -> Json:
        """Describes somebody."""
        user = self._world.users.get(int(request.match_info["user_id"]))
        if user is None:
            raise Refused(10013)
        return user_payload(user)

    def guild(self, request: web.Request, _body: Body) -> Json:
        """Describes a server the bot is on."""
        guild = self._world.guilds.get(int(request.match_info["guild_id"]))
        if guild is None:
            raise Refused(10004)
        return guild_payload(guild, self._world)

    def member(self, request: web.Request, body: Body) -> Json:
        """Describes somebody on a server."""
        self.guild(request, body)
        user = self._world.users.get(int(request.match_info["user_id"]))
        if user is None:
            raise Refused(10013)
        return member_payload(user)

    def list_commands(self, request: web.Request, _body: Body) -> list[Json]:
        """Lists the commands registered everywhere, or on one server."""
        return self._world.commands.get(_scope(request), [])

    def put_commands(self, request: web.Request, body: Body) -> list[Json]:
        """Replaces the commands; an unchanged name keeps its id."""
        commands: list[Json] = body.json or []
        if problems := list(registration_problems(commands)):
            raise invalid_form(problems)
        before = {command["name"]: command["id"] for command in self.list_commands(request, body)}
        application = str(self._world.application.id)
        stored = [
            {"type": 1, "options": []}
            | {key: value for key, value in command.items() if value is not None}
            | {
                "id": before.get(command["name"]) or str(self._world.new_id()),
                "application_id": application,
                "version": str(self._world.new_id()),
                "default_member_permissions": command.get("default_member_permissions"),
            }
            for command in commands
        ]
        self._world.commands[_scope(request)] = stored
        return stored

    def list_emojis(self, _request: web.Request, _body: Body) -> Json:
        """Lists the application's emojis."""
        return {"items": list(self._world.emojis.values())}

    def create_emoji(self, _request: web.Request, body: Body) -> Json:
        """Adds an emoji: 2–32 letters, digits or underscores, a picture of at most 256 KiB, 2,000 in all."""
        name, image = body.json.get("name") or "", body.json.get("image") or ""
        if len(self._world.emojis) >= EMOJIS:
            raise Refused(30008)
        if not EMOJI_NAME.fullmatch(name):
            raise invalid_form([("name", f"String value did not match validation regex: {name!r}")])
        if any(emoji["name"] == name for emoji in self._world.emojis.values()):
            raise invalid_form([("name", "An emoji with this name already exists")])
        if len(_decoded(image)) > EMOJI_BYTES:
            raise invalid_form([("image", "File cannot be larger than 256.0 kb.")])
        emoji: Json = {
            "id": str(self._world.new_id()),
            "name": name,
            "user": user_payload(self._world.application),
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self._world.emojis[int(emoji["id"])] = emoji
        return emoji

    def delete_emoji(self, request: web.Request, _body: Body) -> None:
        """Removes an emoji."""
        if self._world.emojis.pop(int(request.match_info["emoji_id"]), None) is None:
            raise Refused(10014)

    def channel(self, request: web.Request, _body: Body) -> Json:
        """Describes a channel."""
        return channel_payload(self._place(request), self._world.application)

    def type(self, request: web.Request, _body: Body) -> None:
        """Shows the bot typing."""
        self._sendable(self._place(request))

    def send(self, request: web.Request, body: Body) -> Json:
        """Sends a public message; it wakes an archived thread unless that is locked."""
        channel = self._place(request)
        self._sendable(channel)
        if body.files and not channel.bot_may(attach_files=True):
            raise Refused(50013)
        if channel.archived:
            if channel.locked:
                raise Refused(50083)
            channel.archived = False
        world = self._world
        message = Message(world.new_id(), channel, world.application, world.now())
        write_message(world, message, body.json or {}, body, new=True)
        world.messages[message.id] = message
        self._announce("MESSAGE_CREATE", message)
        return message_payload(message, self._base())

    def history(self, request: web.Request, _body: Body) -> list[Json]:
        """Lists the newest public messages, newest first; `limit` is 50 unless told."""
        channel = self._place(request)
        if not channel.bot_may(read_message_history=True):
            raise Refused(50013)
        public = [one for one in self._world.messages.values() if one.channel is channel and not one.ephemeral]
        newest = sorted(public, key=lambda one: one.id, reverse=True)[: int(request.query.get("limit", 50))]
        return [message_payload(message, self._base()) for message in newest]

    def fetch(self, request: web.Request, _body: Body) -> Json:
        """Reads a public message."""
        return message_payload(self._message(request), self._base())

    def edit(self, request: web.Request, body: Body) -> Json:
        """Edits a public message of the bot's own; in an archived thread none can be."""
        message = self._message(request)
        if message.author is not self._world.application:
            raise Refused(50005)
        if message.channel.archived:
            raise Refused(50083)
        if self._rates is not None and self._world.now() > message.created + OLD_SECONDS:
            self._rates.take_old_edit(str(message.channel.id), self._world.now())
        write_message(self._world, message, body.json or {}, body, new=False)
        self._announce("MESSAGE_UPDATE", message)
        return message_payload(message, self._base())

    def delete(self, request: web.Request, _body: Body) -> None:
        """Deletes a public message: the bot's own, or anybody's with Manage Messages."""
        message = self._message(request)
        if message.author is not self._world.application and not message.channel.bot_may(manage_messages=True):
            raise Refused(50013)
        del self._world.messages[message.id]
        self._announce("MESSAGE_DELETE", message)

    def _place(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(int(request.match_info["channel_id"]))
        if channel is None:
            raise Refused(10003)
        if channel.guild.id not in self._world.guilds or not channel.bot_may(view_channel=True):
            raise Refused(50001)
        return channel

    def _sendable(self, channel: Channel) -> None:
        thread = channel.kind == PUBLIC_THREAD
        if not channel.bot_may(**{"send_messages_in_threads" if thread else "send_messages": True}):
            raise Refused(50013)

    def _message(self, request: web.Request) -> Message:
        channel = self._place(request)
        message = self._world.messages.get(int(request.match_info["message_id"]))
        if message is None or message.channel is not channel or message.ephemeral:
            raise Refused(10008)
        return message


def _scope(request: web.Request) -> int | None:
    guild = request.match_info.get("guild_id")
    return None if guild is None else int(guild)


def _decoded(image: Any) -> bytes:
    head, _, data = str(image).partition(",")
    if not head.startswith("data:image/") or not head.endswith(";base64"):
        raise invalid_form([("image", "Invalid image data")])
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as error:
        raise invalid_form([("image", "Invalid image data")]) from error
