"""The public message of each table: sent, edited at its own pace, and replaced from deal to deal."""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import discord

from bot.art import render_table
from bot.i18n import text
from bot.presses import UNREACHED
from bot.publisher.channel import (
    Channel,
    ChannelGoneError,
    EmojiRefusedError,
    MessageGoneError,
    UnwritableError,
)
from bot.publisher.hands import OpenHands
from bot.publisher.notices import Notices
from bot.publisher.pace import Pace
from bot.publisher.rounds import Rounds
from bot.screens.lobby import lobby
from bot.screens.table import closed, cut, result, summary
from bot.screens.table import table as table_screen
from bot.screens.words import Emojis, plain_name
from bot.storage import Storage
from bot.tables import Clock, Stage, Table, Tables, Timer
from pepper.bids import Call
from pepper.seats import SEATS
from pepper.view import TableView, table_view

log = logging.getLogger(__name__)

BURIED_UNDER = 15  # messages of others below a table, after which it is sent again
RETRY_AFTER = 10.0  # seconds until a table that Discord didn't take is drawn again, twice as many each time
RETRY_AT_LEAST_EVERY = 640.0


class Publisher:
    """Draws changed tables. A change is only marked; drawing begins when the table is released.

    `spacing` is the least time between two edits of a channel in seconds: about one a second is what Discord takes.
    """

    def __init__(
        self,
        tables: Tables,
        storage: Storage,
        channel: Channel,
        hands: OpenHands,
        notices: Notices,
        clock: Clock,
        emojis: Mapping[str, str],
        spacing: float,
    ) -> None:
        self._clock = clock
        self._tables = tables
        self._storage = storage
        self._channel = channel
        self._hands = hands
        self._notices = notices
        self._emojis = emojis
        self._spacing = spacing
        self._pace = Pace() if spacing else None
        self._painters = ThreadPoolExecutor(1, "pictures")
        self._refreshing = Rounds("hands", hands.refresh)
        self._drawing = Rounds("drawing", self._draw_at_pace)
        self._buried: dict[int, int] = {}
        self._anew: set[int] = set()
        self._retries: dict[int, int] = {}

    # --- when

    def changed(self, table: Table, answered_first: bool) -> None:  # the callback tables know
        """Note that a table has changed; unless somebody waits for an answer first, draw it."""
        self._refreshing.mark(table)
        self._drawing.mark(table)
        if not answered_first:
            self.release(table.id)

    def release(self, table_id: int) -> None:
        """Refresh the hands of a table that has changed, and draw it. The hand of whoever must act comes first."""
        self._refreshing.release(table_id)
        self._drawing.release(table_id)

    async def take_turn(self) -> None:
        """Wait until it is time to write to another channel."""
        if self._pace is not None:
            await self._pace.take_turn()

    async def _draw_at_pace(self, table: Table) -> None:
        if _is_shown(table):
            await self.take_turn()
        elif self._pace is not None:
            self._pace.jump_queue()
        await self._draw_or_hold(table)
        if self._spacing:
            await asyncio.sleep(self._spacing)

    async def _draw_or_hold(self, table: Table) -> None:
        try:
            try:
                await self._draw(table, self._emojis)
            except EmojiRefusedError as error:
                log.warning("table %d: an emoji was refused, letters serve instead: %s", table.id, error)
                await self._draw(table, {})
            await self._notices.update(table)
            self._retries.pop(table.id, None)
        except ChannelGoneError:
            await self.channel_gone(table)
        except UnwritableError:
            self.hold(table)
        except UNREACHED as error:
            # The library has tried it several times; the game goes on, and the table is drawn later.
            log.warning("table %d can't be drawn now: %s", table.id, error)
            delay = min(RETRY_AFTER * 2 ** self._retries.get(table.id, 0), RETRY_AT_LEAST_EVERY)
            self._clock.set(table.id, Timer.DRAWING, delay, lambda: self._retry(table))

    async def _retry(self, table: Table) -> None:
        self._retries[table.id] = self._retries.get(table.id, 0) + 1
        self.changed(table, answered_first=False)

    def hold(self, table: Table) -> None:
        """Let a table wait whose channel can't be written to; its hands say so."""
        self._tables.hold(table)
        self._refreshing.mark(table)
        self._refreshing.release(table.id)

    async def close(self) -> None:
        """Stop drawing; the next start draws every table anew."""
        await self._refreshing.close()
        await self._drawing.close()
        self._painters.shutdown(wait=False, cancel_futures=True)

    # --- what

    async def _draw(self, table: Table, emojis: Emojis) -> None:
        match table.state.stage:
            case Stage.LOBBY:
                await self._show(table, None, lobby(table.locale, table))
            case Stage.PLAYING:
                await self._draw_deal(table, emojis)
            case Stage.OVER:
                await self._shrink(table, emojis)
                await self._channel.send(table, result(table.locale, table, emojis))
                await self._end(table)
            case Stage.CLOSED:
                await self._edit(table, closed(table.locale, table))
                await self._end(table)

    async def _end(self, table: Table) -> None:
        await self._note(table, None, None)
        self._buried.pop(table.id, None)
        self._anew.discard(table.id)

    async def _draw_deal(self, table: Table, emojis: Emojis) -> None:
        assert table.state.match is not None, "a match is played"
        view = table_view(table.state.match)
        if table.message_id is not None and table.message_deal != view.number:
            await self._shrink(table, emojis)
            await self._note(table, None, None)
        picture = await self._picture(table, view)
        screen = table_screen(table.locale, table, view, emojis, picture=picture is not None)
        await self._show(table, view.number, screen, picture)

    async def _shrink(self, table: Table, emojis: Emojis) -> None:
        """Leave of the lobby only the cut, of a deal only its line; deals played meanwhile are told there too."""
        assert table.state.match is not None, "a match has been played"
        if table.message_deal is None:
            await self._edit(table, cut(table.locale, table, emojis))
            return
        deals = table.state.match.deals
        finished = [number for number in range(table.message_deal, len(deals)) if deals[number].is_over]
        await self._edit(table, summary(table.locale, table, finished, emojis))

    async def _picture(self, table: Table, view: TableView) -> bytes | None:
        names = {seat: plain_name(table.state.occupant(seat).name) for seat in SEATS}
        captions = {call: text(table.locale, f"call-{call.value}") for call in Call if call.number is None}
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._painters, render_table, view, names, captions)
        except Exception:
            # The words say everything the picture shows: the game goes on without it.
            log.exception("table %d: no picture", table.id)
            return None

    # --- how

    def resend(self, table: Table) -> None:
        """Send the table anew at the end of its channel; its old message goes once the new one is there."""
        self._anew.add(table.id)
        self.changed(table, answered_first=False)

    def message_seen(self, table: Table) -> None:
        """Count a message of somebody else below a table, and send the table again when it is buried."""
        self._buried[table.id] = self._buried.get(table.id, 0) + 1
        if self._buried[table.id] >= BURIED_UNDER and table.id not in self._anew:
            self.resend(table)

    async def channel_gone(self, table: Table) -> None:
        """Close a table whose channel or server is gone; there is nothing left to show it on."""
        await self._note(table, None, None)
        await self._tables.close_channel(table, "its channel is gone")

    async def message_deleted(self, table: Table, message_id: int) -> None:
        """Send a table or notice again whose message somebody has deleted."""
        if message_id == table.message_id:
            await self._note(table, None, None)
            self.changed(table, answered_first=False)
        elif message_id == table.notice_id:
            self._notices.deleted(table)

    async def _show(
        self, table: Table, deal: int | None, screen: discord.ui.LayoutView, picture: bytes | None = None
    ) -> None:
        if table.id not in self._anew and await self._edit(table, screen, picture):
            return
        old = table.message_id
        message_id = await self._channel.send(table, screen, picture)
        self._buried.pop(table.id, None)
        self._anew.discard(table.id)
        await self._note(table, message_id, deal)
        if old is not None:
            # It is buried, or takes no more edits, or is gone already.
            await self._channel.delete(table, old)

    async def _edit(self, table: Table, screen: discord.ui.LayoutView, picture: bytes | None = None) -> bool:
        """Edit the table's message. Returns False when there is none."""
        if table.message_id is None:
            return False
        try:
            await self._channel.edit(table, table.message_id, screen, picture)
        except MessageGoneError:
            return False
        return True

    async def _note(self, table: Table, message_id: int | None, deal: int | None) -> None:
        table.message_id, table.message_deal = message_id, deal
        await self._storage.save_message(table.id, message_id, deal)


def _is_shown(table: Table) -> bool:
    """Whether a drawing only brings the message of a running deal up to date."""
    match = table.state.match
    if table.state.stage is not Stage.PLAYING or match is None:
        return False
    return table.message_id is not None and table.message_deal == len(match.deals) - 1
