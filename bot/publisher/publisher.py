"""The public message of each table: sent, edited at its own pace, and replaced from deal to deal."""

import asyncio
import io
import logging
from collections.abc import Mapping

import discord

from bot.art import render_table
from bot.i18n import text
from bot.publisher.hands import OpenHands
from bot.screens.lobby import lobby
from bot.screens.table import PICTURE, closed, cut, result, summary
from bot.screens.table import table as table_screen
from bot.screens.words import plain_name
from bot.storage import Storage
from bot.tables import Stage, Table
from pepper.bids import Call
from pepper.seats import SEATS
from pepper.view import TableView, table_view

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()


class Publisher:
    """Draws changed tables. A change is only marked; drawing begins when the table is released.

    `spacing` is the least time between two edits of a channel in seconds: about one a second is what Discord takes.
    """

    def __init__(
        self, client: discord.Client, storage: Storage, hands: OpenHands, emojis: Mapping[str, str], spacing: float
    ) -> None:
        self._client = client
        self._storage = storage
        self._hands = hands
        self._emojis = emojis
        self._spacing = spacing
        self._changed: dict[int, Table] = {}
        self._drawing: dict[int, asyncio.Task[None]] = {}

    # --- when

    def changed(self, table: Table, answered_first: bool) -> None:
        """Note that a table has changed; unless somebody waits for an answer first, draw it."""
        self._changed[table.id] = table
        if not answered_first:
            self.release(table.id)

    def release(self, table_id: int) -> None:
        """Draw a table if it has changed and isn't being drawn already."""
        if table_id not in self._changed or table_id in self._drawing:
            return
        task = asyncio.create_task(self._draw_until_current(table_id), name=f"drawing of table {table_id}")
        self._drawing[table_id] = task
        task.add_done_callback(lambda done: self._drawn(table_id, done))

    async def _draw_until_current(self, table_id: int) -> None:
        while (table := self._changed.pop(table_id, None)) is not None:
            # The hand of whoever must act comes first: the table may wait.
            await self._hands.refresh(table)
            await self._draw(table)
            if self._spacing:
                await asyncio.sleep(self._spacing)

    def _drawn(self, table_id: int, task: asyncio.Task[None]) -> None:
        del self._drawing[table_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("table %d can't be drawn", table_id, exc_info=task.exception())
        self.release(table_id)

    async def close(self) -> None:
        """Stop drawing; the next start draws every table anew."""
        tasks = tuple(self._drawing.values())
        self._changed.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what

    async def _draw(self, table: Table) -> None:
        match table.state.stage:
            case Stage.LOBBY:
                await self._show(table, None, lobby(table.locale, table))
            case Stage.PLAYING:
                await self._draw_deal(table)
            case Stage.OVER:
                await self._shrink(table)
                await self._send(table, result(table.locale, table, self._emojis))
                await self._note(table, None, None)
            case Stage.CLOSED:
                await self._edit(table, closed(table.locale))
                await self._note(table, None, None)

    async def _draw_deal(self, table: Table) -> None:
        assert table.state.match is not None, "a match is played"
        view = table_view(table.state.match)
        if table.message_id is not None and table.message_deal != view.number:
            await self._shrink(table)
            await self._note(table, None, None)
        picture = await self._picture(table, view)
        screen = table_screen(table.locale, table, view, self._emojis, picture=picture is not None)
        await self._show(table, view.number, screen, picture)

    async def _shrink(self, table: Table) -> None:
        """Leave of the lobby only the cut, of a deal only its line; deals played meanwhile are told there too."""
        assert table.state.match is not None, "a match has been played"
        if table.message_deal is None:
            await self._edit(table, cut(table.locale, table, self._emojis))
            return
        deals = table.state.match.deals
        finished = [number for number in range(table.message_deal, len(deals)) if deals[number].is_over]
        await self._edit(table, summary(table.locale, table, finished, self._emojis))

    async def _picture(self, table: Table, view: TableView) -> bytes | None:
        names = {seat: plain_name(table.state.occupant(seat).name) for seat in SEATS}
        captions = {call: text(table.locale, f"call-{call.value}") for call in Call if call.number is None}
        try:
            return await asyncio.to_thread(render_table, view, names, captions)
        except Exception:
            # The words say everything the picture shows: the game goes on without it.
            log.exception("table %d: no picture", table.id)
            return None

    # --- how

    async def resend(self, table: Table) -> None:
        """Send the table anew at the end of its channel, in place of its old message."""
        old = table.message_id
        await self._note(table, None, table.message_deal)
        self.changed(table, answered_first=True)
        if old is not None:
            try:
                await self._channel(table).get_partial_message(old).delete()
            except discord.HTTPException as error:
                log.info("table %d: its old message can't be deleted: %s", table.id, error)

    async def _show(
        self, table: Table, deal: int | None, screen: discord.ui.LayoutView, picture: bytes | None = None
    ) -> None:
        if table.message_id is not None and await self._edit(table, screen, picture):
            return
        message = await self._send(table, screen, picture)
        if message is not None:
            await self._note(table, message.id, deal)

    async def _edit(self, table: Table, screen: discord.ui.LayoutView, picture: bytes | None = None) -> bool:
        """Edit the table's message. Returns False when it is gone."""
        if table.message_id is None:
            return False
        message = self._channel(table).get_partial_message(table.message_id)
        try:
            await message.edit(view=screen, attachments=_files(picture), allowed_mentions=NOBODY)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            log.warning("table %d can't be edited: %s", table.id, error)
        return True

    async def _send(
        self, table: Table, screen: discord.ui.LayoutView, picture: bytes | None = None
    ) -> discord.Message | None:
        try:
            return await self._channel(table).send(view=screen, files=_files(picture), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            log.warning("table %d can't be sent: %s", table.id, error)
            return None

    async def _note(self, table: Table, message_id: int | None, deal: int | None) -> None:
        table.message_id, table.message_deal = message_id, deal
        await self._storage.save_message(table.id, message_id, deal)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _files(picture: bytes | None) -> list[discord.File]:
    return [] if picture is None else [discord.File(io.BytesIO(picture), PICTURE)]
