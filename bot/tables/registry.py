"""All tables: who may do what, saved before it is visible; the moves of computers, and the time a turn may take."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.storage import ChannelTakenError, SavedAction, SavedTable, Storage
from bot.tables import absence, lobby
from bot.tables.clock import Clock, Timer
from bot.tables.seating import DEFAULT_TIMER, Occupant, Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.table import MISDEAL, Table, restored, saved_cut, saved_deal, saved_match, saved_seats
from pepper import match as matches
from pepper.deal import Action, Event, Phase, TrickTaken
from pepper.players import PLAYERS
from pepper.record import read_action
from pepper.rules import Rules
from pepper.seats import Seat, Side
from pepper.view import seat_view

log = logging.getLogger(__name__)

RETRY_AFTER = 5.0  # seconds until a move that failed, as on a full disk, is tried again
LOBBY_LIFE = timedelta(minutes=15).total_seconds()  # of a lobby in which nobody does anything
MATCH_LIFE = timedelta(days=1).total_seconds()  # of a match in which no person does anything


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
        clock: Clock,
        changed: Callable[[Table, bool], None],
    ) -> None:
        self._storage = storage
        self._random = random
        self._now = now
        self._pace = pace
        self._clock = clock
        self._notify = changed
        self._is_connected: Callable[[Table], bool] = lambda _table: True
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

    def in_channel(self, channel_id: int | None) -> Table:
        """Return the open table of a channel. Raises Refused when there is none."""
        table = self.open_in(channel_id)
        if table is None:
            raise Refused(Refusal.CHANNEL_FREE)
        return table

    def open_in(self, channel_id: int | None) -> Table | None:
        """Return the open table of a channel, None when there is none."""
        return None if channel_id is None else self._by_channel.get(channel_id)

    def open_tables(self) -> tuple[Table, ...]:
        """Return every open table."""
        return tuple(self._tables.values())

    def open_table(self, table_id: int) -> Table | None:
        """Return a table by its id if it is open."""
        return self._tables.get(table_id)

    # --- the lobby

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        locale: str,
        host: Person,
        rules: Rules,
        partners: Partners,
        timer: int | None = DEFAULT_TIMER,
    ) -> Table:
        """Open a lobby with its host seated. Raises Refused when the channel has a table."""
        state = lobby.join(TableState(host.id, rules, partners, timer), host, None)
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
        self._changed(table, by_person=True)
        return table

    async def join(self, table_id: int, person: Person, side: Side | None) -> Table:
        """Seat a person in the lobby. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.join(state, person, side))

    async def add_computer(self, table_id: int, user_id: int) -> Table:
        """Seat a computer in the lobby, for anybody who sits there. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.add_computer(state, user_id))

    async def _change(self, table_id: int, step: Callable[[TableState], TableState]) -> Table:
        """Take a step that changes only who sits where and what they wish; a table without people closes."""
        table = await self.find(table_id)
        async with table.lock:
            state = step(table.state)
            if not state.people:
                await self._close(table, "nobody is left")
            elif state != table.state:
                await self._storage.save_seats(table.id, state.host_id, saved_seats(state.places))
                table.state = state
                self._changed(table, by_person=True)
        return table

    async def start(self, table_id: int, user_id: int) -> Table:
        """Fill the free seats with computers, cut and deal. Raises Refused unless the host asks in the lobby."""
        table = await self.find(table_id)
        async with table.lock:
            state = self._cut(lobby.fill(table.state, user_id))
            assert state.match is not None, "the cut was followed by a deal"
            assert state.cut is not None, "the cut has just been made"
            await self._storage.save_start(
                table.id, saved_seats(state.places), saved_cut(state.cut), saved_deal(state.match)
            )
            table.state = state
            log.info("table %d starts: %s", table.id, " ".join(str(who.user_id or who.name) for who in _four(state)))
            self._changed(table, by_person=True)
        return table

    def _cut(self, state: TableState) -> TableState:
        by_cut = state.partners is Partners.CUT
        cut = (matches.cut_for_partners if by_cut else matches.cut_for_deal)(state.rules, self._random)
        hands = matches.deal_hands(state.rules, cut.dealer, self._random)
        return replace(
            state,
            stage=Stage.PLAYING,
            places=lobby.seated_by(cut, state.places),
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
            await self._play(table, seat, action, absence.acted(table.state, seat), by_person=True)

    async def _play(
        self, table: Table, seat: Seat, action: Action, state: TableState, *, by_person: bool
    ) -> tuple[Event, ...]:
        """Judge, save, then replace the state; between judging and replacing only the saving is awaited.

        `state` is the table's state with what the action means for those who sit there.
        """
        assert state.match is not None, "only a running match is played"
        match, events = matches.play(state.match, seat, action)
        await self._save(table, SavedAction(state.step, str(seat), str(action)), replace(state, match=match))
        hidden = state.match.deal.phase in _FACE_DOWN
        log.info("table %d step %d: %s %s", table.id, state.step, seat, "(face down)" if hidden else action)
        self._changed(table, by_person=by_person)
        return events

    async def _save(self, table: Table, action: SavedAction, state: TableState) -> None:
        match, deal, finished = state.match, None, None
        assert match is not None, "something was done in a match"
        if match.awaits_deal:
            match = matches.next_deal(match, matches.deal_hands(match.rules, matches.next_dealer(match), self._random))
            deal = saved_deal(match)
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

    async def propose_misdeal(self, table: Table, user_id: int) -> None:
        """Note that a person wants the cards dealt again, and do so once two players of different sides want it.

        Raises Refused for who doesn't sit there, Illegal when somebody has spoken.
        """
        async with table.lock:
            state = absence.wish_misdeal(table.state, user_id)
            assert state.match is not None, "a match is played"
            match = matches.void(state.match)
            if not absence.is_misdeal_agreed(state):
                await self._storage.save_seats(table.id, state.host_id, saved_seats(state.places))
                table.state = state
            else:
                state = replace(absence.after_misdeal(state), match=match)
                await self._save(table, SavedAction(state.step, "", MISDEAL), state)
                log.info("table %d step %d: misdeal", table.id, state.step)
            self._changed(table, by_person=True)

    # --- seats during the match

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free a person's place in the lobby, or hand it to a computer in a match; without people the table closes.

        Raises Refused when the person doesn't sit there.
        """
        table = await self.find(table_id)
        step = lobby.leave if table.state.stage is Stage.LOBBY else absence.leave
        log.info("table %d: %d leaves", table_id, user_id)
        return await self._change(table_id, lambda state: step(state, user_id))

    async def sit_in(self, table_id: int, person: Person, seat: Seat) -> Table:
        """Give a computer's seat to a person. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: absence.sit_in(state, person, seat))

    async def back(self, table_id: int, user_id: int) -> Table:
        """Give a person's seat back to them. Raises Refused when the person doesn't sit there."""
        return await self._change(table_id, lambda state: absence.back(state, user_id))

    async def hand_over(self, table_id: int, user_id: int, seat: Seat) -> Table:
        """Make somebody else the host. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: absence.hand_over(state, user_id, seat))

    async def propose_end(self, table: Table, user_id: int) -> None:
        """Note that a person wants to end the table, and end it once a majority does. Raises Refused for others."""
        async with table.lock:
            state = absence.wish_end(table.state, user_id)
            if absence.is_end_agreed(state):
                await self._close(table, "a majority ended it")
                return
            await self._storage.save_seats(table.id, state.host_id, saved_seats(state.places))
            table.state = state
            self._changed(table, by_person=True)

    async def end(self, table: Table, user_id: int, *, is_moderator: bool) -> None:
        """End a table before anybody has won, for its host or a moderator. Raises Refused for others."""
        async with table.lock:
            if not table.is_open:
                raise Refused(Refusal.MATCH_OVER)
            if user_id != table.state.host_id and not is_moderator:
                raise Refused(Refusal.MAY_NOT_END)
            await self._close(table, f"{user_id} ended it")

    async def close_channel(self, table: Table, why: str) -> None:
        """Close a table whose channel is gone."""
        async with table.lock:
            if table.is_open:
                await self._close(table, why)

    async def rematch(self, table_id: int, user_id: int) -> Table:
        """Open a lobby like a table that has ended, with the same players; the person who asks is host.

        Raises Refused for who didn't sit there, while it is still open, or when the channel has another table.
        """
        old = await self.find(table_id)
        if old.state.seat_of(user_id) is None:
            raise Refused(Refusal.NOT_SEATED)
        if old.is_open:
            raise Refused(Refusal.MATCH_RUNNING)
        places = tuple(None if who is None else Occupant(who.name, who.user_id, who.level) for who in old.state.places)
        state = TableState(user_id, old.state.rules, old.state.partners, old.state.timer)
        state = replace(state, places=(places[0], places[1], places[2], places[3]))
        return await self._open(old.guild_id, old.channel_id, old.locale, state)

    # --- computers

    def resume(self, table: Table) -> None:
        """Let computers move, if it is their turn and they aren't at it."""
        if table.turn_of_computer is None or table.id in self._computers:
            return
        task = asyncio.create_task(self._move_computers(table), name=f"computers of table {table.id}")
        self._computers[table.id] = task
        task.add_done_callback(lambda done: self._computers_done(table, done))

    async def _move_computers(self, table: Table) -> None:
        pause = self._pace
        while (seat := table.turn_of_computer) is not None:
            if pause:
                await asyncio.sleep(pause)
            async with table.lock:
                if table.turn_of_computer is not seat:
                    continue
                events = await self._move(table, seat, absence.acted(table.state, None))
            # A full trick stays on the table a little longer.
            pause = self._pace * (2 if any(isinstance(event, TrickTaken) for event in events) else 1)

    async def _move(self, table: Table, seat: Seat, state: TableState) -> tuple[Event, ...]:
        assert state.match is not None, "a seat has the turn"
        choose = PLAYERS[state.occupant(seat).level or lobby.COMPUTER_LEVEL]
        action = choose(seat_view(state.match, seat), self._random)
        return await self._play(table, seat, action, state, by_person=False)

    def _computers_done(self, table: Table, task: asyncio.Task[None]) -> None:
        del self._computers[table.id]
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("table %d: a computer's move failed", table.id, exc_info=task.exception())
            self._clock.set(table.id, Timer.COMPUTER, RETRY_AFTER, lambda: self._resume_later(table))
        else:
            self.resume(table)

    async def _resume_later(self, table: Table) -> None:
        self.resume(table)

    # --- time

    def _changed(self, table: Table, *, by_person: bool) -> None:
        """Start what the new state wants timed, and tell whoever shows it."""
        self._time_turn(table)
        if by_person:
            self._time_idleness(table)
        self._notify(table, by_person)

    def _time_turn(self, table: Table) -> None:
        seconds = table.state.timer
        person = table.turn_of_person
        if not table.is_open:
            self._clock.cancel(table.id)
        elif seconds is None or person is None or table.unreachable or not self._is_connected(table):
            self._clock.cancel(table.id, Timer.TURN)
        elif table.timed_step != table.state.step or table.deadline is None:
            table.timed_step, table.deadline = table.state.step, self._now() + timedelta(seconds=seconds)
            step = table.state.step
            self._clock.set(table.id, Timer.TURN, seconds, lambda: self._miss(table, step))
            return
        else:
            return
        table.deadline = None

    def _time_idleness(self, table: Table) -> None:
        if table.is_open:
            seconds = LOBBY_LIFE if table.state.stage is Stage.LOBBY else MATCH_LIFE
            self._clock.set(table.id, Timer.IDLE, seconds, lambda: self._expire(table))

    async def _miss(self, table: Table, step: int) -> None:
        """Let a computer make the one move for which a person has let the time run out."""
        async with table.lock:
            seat = table.turn
            # By turn, never by person: who acted in the last second has acted.
            if seat is None or table.state.step != step or table.turn_of_person is None or table.unreachable:
                return
            log.info("table %d step %d: %s ran out of time", table.id, step, seat)
            try:
                await self._move(table, seat, absence.missed(absence.acted(table.state, None), seat))
            except Exception:
                self._clock.set(table.id, Timer.TURN, RETRY_AFTER, lambda: self._miss(table, step))
                raise
        self.resume(table)

    async def _expire(self, table: Table) -> None:
        await self.close_channel(table, "nobody did anything for too long")

    def hold(self, table: Table) -> None:
        """Stop a table while its channel can't be written to: no clock runs and nothing moves."""
        if not table.unreachable:
            log.warning("table %d waits: channel %d can't be written to", table.id, table.channel_id)
            table.unreachable = True
            self._time_turn(table)

    def go_on(self, table: Table) -> None:
        """Go on with a table that was held, each open turn with its full time; nothing if it wasn't."""
        if table.unreachable:
            log.info("table %d goes on", table.id)
            table.unreachable = False
            self._changed(table, by_person=True)

    def connection_changed(self, is_connected: Callable[[Table], bool]) -> None:
        """Stop the turns of tables without a connection to Discord; give a new one's their full time."""
        self._is_connected = is_connected
        for table in tuple(self._tables.values()):
            self._time_turn(table)

    # --- keeping

    async def restore(self) -> tuple[Table, ...]:
        """Bring back every table that was open, or whose end hasn't been shown, when the bot stopped.

        Returns the running matches; nothing moves there until they are resumed.
        """
        running = []
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
                self._time_idleness(table)
            self._time_turn(table)
            if table.turn is not None:
                running.append(table)
            else:
                self._notify(table, False)
        return tuple(running)

    async def close(self) -> None:
        """Stop the computers. Everything is saved already."""
        tasks = tuple(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, table: Table, why: str) -> None:
        await self._storage.close_table(table.id)
        table.state = replace(table.state, stage=Stage.CLOSED)
        log.info("table %d is closed: %s", table.id, why)
        self._forget(table)
        self._changed(table, by_person=True)

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


# Cards laid face down don't belong in a log.
_FACE_DOWN = (Phase.OFFER, Phase.RETURN, Phase.DISCARD)


def _four(state: TableState) -> tuple[Occupant, ...]:
    return tuple(who for who in state.places if who is not None)
