"""Turn notices: one short message a table, which mentions who must act and hasn't, and warns before a computer does."""

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.presses import UNREACHED
from bot.publisher.channel import Channel, ChannelGoneError, MessageGoneError, UnwritableError
from bot.screens.notice import back_notice, turn_notice
from bot.storage import Storage
from bot.tables import Clock, Table, Timer

log = logging.getLogger(__name__)

Turn = tuple[int, int | None]  # a table's step, and the id of the person who must act


class Notices:
    """The notice of each table.

    `after` is the seconds a person has before being mentioned; `hold` is called with a table whose channel takes none.
    """

    def __init__(
        self, channel: Channel, storage: Storage, clock: Clock, after: float, hold: Callable[[Table], None]
    ) -> None:
        self._channel = channel
        self._storage = storage
        self._clock = clock
        self._after = after
        self._hold = hold
        self._planned: dict[int, Turn] = {}

    async def update(self, table: Table) -> None:
        """Take away the notice of a turn that has passed, and plan the one of the turn that has begun."""
        turn = _turn(table)
        if self._planned.get(table.id) == turn:
            return
        self._clock.cancel(table.id, Timer.NOTICE, Timer.WARNING)
        await self._remove(table)
        if table.is_open:
            self._plan(table, turn)
        else:
            self._planned.pop(table.id, None)

    async def say_back(self, table: Table) -> None:
        """Tell a channel that the bot was away and the match goes on."""
        self._plan(table, _turn(table))
        await self._attempt(table, self._replace(table, back_notice(table.locale, table), None))

    def deleted(self, table: Table) -> None:
        """Send the notice again after somebody deleted it."""
        table.notice_id = None
        self._plan(table, _turn(table))

    def _plan(self, table: Table, turn: Turn) -> None:
        self._planned[table.id] = turn
        if turn[1] is None:
            return
        self._clock.set(table.id, Timer.NOTICE, self._after, lambda: self._attempt(table, self._mention(table, turn)))
        half = _until_half_way(table)
        if half is not None:
            self._set_warning(table, turn, half)

    def _set_warning(self, table: Table, turn: Turn, seconds: float) -> None:
        self._clock.set(table.id, Timer.WARNING, seconds, lambda: self._attempt(table, self._warn(table, turn)))

    async def _attempt(self, table: Table, work: Awaitable[None]) -> None:
        try:
            await work
        except (UnwritableError, ChannelGoneError):
            self._hold(table)
        except UNREACHED as error:
            log.warning("table %d: no notice: %s", table.id, error)

    async def _mention(self, table: Table, turn: Turn) -> None:
        _, user_id = turn
        assert user_id is not None, "only people are mentioned"
        if turn != _turn(table) or not await self._storage.wants_notices(user_id):
            return
        if table.unreachable:
            # Planned again when the table goes on.
            self._planned.pop(table.id, None)
            return
        is_late = _until_half_way(table) == 0
        screen = turn_notice(table.locale, table, user_id, table.deadline if is_late else None)
        await self._replace(table, screen, user_id)
        if turn != _turn(table):
            await self._remove(table)

    async def _warn(self, table: Table, turn: Turn) -> None:
        """Add to the notice when a computer will move; an edit notifies nobody a second time."""
        _, user_id = turn
        left = _until_half_way(table)
        if turn != _turn(table) or left is None or user_id is None:
            return
        if left > 0:
            # The turn has got its full time anew meanwhile.
            self._set_warning(table, turn, left)
        elif table.notice_id is not None:
            try:
                screen = turn_notice(table.locale, table, user_id, table.deadline)
                await self._channel.edit(table, table.notice_id, screen)
            except MessageGoneError:
                self.deleted(table)

    async def _replace(self, table: Table, screen: discord.ui.LayoutView, mentioned: int | None) -> None:
        await self._remove(table)
        await self._note(table, await self._channel.send(table, screen, mentioned=mentioned))

    async def _remove(self, table: Table) -> None:
        if table.notice_id is not None:
            gone = table.notice_id
            await self._note(table, None)
            await self._channel.delete(table, gone)

    async def _note(self, table: Table, notice_id: int | None) -> None:
        table.notice_id = notice_id
        await self._storage.save_notice(table.id, notice_id)


def _turn(table: Table) -> Turn:
    person = table.turn_of_person
    return table.state.step, person.user_id if person else None


def _until_half_way(table: Table) -> float | None:
    """Return the seconds until half of the turn's time has passed, None for a turn without limit.

    While its clock doesn't run, half of its time is left.
    """
    if table.state.timer is None:
        return None
    half = table.state.timer / 2
    if table.deadline is None:
        return half
    return max(0.0, (table.deadline - discord.utils.utcnow()).total_seconds() - half)
