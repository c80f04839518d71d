"""A table's messages in its channel: sending, editing and deleting, and what Discord's refusals mean."""

import io
import logging

import discord

from bot.publisher.emojis import is_emoji_refused
from bot.screens.table import PICTURE
from bot.tables import Table

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
OLD_EDITS = 30046
NO_ACCESS = 50001
NO_PERMISSION = 50013
ARCHIVED = 50083


class MessageGoneError(Exception):
    """The message can't be edited any more: it was deleted, or Discord takes no more edits of it."""


class ChannelGoneError(Exception):
    """The channel doesn't exist any more."""


class UnwritableError(Exception):
    """The bot may not write to the channel now: a permission was taken, or the thread is archived or locked."""


class EmojiRefusedError(Exception):
    """Discord refused an application emoji, as it now and then does with valid ones."""


class Channel:
    """Writes to the channels of tables. Every method raises the errors of this module, or UNREACHED."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(
        self,
        table: Table,
        screen: discord.ui.LayoutView,
        picture: bytes | None = None,
        mentioned: int | None = None,
    ) -> int:
        """Send a message and return its id; at most the one person given is notified."""
        mentions = NOBODY if mentioned is None else discord.AllowedMentions(users=[discord.Object(mentioned)])
        try:
            message = await self._of(table).send(view=screen, files=_files(picture), allowed_mentions=mentions)
        except discord.HTTPException as error:
            raise _meaning(error) from error
        return message.id

    async def edit(
        self, table: Table, message_id: int, screen: discord.ui.LayoutView, picture: bytes | None = None
    ) -> None:
        """Edit a message; nobody is notified."""
        message = self._of(table).get_partial_message(message_id)
        try:
            await message.edit(view=screen, attachments=_files(picture), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            raise _meaning(error) from error

    async def delete(self, table: Table, message_id: int) -> None:
        """Delete a message, if it is still there; a refusal is only logged."""
        try:
            await self._of(table).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                log.info("table %d: message %d can't be deleted: %s", table.id, message_id, error)

    def _of(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _files(picture: bytes | None) -> list[discord.File]:
    return [] if picture is None else [discord.File(io.BytesIO(picture), PICTURE)]


def _meaning(error: discord.HTTPException) -> Exception:
    meaning = _MEANINGS.get(error.code)
    if meaning is not None:
        return meaning(str(error))
    if is_emoji_refused(error):
        return EmojiRefusedError(str(error))
    if error.status == 403:
        return UnwritableError(str(error))
    return error


_MEANINGS: dict[int, type[Exception]] = {
    UNKNOWN_CHANNEL: ChannelGoneError,
    UNKNOWN_MESSAGE: MessageGoneError,
    OLD_EDITS: MessageGoneError,
    NO_ACCESS: UnwritableError,
    NO_PERMISSION: UnwritableError,
    ARCHIVED: UnwritableError,
}
