"""The open tables in memory, and saving each change before it is there for anybody to see."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from bot.storage import ChannelTakenError, SavedAction, SavedTable, Storage
from bot.tables.seating import Refusal, Refused, Stage, TableState
from bot.tables.table import Table, restored, saved_cut, saved_deal, saved_match, saved_seats
from pepper import match as matches
from pepper.deal import Illegal

log = logging.getLogger(__name__)

# What rows raise that fit neither each other nor the rules of the game.
_BROKEN = (ValueError, LookupError, TypeError, AssertionError, Illegal)

READ_TOGETHER = 50  # tables at a start: far fewer queries than one table a time, and little memory


class Ledger:
    """Every open table, by id and by channel.

    A method that takes a table's next state is called with the table's lock held; it saves, and only then replaces the
    state. `changed` is told afterwards, with whether a person did it.
    """

    def __init__(
        self,
        storage: Storage,
        random: Random,
        now: Callable[[], datetime],
        changed: Callable[[Table, bool], None],
    ) -> None:
        self._storage = storage
        self._random = random
        self._now = now
        self._changed = changed
        self._tables: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}

    # --- finding

    async def find(self, table_id: int) -> Table:
        """Return a table by its id, one that has ended from the database. Raises Refused for an id never given."""
        table = self._tables.get(table_id)
        if table is not None:
            return table
        try:
            table = await self._restored(table_id)
        except ValueError:
            log.exception("table %d can't be restored", table_id)
            raise Refused(Refusal.TABLE_GONE) from None
        if table.is_open:
            # Being opened at this moment: it isn't there before it is kept.
            raise Refused(Refusal.TABLE_GONE)
        return table

    async def _restored(self, table_id: int) -> Table:
        saved = await self._storage.table(table_id)
        if saved is None:
            raise Refused(Refusal.TABLE_GONE)
        return restored(saved)

    def open_in(self, channel_id: int | None) -> Table | None:
        """Return the open table of a channel, None when there is none."""
        return None if channel_id is None else self._by_channel.get(channel_id)

    def open_tables(self) -> tuple[Table, ...]:
        """Return every open table."""
        return tuple(self._tables.values())

    def open_table(self, table_id: int) -> Table | None:
        """Return a table by its id if it is open."""
        return self._tables.get(table_id)

    async def restore(self) -> tuple[Table, ...]:
        """Bring back every table that was open, or whose end hasn't been shown, and return them."""
        ids = await self._storage.unfinished_tables()
        found = [
            table
            for start in range(0, len(ids), READ_TOGETHER)
            for table in await self._restored_together(ids[start : start + READ_TOGETHER])
        ]
        for table in found:
            if table.is_open:
                self._keep(table)
        return tuple(found)

    async def _restored_together(self, ids: tuple[int, ...]) -> list[Table]:
        read = await self._read_together(ids)
        found = []
        for table_id in ids:
            try:
                table = restored(read[table_id]) if table_id in read else await self._restored(table_id)
            except _BROKEN:
                # Its rows stay; a table that can't go on must not block its channel, nor the other tables. An error of
                # the database is no such thing: it stops the start.
                log.exception("table %d can't be restored and is closed", table_id)
                await self._storage.close_table(table_id)
                await self._storage.save_message(table_id, None, None)
            else:
                found.append(table)
        return found

    async def _read_together(self, ids: tuple[int, ...]) -> dict[int, SavedTable]:
        try:
            return {saved.id: saved for saved in await self._storage.unfinished(ids[0], ids[-1])}
        except Exception as error:
            # Which of them is broken turns out when they are read one by one.
            log.warning("a table among %d to %d can't be read: %r", ids[0], ids[-1], error, exc_info=True)
            return {}

    # --- saving

    async def open(self, guild_id: int, channel_id: int, locale: str, state: TableState) -> Table:
        """Open a table in a channel. Raises Refused when it has one."""
        saved = SavedTable(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=state.host_id,
            locale=locale,
            stage=state.stage.value,
            rules=state.rules.changes(),
            partners=state.partners.value,
            timer=state.timer,
            seats=saved_seats(state.places),
        )
        try:
            table_id = await self._storage.create_table(saved)
        except ChannelTakenError:
            raise Refused(Refusal.CHANNEL_TAKEN) from None
        table = Table(table_id, guild_id, channel_id, locale, state)
        self._keep(table)
        log.info("table %d opened in channel %d by %d", table_id, channel_id, state.host_id)
        self._changed(table, True)  # the callback's own form
        return table

    async def save_seats(self, table: Table, state: TableState) -> None:
        """Take a step that changes only who sits where and what they wish."""
        await self._storage.save_seats(table.id, state.host_id, saved_seats(state.places))
        table.state = state
        self._changed(table, True)  # the same

    async def save_rules(self, table: Table, state: TableState) -> None:
        """Take a step that changes only the house rules."""
        await self._storage.save_rules(table.id, state.rules.changes())
        table.state = state
        self._changed(table, True)

    async def save_start(self, table: Table, state: TableState) -> None:
        """Begin the match."""
        assert state.match is not None, "the cut was followed by a deal"
        assert state.cut is not None, "a match begins with a cut"
        await self._storage.save_start(
            table.id, saved_seats(state.places), saved_cut(state.cut), saved_deal(state.match)
        )
        table.state = state
        seated = " ".join(str(who.user_id or who.name) for who in state.places if who is not None)
        log.info("table %d starts: %s", table.id, seated)
        self._changed(table, True)  # the same

    async def save_action(self, table: Table, seat: str, token: str, state: TableState, *, by_person: bool) -> None:
        """Take a step of the match, with what follows from it: the next deal, or the end."""
        match, deal, finished = state.match, None, None
        assert match is not None, "something was done in a match"
        if match.awaits_deal:
            match = matches.next_deal(match, matches.deal_hands(match.rules, matches.next_dealer(match), self._random))
            deal = saved_deal(match)
        action = SavedAction(state.step, seat, token)
        stage = Stage.OVER if match.winner else Stage.PLAYING
        state = replace(state, match=match, step=state.step + 1, stage=stage)
        if match.winner:
            finished = saved_match(table, state, self._now().isoformat())
        seats = () if state.places == table.state.places else saved_seats(state.places)
        await self._storage.save_action(table.id, action, seats=seats, deal=deal, match=finished)
        table.state = state
        if match.winner:
            log.info("table %d is won by %s, %d to %d", table.id, match.winner, match.score.ns, match.score.ew)
            self._forget(table)
        self._changed(table, by_person)

    async def close(self, table: Table, why: str, *, by_person: bool) -> None:
        """End a table before anybody has won; its channel is free again."""
        await self._storage.close_table(table.id)
        table.state = replace(table.state, stage=Stage.CLOSED)
        log.info("table %d is closed: %s", table.id, why)
        self._forget(table)
        self._changed(table, by_person)

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._by_channel[table.channel_id] = table

    def _forget(self, table: Table) -> None:
        del self._tables[table.id]
        del self._by_channel[table.channel_id]
