"""Timers of tables on the event loop: each table has at most one of a kind, and a new one replaces the old."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum

log = logging.getLogger(__name__)


class Timer(Enum):
    """What a timer is for."""

    TURN = "turn"
    IDLE = "idle"
    COMPUTER = "computer"
    NOTICE = "notice"
    WARNING = "warning"
    DRAWING = "drawing"


class Clock:
    """Runs something once after a time, unless it is cancelled before; exceptions are logged."""

    def __init__(self) -> None:
        self._timers: dict[tuple[int, Timer], asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()

    def set(self, table_id: int, timer: Timer, seconds: float, then: Callable[[], Awaitable[None]]) -> None:
        """Run `then` after some seconds, in place of what was to run before."""
        self.cancel(table_id, timer)
        loop = asyncio.get_running_loop()
        self._timers[table_id, timer] = loop.call_later(seconds, self._run, table_id, timer, then)

    def left(self, table_id: int, timer: Timer) -> float | None:
        """Return the seconds until a timer runs out, None when it doesn't run."""
        handle = self._timers.get((table_id, timer))
        return None if handle is None else max(0.0, handle.when() - asyncio.get_running_loop().time())

    def cancel(self, table_id: int, *timers: Timer) -> None:
        """Forget what was to run; without kinds, everything of the table."""
        for timer in timers or Timer:
            handle = self._timers.pop((table_id, timer), None)
            if handle is not None:
                handle.cancel()

    def _run(self, table_id: int, timer: Timer, then: Callable[[], Awaitable[None]]) -> None:
        del self._timers[table_id, timer]
        task = asyncio.create_task(_awaited(then), name=f"{timer.value} of table {table_id}")
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def close(self) -> None:
        """Cancel every timer and what is running."""
        for handle in self._timers.values():
            handle.cancel()
        self._timers.clear()
        for task in tuple(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _awaited(then: Callable[[], Awaitable[None]]) -> None:
    await then()
