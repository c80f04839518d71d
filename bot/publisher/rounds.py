"""Work that is done for a table over and over, as long as the table keeps changing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.tables import Table

log = logging.getLogger(__name__)


class Rounds:
    """Does one kind of work for each table that is marked, at most once at a time; exceptions are logged.

    A mark that is made meanwhile means another round.
    """

    def __init__(self, name: str, work: Callable[[Table], Awaitable[None]]) -> None:
        self._name = name
        self._work = work
        self._marked: dict[int, Table] = {}
        self._running: dict[int, asyncio.Task[None]] = {}

    def mark(self, table: Table) -> None:
        """Note that there is work for a table, which begins when the table is released."""
        self._marked[table.id] = table

    def release(self, table_id: int) -> None:
        """Begin the work for a table if it is marked and nothing is done for it already."""
        if table_id not in self._marked or table_id in self._running:
            return
        task = asyncio.create_task(self._until_current(table_id), name=f"{self._name} of table {table_id}")
        self._running[table_id] = task
        task.add_done_callback(lambda done: self._done(table_id, done))

    async def _until_current(self, table_id: int) -> None:
        while (table := self._marked.pop(table_id, None)) is not None:
            await self._work(table)

    def _done(self, table_id: int, task: asyncio.Task[None]) -> None:
        del self._running[table_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("%s of table %d failed", self._name, table_id, exc_info=task.exception())
        self.release(table_id)

    async def close(self) -> None:
        """Stop; what is marked is forgotten."""
        self._marked.clear()
        tasks = tuple(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
