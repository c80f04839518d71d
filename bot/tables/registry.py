"""All tables: who may do what, saved before it is visible, and the moves of computers."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from bot.storage import ChannelTakenError, SavedAction, SavedTable, Storage
from bot.tables import seating
from bot.tables.seating import Occupant, Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.table import Table, restored, saved_cut, saved_deal, saved_match, saved_seats
from pepper import match as matches
from pepper.deal import Action, Event, TrickTaken
from pepper.players import PLAYERS
from pepper.record import read_action
from pepper.rules import Rules
from pepper.seats import Seat, Side
from pepper.view import seat_view

log = logging.getLogger(__name__)

_RETRY_AFTER = 5.0  # seconds until a computer's move that failed, as on a full disk, is tried again


class Tables:
    """The open tables of this process.

    `changed` is told of every change once it is saved; its second argument tells whether somebody waits for an answer
    first, who then calls `resume`. `pace` is the pause before a computer's move in seconds.
    """

    def __init__(
        self,
        storage: Storage,
        random: Random,
        now: Callable[[], datetime],
        pace: float,
        changed: Callable[[Table, bool], None],
    ) -> None:
        self._storage = storage
        self._random = random
        self._now = now
        self._pace = pace
        self._changed = changed
        self._tables: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._computers: dict[int, asyncio.Task[None]] = {}

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

    def in_channel(self, channel_id: int) -> Table:
        """Return the open table of a channel. Raises Refused when there is none."""
        table = self.open_in(channel_id)
        if table is None:
            raise Refused(Refusal.CHANNEL_FREE)
        return table

    def open_in(self, channel_id: int | None) -> Table | None:
        """Return the open table of a channel, None when there is none."""
        return None if channel_id is None else self._by_channel.get(channel_id)

    def open_table(self, table_id: int) -> Table | None:
        """Return a table by its id if it is open."""
        return self._tables.get(table_id)

    # --- the lobby

    async def open(
        self, guild_id: int, channel_id: int, locale: str, host: Person, rules: Rules, partners: Partners
    ) -> Table:
        """Open a lobby with its host seated. Raises Refused when the channel has a table."""
        state = seating.join(TableState(host.id, rules, partners), host, None)
        return await self._open(guild_id, channel_id, locale, state)

    async def _open(self, guild_id: int, channel_id: int, locale: str, state: TableState) -> Table:
        saved = SavedTable(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=state.host_id,
            locale=locale,
            stage=state.stage.value,
            rules=state.rules.changes(),
            partners=state.partners.value,
            cut=None,
            message_id=None,
            message_deal=None,
            seats=saved_seats(state.places),
        )
        try:
            table_id = await self._storage.create_table(saved)
        except ChannelTakenError:
            raise Refused(Refusal.CHANNEL_TAKEN) from None
        table = Table(table_id, guild_id, channel_id, locale, state)
        self._keep(table)
        log.info("table %d opened in channel %d by %d", table_id, channel_id, state.host_id)
        self._changed(table, True)
        return table

    async def join(self, table_id: int, person: Person, side: Side | None) -> Table:
        """Seat a person. Raises Refused when that can't be."""
        return await self._change_lobby(table_id, lambda state: seating.join(state, person, side))

    async def add_computer(self, table_id: int, user_id: int) -> Table:
        """Seat a computer, for anybody who sits at the table. Raises Refused when that can't be."""

        def add(state: TableState) -> TableState:
            if state.seat_of(user_id) is None:
                raise Refused(Refusal.NOT_SEATED)
            return seating.add_computer(state)

        return await self._change_lobby(table_id, add)

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free a person's place in the lobby; with nobody left the table closes. Raises Refused when not seated."""
        table = await self.find(table_id)
        async with table.lock:
            state = seating.leave(table.state, user_id)
            if state.people:
                await self._save_lobby(table, state)
            else:
                await self._close(table, state)
        return table

    async def _change_lobby(self, table_id: int, change: Callable[[TableState], TableState]) -> Table:
        table = await self.find(table_id)
        async with table.lock:
            await self._save_lobby(table, change(table.state))
        return table

    async def _save_lobby(self, table: Table, state: TableState) -> None:
        await self._storage.save_lobby(table.id, state.host_id, saved_seats(state.places))
        table.state = state
        self._changed(table, True)

    async def start(self, table_id: int, user_id: int) -> Table:
        """Fill the free seats with computers, cut and deal. Raises Refused unless the host asks in the lobby."""
        table = await self.find(table_id)
        async with table.lock:
            state = self._cut(seating.fill(table.state, user_id))
            assert state.match is not None, "the cut was followed by a deal"
            assert state.cut is not None, "the cut has just been made"
            await self._storage.save_start(
                table.id, saved_seats(state.places), saved_cut(state.cut), saved_deal(state.match)
            )
            table.state = state
            log.info("table %d starts: %s", table.id, " ".join(str(who.user_id or who.name) for who in _four(state)))
            self._changed(table, True)
        return table

    def _cut(self, state: TableState) -> TableState:
        by_cut = state.partners is Partners.CUT
        cut = (matches.cut_for_partners if by_cut else matches.cut_for_deal)(state.rules, self._random)
        hands = matches.deal_hands(state.rules, cut.dealer, self._random)
        return replace(
            state,
            stage=Stage.PLAYING,
            places=seating.seated_by(cut, state.places),
            cut=cut,
            match=matches.start(state.rules, cut.dealer, hands),
        )

    # --- the match

    async def act(self, table: Table, user_id: int, step: int, token: str) -> None:
        """Make a person's action.

        Raises Refused for a person or step that doesn't fit, Illegal for an action against the rules.
        """
        async with table.lock:
            seat, action = _decision(table, user_id, step, token)
            await self._play(table, seat, action, answered_first=True)

    async def _play(self, table: Table, seat: Seat, action: Action, *, answered_first: bool) -> tuple[Event, ...]:
        """Judge, save, then replace the state; between judging and replacing only the saving is awaited."""
        state = table.state
        assert state.match is not None, "only a running match is played"
        match, events = matches.play(state.match, seat, action)
        deal = None
        if match.awaits_deal:
            hands = matches.deal_hands(match.rules, matches.next_dealer(match), self._random)
            match = matches.next_deal(match, hands)
            deal = saved_deal(match)
        stage = Stage.OVER if match.winner else Stage.PLAYING
        after = replace(state, match=match, step=state.step + 1, stage=stage)
        finished = saved_match(table, after, self._now().isoformat()) if match.winner else None
        await self._storage.save_action(table.id, SavedAction(state.step, str(seat), str(action)), deal, finished)
        table.state = after
        log.info("table %d step %d: %s %s", table.id, state.step, seat, "(hidden)" if _is_secret(state) else action)
        if match.winner:
            log.info("table %d is won by %s, %d to %d", table.id, match.winner, match.score.ns, match.score.ew)
            self._forget(table)
        self._changed(table, answered_first)
        return events

    async def end(self, table: Table, user_id: int, *, is_moderator: bool) -> None:
        """End a table before anybody has won, for its host or a moderator. Raises Refused for others."""
        async with table.lock:
            if not table.is_open:
                raise Refused(Refusal.MATCH_OVER)
            if user_id != table.state.host_id and not is_moderator:
                raise Refused(Refusal.MAY_NOT_END)
            await self._close(table, table.state)
        log.info("table %d ended by %d", table.id, user_id)

    async def rematch(self, table_id: int, user_id: int) -> Table:
        """Open a lobby like a table that has ended, with the same players; the person who asks is host.

        Raises Refused for who didn't sit there, while it is still open, or when the channel has another table.
        """
        old = await self.find(table_id)
        if old.state.seat_of(user_id) is None:
            raise Refused(Refusal.NOT_SEATED)
        if old.is_open:
            raise Refused(Refusal.MATCH_RUNNING)
        state = TableState(user_id, old.state.rules, old.state.partners, places=old.state.places)
        return await self._open(old.guild_id, old.channel_id, old.locale, state)

    # --- computers

    def resume(self, table: Table) -> None:
        """Let computers move, if it is their turn and they aren't at it."""
        if self._computer_to_move(table) is None or table.id in self._computers:
            return
        task = asyncio.create_task(self._move_computers(table), name=f"computers of table {table.id}")
        self._computers[table.id] = task
        task.add_done_callback(lambda done: self._computers_done(table, done))

    async def _move_computers(self, table: Table) -> None:
        pause = self._pace
        while (seat := self._computer_to_move(table)) is not None:
            if pause:
                await asyncio.sleep(pause)
            async with table.lock:
                if self._computer_to_move(table) is not seat:
                    continue
                assert table.state.match is not None, "a seat has the turn"
                choose = PLAYERS[table.state.occupant(seat).level or seating.COMPUTER_LEVEL]
                action = choose(seat_view(table.state.match, seat), self._random)
                events = await self._play(table, seat, action, answered_first=False)
            # A full trick stays on the table a little longer.
            pause = self._pace * (2 if any(isinstance(event, TrickTaken) for event in events) else 1)

    def _computers_done(self, table: Table, task: asyncio.Task[None]) -> None:
        del self._computers[table.id]
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("table %d: a computer's move failed", table.id, exc_info=task.exception())
            asyncio.get_running_loop().call_later(_RETRY_AFTER, self.resume, table)
        else:
            self.resume(table)

    def _computer_to_move(self, table: Table) -> Seat | None:
        seat = table.turn
        return seat if seat is not None and table.state.occupant(seat).level is not None else None

    # --- keeping

    async def restore(self) -> None:
        """Bring back every table that was open, or whose end hasn't been shown, when the bot stopped."""
        for table_id in await self._storage.unfinished_tables():
            try:
                table = await self._restored(table_id)
            except Exception:
                # Its rows stay; a table that can't go on must not block its channel, nor the other tables.
                log.exception("table %d can't be restored and is closed", table_id)
                await self._storage.close_table(table_id)
                await self._storage.save_message(table_id, None, None)
                continue
            if table.is_open:
                self._keep(table)
            self._changed(table, False)
            self.resume(table)

    async def close(self) -> None:
        """Stop the computers. Everything is saved already."""
        tasks = tuple(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, table: Table, state: TableState) -> None:
        await self._storage.close_table(table.id)
        table.state = replace(state, stage=Stage.CLOSED)
        self._forget(table)
        self._changed(table, True)

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._by_channel[table.channel_id] = table

    def _forget(self, table: Table) -> None:
        del self._tables[table.id]
        del self._by_channel[table.channel_id]


def _decision(table: Table, user_id: int, step: int, token: str) -> tuple[Seat, Action]:
    """Return what a person's press means now. Raises Refused when it means nothing."""
    state = table.state
    seat = state.seat_of(user_id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    if state.match is None:
        raise Refused(Refusal.NOT_STARTED)
    if not table.is_open:
        raise Refused(Refusal.MATCH_OVER)
    if step != state.step:
        raise Refused(Refusal.OLD_BUTTON)
    try:
        return seat, read_action(state.match.deal.phase, token)
    except ValueError:
        raise Refused(Refusal.UNKNOWN_BUTTON) from None


def _four(state: TableState) -> tuple[Occupant, ...]:
    return tuple(who for who in state.places if who is not None)


def _is_secret(state: TableState) -> bool:
    # Cards laid face down don't belong in a log.
    assert state.match is not None, "an action was made"
    return state.match.deal.phase.value in ("offer", "return", "discard")
