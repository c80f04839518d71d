"""How long things may take: a turn, a lobby, a match; and when no clock runs."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.tables.clock import Clock, Timer
from bot.tables.seating import Stage
from bot.tables.table import Table

log = logging.getLogger(__name__)

RETRY_AFTER = 5.0  # seconds until a move that failed, as on a full disk, is tried again
LOBBY_LIFE = timedelta(minutes=15).total_seconds()  # of a lobby in which nobody does anything
MATCH_LIFE = timedelta(days=1).total_seconds()  # of a match in which no person does anything


class Turns:
    """Times the turns of people and the idleness of tables.

    `miss` is called with a table and step when a turn's time has run out, `expire` when a table has been idle too long.
    """

    def __init__(
        self,
        clock: Clock,
        now: Callable[[], datetime],
        miss: Callable[[Table, int], Awaitable[None]],
        expire: Callable[[Table], Awaitable[None]],
    ) -> None:
        self._clock = clock
        self._now = now
        self._miss = miss
        self._expire = expire
        self._is_connected: Callable[[Table], bool] = lambda _table: True
        self._idle_left: dict[int, float] = {}  # seconds of tables that nobody can reach now

    def changed(self, table: Table, *, by_person: bool) -> None:
        """Start and stop what a table's new state wants timed."""
        self._time_turn(table)
        if by_person:
            self._time_idleness(table)

    def connection_changed(self, tables: tuple[Table, ...], is_connected: Callable[[Table], bool]) -> None:
        """Stop the clocks of tables without a connection to Discord; the turns of a new one have their full time."""
        self._is_connected = is_connected
        for table in tables:
            self._time_turn(table)
            self._pause_idleness(table)

    def _time_turn(self, table: Table) -> None:
        if not table.is_open:
            self._clock.cancel(table.id)
            self._idle_left.pop(table.id, None)
            table.deadline = None
            return
        seconds = table.state.timer
        if seconds is None or table.turn_of_person is None or table.unreachable or not self._is_connected(table):
            self._clock.cancel(table.id, Timer.TURN)
            table.deadline = None
        elif table.timed_step != table.state.step or table.deadline is None:
            table.timed_step, table.deadline = table.state.step, self._now() + timedelta(seconds=seconds)
            self._set_turn(table, seconds, table.state.step)

    def _set_turn(self, table: Table, seconds: float, step: int) -> None:
        self._clock.set(table.id, Timer.TURN, seconds, lambda: self._run_out(table, step))

    async def _run_out(self, table: Table, step: int) -> None:
        try:
            await self._miss(table, step)
        except Exception:
            self._set_turn(table, RETRY_AFTER, step)
            raise

    def _time_idleness(self, table: Table) -> None:
        if table.is_open:
            self._set_idle(table, LOBBY_LIFE if table.state.stage is Stage.LOBBY else MATCH_LIFE)
            self._pause_idleness(table)

    def _pause_idleness(self, table: Table) -> None:
        """Stop the clock while nobody can reach the table, and let it run on afterwards."""
        if self._is_connected(table):
            left = self._idle_left.pop(table.id, None)
            if left is not None:
                self._set_idle(table, left)
        else:
            left = self._clock.left(table.id, Timer.IDLE)
            if left is not None:
                self._clock.cancel(table.id, Timer.IDLE)
                self._idle_left[table.id] = left

    def _set_idle(self, table: Table, seconds: float) -> None:
        self._idle_left.pop(table.id, None)
        self._clock.set(table.id, Timer.IDLE, seconds, lambda: self._run_idle(table))

    async def _run_idle(self, table: Table) -> None:
        try:
            await self._expire(table)
        except Exception:
            self._set_idle(table, RETRY_AFTER)
            raise
