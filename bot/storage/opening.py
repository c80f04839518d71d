"""Opening the file: one process alone, never a file that isn't a sound database of ours, migrations by number."""

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import aiosqlite

MIGRATIONS = tuple(sorted((Path(__file__).parents[1] / "migrations").glob("*.sql")))
VERSION = len(MIGRATIONS)
APPLICATION_ID = 0x50455052  # "PEPR", by which a file is known to be ours
_BUSY_TIMEOUT = 5.0  # seconds another program, such as a backup, may hold the file


class StorageError(Exception):
    """The database can't be used; the message says why and that nothing in it was changed."""


def followed(path: Path) -> Path:
    """Return the file a path leads to."""
    # By whatever link a file is reached, its lock is one.
    return Path(os.path.realpath(path))


def take_lock(path: Path) -> TextIO:
    """Return the open lock file beside a database. Raises StorageError when another process holds it."""
    # lockf and not flock: a forked worker process would keep the latter.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock_file = path.with_name(path.name + ".lock").open("w")
    except OSError as error:
        raise StorageError(f"{path} can't be used: {error.strerror}") from error
    try:
        fcntl.lockf(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock_file.close()
        raise StorageError(f"{path} is in use by another process; this one leaves it alone") from error
    return lock_file


def check(path: Path) -> None:
    """Read a file without changing it. Raises StorageError unless it is missing, empty or a sound database of ours."""
    if not path.exists() or path.stat().st_size == 0:
        return
    if not os.access(path, os.W_OK, effective_ids=True):
        raise StorageError(f"{path} can't be used: it is read-only")
    beside = (path.with_name(path.name + ending) for ending in ("-wal", "-journal"))
    journals = [file for file in beside if file.exists()]
    try:
        if not journals:
            _check_content(path, path)
            return
        # A process that was killed left a journal, and SQLite would play it back: it does so in a copy.
        with TemporaryDirectory(prefix="pepper-") as folder:
            for file in (path, *journals):
                shutil.copyfile(file, Path(folder, file.name))
            _play_back(Path(folder, path.name))
            _check_content(Path(folder, path.name), path)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StorageError(f"{path} can't be read as a database ({error}); it was left untouched") from error


def _play_back(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _check_content(path: Path, shown: Path) -> None:
    if path.stat().st_size == 0:
        return
    # Immutable: a read-only connection would still leave a write-ahead log beside the file.
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        application, version = _pragma(connection, "application_id"), _pragma(connection, "user_version")
        if application != APPLICATION_ID or version == 0:
            raise StorageError(f"{shown} is no database of Pepper; it was left untouched")
        if version > VERSION:
            raise StorageError(
                f"{shown} was made by a newer Pepper (version {version}, this one knows {VERSION}); "
                "it was left untouched"
            )
        if _pragma(connection, "quick_check") != "ok" or _schema(connection) != _expected_schema(version):
            raise StorageError(f"{shown} is damaged; it was left untouched, restore it from a backup")


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _schema(connection: sqlite3.Connection) -> list[Any]:
    sql = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    return connection.execute(sql).fetchall()


def _expected_schema(version: int) -> list[Any]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in MIGRATIONS[:version]:
            connection.executescript(migration.read_text(encoding="utf-8"))
        return _schema(connection)


async def connect(path: Path) -> aiosqlite.Connection:
    """Return a connection to a database of the newest version. Raises sqlite3.Error when there can be none."""
    pending = aiosqlite.connect(path, isolation_level=None, timeout=_BUSY_TIMEOUT)
    # A thread that isn't a daemon would keep a process alive whose shutdown was cut short.
    pending._thread.daemon = True  # noqa: SLF001  # aiosqlite offers no other way
    connection = await pending
    try:
        await _migrate(connection)
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
            # Fetched, because a statement that still has rows to give hinders the commits of others.
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _migrate(connection: aiosqlite.Connection) -> None:
    rows = list(await connection.execute_fetchall("PRAGMA user_version"))
    for version in range(rows[0][0], VERSION):
        sql = MIGRATIONS[version].read_text(encoding="utf-8")
        await connection.executescript(
            f"BEGIN IMMEDIATE; {sql}; PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {version + 1}; COMMIT;"
        )
