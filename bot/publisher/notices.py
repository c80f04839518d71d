"""Turn notices: one short message a table, which mentions who must act and hasn't, and warns before a computer does."""

import logging

import discord

from bot.publisher.channel import Channel, MessageGoneError
from bot.screens.notice import back_notice, turn_notice
from bot.storage import Storage
from bot.tables import Clock, Table, Timer

log = logging.getLogger(__name__)

Turn = tuple[int, int | None]  # a table's step, and the id of the person who must act


class Notices:
    """The notice of each table; `after` is the seconds a person has before being mentioned."""

    def __init__(self, channel: Channel, storage: Storage, clock: Clock, after: float) -> None:
        self._channel = channel
        self._storage = storage
        self._clock = clock
        self._after = after
        self._planned: dict[int, Turn] = {}

    async def update(self, table: Table) -> None:
        """Take away the notice of a turn that has passed, and plan the one of the turn that has begun."""
        turn = _turn(table)
        if self._planned.get(table.id) == turn:
            return
        self._clock.cancel(table.id, Timer.NOTICE, Timer.WARNING)
        await self._remove(table)
        if table.is_open:
            self._planned[table.id] = turn
            self._plan(table, turn)
        else:
            self._planned.pop(table.id, None)

    async def say_back(self, table: Table) -> None:
        """Tell a channel that the bot was away and the match goes on."""
        await self._replace(table, back_notice(table.locale, table), None)

    def deleted(self, table: Table) -> None:
        """Send the notice again after somebody deleted it."""
        table.notice_id = None
        self._plan(table, _turn(table))

    def _plan(self, table: Table, turn: Turn) -> None:
        if turn[1] is None or table.unreachable:
            return
        self._clock.set(table.id, Timer.NOTICE, self._after, lambda: self._mention(table, turn))
        if table.state.timer is not None:
            half = table.state.timer / 2
            self._clock.set(table.id, Timer.WARNING, half, lambda: self._warn(table, turn))

    async def _mention(self, table: Table, turn: Turn) -> None:
        _, user_id = turn
        assert user_id is not None, "only people are mentioned"
        if turn == _turn(table) and await self._storage.wants_notices(user_id):
            await self._replace(table, turn_notice(table.locale, table, user_id, None), user_id)

    async def _warn(self, table: Table, turn: Turn) -> None:
        """Add to the notice when a computer will move; an edit notifies nobody a second time."""
        _, user_id = turn
        if turn != _turn(table) or table.notice_id is None or user_id is None:
            return
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
