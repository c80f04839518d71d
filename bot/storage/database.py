"""The connection of one process, and the statements everything else is made of."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TextIO

import aiosqlite

from bot.storage.opening import StorageError, check, connect, followed, take_lock

_Statement = tuple[str, dict[str, Any], asyncio.Future[None]]


class Database:
    """One connection to the database of one process, with its own write lock."""

    def __init__(self, connection: aiosqlite.Connection, lock_file: TextIO) -> None:
        self._connection = connection
        self._lock_file = lock_file
        # Statements of two transactions on one connection would mingle: a table's own lock doesn't help.
        self._lock = asyncio.Lock()
        self._waiting: list[_Statement] = []
        self._writer: asyncio.Task[None] | None = None

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
            if self._writer is not None:
                await self._writer
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
        """Execute a single statement, its own transaction.

        Those that come while others are executed go to the database's thread together: on a busy bot each way there and
        back costs more than the statement.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((sql, numbered(values), done))
        if self._writer is None or self._writer.done():
            # A task of its own: whoever stops waiting for a statement stops no other.
            self._writer = asyncio.create_task(self._write_waiting(), name="writing")
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            async with self._lock:
                statements, self._waiting = self._waiting, []
                for (_, _, done), failure in zip(statements, await self._executed(statements), strict=True):
                    if done.done():
                        continue
                    if failure is None:
                        done.set_result(None)
                    else:
                        done.set_exception(failure)

    async def _executed(self, statements: list[_Statement]) -> list[Exception | None]:
        """Execute statements one after the other and return what each failed with."""

        def execute(connection: sqlite3.Connection) -> list[Exception | None]:
            return [_failure(connection, sql, values) for sql, values, _ in statements]

        # aiosqlite's own methods take one statement to its thread at a time.
        in_thread: Any = self._connection._execute  # noqa: SLF001
        try:
            failures: list[Exception | None] = await in_thread(execute, self._connection._conn)  # noqa: SLF001
        except Exception as error:  # noqa: BLE001  # the connection is closed: each who waits is told
            return [error] * len(statements)
        return failures

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        """Return every row. Raises ValueError for a text in it that is no UTF-8."""
        async with self._lock:
            try:
                return list(await self._connection.execute_fetchall(sql, numbered(values)))
            except sqlite3.OperationalError as error:
                # A row that can't be read is no failure of the database itself.
                if "decode to UTF-8" in str(error):
                    raise ValueError(str(error)) from error
                raise


def _failure(connection: sqlite3.Connection, sql: str, values: dict[str, Any]) -> Exception | None:
    try:
        connection.execute(sql, values)
    except Exception as error:  # noqa: BLE001  # raised where the statement comes from
        return error
    return None


def numbered(values: Iterable[Any]) -> dict[str, Any]:
    """Return parameters as sqlite3 takes those written $1, $2 …: by the names "1", "2" …."""
    return {str(number): value for number, value in enumerate(values, start=1)}
