"""All tables: the one place where people's wishes arrive, each of which is saved before it is visible."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import Random

from bot.storage import Storage
from bot.tables import absence, lobby
from bot.tables.clock import Clock
from bot.tables.game import Game
from bot.tables.ledger import Ledger
from bot.tables.seating import DEFAULT_TIMER, Occupant, Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.table import Table
from bot.tables.turns import Turns
from bot.thinking import Thinkers
from pepper import match as matches
from pepper.rules import Rules
from pepper.seats import Seat, Side

log = logging.getLogger(__name__)


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
        thinkers: Thinkers,
    ) -> None:
        self._random = random
        self._notify = changed
        self._ledger = Ledger(storage, random, now, self._changed)
        self._game = Game(self._ledger, random, clock, pace, thinkers)
        self._turns = Turns(clock, now, self._game.move_for, self._expire)
        self.find = self._ledger.find
        self.open_in = self._ledger.open_in
        self.open_table = self._ledger.open_table
        self.open_tables = self._ledger.open_tables
        self.act = self._game.act
        self.propose_misdeal = self._game.propose_misdeal
        self.resume = self._game.resume
        self.close = self._game.close

    def _changed(self, table: Table, by_person: bool) -> None:  # as the ledger calls it
        self._turns.changed(table, by_person=by_person)
        self._notify(table, by_person)

    def in_channel(self, channel_id: int | None) -> Table:
        """Return the open table of a channel. Raises Refused when there is none."""
        table = self.open_in(channel_id)
        if table is None:
            raise Refused(Refusal.CHANNEL_FREE)
        return table

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
        return await self._ledger.open(guild_id, channel_id, locale, state)

    async def join(self, table_id: int, person: Person, side: Side | None) -> Table:
        """Seat a person in the lobby. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.join(state, person, side))

    async def add_computer(self, table_id: int, user_id: int) -> Table:
        """Seat a computer in the lobby, for anybody who sits there. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.add_computer(state, user_id))

    async def set_level(self, table_id: int, user_id: int, name: str, level: str) -> Table:
        """Choose how well the computer of a name plays. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.with_level(state, user_id, name, level))

    async def remove_computer(self, table_id: int, user_id: int, name: str) -> Table:
        """Free the place of the computer of a name. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: lobby.without_computer(state, user_id, name))

    async def as_host(self, table_id: int, user_id: int) -> Table:
        """Return a table in whose lobby a person may change things. Raises Refused for anybody but the host."""
        table = await self.find(table_id)
        lobby.check_host(table.state, user_id)
        return table

    async def change_rules(self, table_id: int, user_id: int, change: Callable[[Rules], Rules]) -> Table:
        """Change the house rules of a lobby.

        Raises Refused unless the host asks, RulesError for rules that can't be.
        """
        table = await self.find(table_id)
        async with table.lock:
            state = lobby.with_rules(table.state, user_id, change)
            if state != table.state:
                await self._ledger.save_rules(table, state)
        return table

    async def shuffle(self, table_id: int, user_id: int) -> Table:
        """Mix the sides of a lobby. Raises Refused unless the host asks."""
        return await self._change(table_id, lambda state: lobby.shuffled(state, user_id, self._random))

    async def start(self, table_id: int, user_id: int) -> Table:
        """Fill the free seats with computers, cut and deal. Raises Refused unless the host asks in the lobby."""
        table = await self.find(table_id)
        async with table.lock:
            await self._ledger.save_start(table, self._cut(lobby.fill(table.state, user_id)))
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

    async def rematch(self, table_id: int, user_id: int) -> Table:
        """Open a lobby like a table that has ended, with the same players; the person who asks is host.

        Raises Refused for who didn't sit there, while it is still open, or when the channel has another table.
        """
        old = await self.find(table_id)
        if old.state.seat_of(user_id) is None:
            raise Refused(Refusal.NOT_SEATED)
        if old.is_open:
            raise Refused(Refusal.MATCH_RUNNING)
        places = [None if who is None else Occupant(who.name, who.user_id, who.level) for who in old.state.places]
        state = TableState(user_id, old.state.rules, old.state.partners, old.state.timer)
        state = replace(state, places=(places[0], places[1], places[2], places[3]))
        return await self._ledger.open(old.guild_id, old.channel_id, old.locale, state)

    # --- seats

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Free a person's place in the lobby, or hand it to a computer in a match; without people the table closes.

        Raises Refused when the person doesn't sit there.
        """

        def leave(state: TableState) -> TableState:
            return (lobby.leave if state.stage is Stage.LOBBY else absence.leave)(state, user_id)

        return await self._change(table_id, leave)

    async def sit_in(self, table_id: int, person: Person, seat: Seat) -> Table:
        """Give a computer's seat to a person. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: absence.sit_in(state, person, seat))

    async def back(self, table_id: int, user_id: int) -> Table:
        """Give a person's seat back to them. Raises Refused when the person doesn't sit there."""
        return await self._change(table_id, lambda state: absence.back(state, user_id))

    async def hand_over(self, table_id: int, user_id: int, seat: Seat) -> Table:
        """Make somebody else the host. Raises Refused when that can't be."""
        return await self._change(table_id, lambda state: absence.hand_over(state, user_id, seat))

    async def _change(self, table_id: int, step: Callable[[TableState], TableState]) -> Table:
        """Take a step that changes only who sits where and what they wish; a table without people closes."""
        table = await self.find(table_id)
        async with table.lock:
            state = step(table.state)
            if not state.people:
                await self._ledger.close(table, "nobody is left", by_person=True)
            elif absence.is_end_agreed(state):
                # Who was against it has left.
                await self._ledger.close(table, "a majority ended it", by_person=True)
            elif state != table.state:
                before, after = (who_sits(each) for each in (table.state, state))
                await self._ledger.save_seats(table, state)
                if before != after:
                    log.info("table %d: %s", table.id, after)
        return table

    # --- the end

    async def propose_end(self, table: Table, user_id: int) -> None:
        """Note that a person wants to end the table, and end it once a majority does. Raises Refused for others."""
        async with table.lock:
            if table.state.stage is Stage.LOBBY:
                raise Refused(Refusal.MAY_NOT_END)
            state = absence.wish_end(table.state, user_id)
            if absence.is_end_agreed(state):
                await self._ledger.close(table, "a majority ended it", by_person=True)
            else:
                await self._ledger.save_seats(table, state)

    async def end(self, table: Table, user_id: int, *, is_moderator: bool) -> None:
        """End a table before anybody has won, for its host or a moderator. Raises Refused for others."""
        async with table.lock:
            if not table.is_open:
                raise Refused(Refusal.MATCH_OVER)
            if user_id != table.state.host_id and not is_moderator:
                raise Refused(Refusal.MAY_NOT_END)
            await self._ledger.close(table, f"{user_id} ended it", by_person=True)

    async def close_channel(self, table: Table, why: str) -> None:
        """Close a table that nobody ends: its channel is gone."""
        async with table.lock:
            if table.is_open:
                await self._ledger.close(table, why, by_person=False)

    async def _expire(self, table: Table) -> None:
        async with table.lock:
            if table.is_open:
                table.expired = True
                await self._ledger.close(table, "nobody did anything for too long", by_person=False)

    # --- interruptions

    async def restore(self) -> tuple[Table, ...]:
        """Bring back every table that was open, or whose end hasn't been shown, when the bot stopped.

        Every open turn has its full time. Returns the running matches; nothing moves there until they are resumed.
        """
        found = await self._ledger.restore()
        for table in found:
            self._turns.changed(table, by_person=True)
            if table.turn is None:
                self._notify(table, False)  # the callback's own form
        return tuple(table for table in found if table.turn is not None)

    def hold(self, table: Table) -> None:
        """Stop a table while its channel can't be written to: no clock runs and nothing moves."""
        if not table.unreachable:
            log.warning("table %d waits: channel %d can't be written to", table.id, table.channel_id)
            table.unreachable = True
            self._turns.changed(table, by_person=False)

    def go_on(self, table: Table) -> None:
        """Go on with a table that was held, its open turn with the full time; nothing if it wasn't."""
        if table.unreachable:
            log.info("table %d goes on", table.id)
            table.unreachable = False
            self._changed(table, by_person=True)

    def connection_changed(self, is_connected: Callable[[Table], bool]) -> None:
        """Stop the turns of tables without a connection to Discord; give a new one's their full time."""
        self._turns.connection_changed(self.open_tables(), is_connected)


def who_sits(state: TableState) -> str:
    """Return for a log line who sits where, people by their ids, and who is host."""
    names = (str(who.user_id or who.name) + (" (away)" if who.away else "") for who in state.places if who)
    return f"{', '.join(names)}; host {state.host_id}"
