"""The connection of one process, and the statements everything else is made of."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TextIO

import aiosqlite

from bot.storage.opening import StorageError, check, connect, followed, take_lock


class Database:
    """One connection to the database of one process, with its own write lock."""

    def __init__(self, connection: aiosqlite.Connection, lock_file: TextIO) -> None:
        self._connection = connection
        self._lock_file = lock_file
        # Statements of two transactions on one connection would mingle: a table's own lock doesn't help.
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the database, creating or migrating it.

        Raises StorageError for a file that isn't ours, is damaged, was made by a newer version, or is in use by
        another process; such a file is left untouched.
        """
        path = followed(path)
        lock_file = take_lock(path)
        try:
            check(path)
            connection = await connect(path)
        except (sqlite3.Error, OSError) as error:
            lock_file.close()
            raise StorageError(f"{path} can't be opened: {error}") from error
        except BaseException:
            lock_file.close()
            raise
        return cls(connection, lock_file)

    async def close(self) -> None:
        """Close the connection, moving what is in the write-ahead log into the database."""
        try:
            await self._connection.close()
        finally:
            self._lock_file.close()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._lock:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                await self._connection.commit()
            except BaseException:
                # Also after a commit that failed, or a BEGIN whose waiting was cancelled: nothing may stay begun.
                await self._connection.rollback()
                raise

    async def _write(self, sql: str, *values: Any) -> None:
        # A single statement is its own transaction.
        async with self._lock:
            await self._connection.execute(sql, numbered(values))

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        async with self._lock:
            return list(await self._connection.execute_fetchall(sql, numbered(values)))


def numbered(values: Iterable[Any]) -> dict[str, Any]:
    """Return parameters as sqlite3 takes those written $1, $2 …: by the names "1", "2" …."""
    return {str(number): value for number, value in enumerate(values, start=1)}
