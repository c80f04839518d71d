"""The database: the only SQL, written in what SQLite and PostgreSQL share. Rows become dataclasses here."""

import asyncio
import fcntl
import json
import os
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO, TypeVar

import aiosqlite

MIGRATIONS = tuple(sorted((Path(__file__).parent / "migrations").glob("*.sql")))
VERSION = len(MIGRATIONS)
APPLICATION_ID = 0x50455052  # "PEPR", by which a file is known to be ours
_Row = TypeVar("_Row")
_BUSY_TIMEOUT = 5.0  # seconds another program, such as a backup, may hold the file


class StorageError(Exception):
    """The database can't be used; the message says why and that nothing in it was changed."""


class ChannelTakenError(Exception):
    """The channel has an open table already."""


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who sits at a place, 0 to 3: a person by `user_id`, or a computer by `level`; flags are 0 or 1."""

    place: int
    user_id: int | None
    name: str
    level: str | None
    misses: int = 0
    away: int = 0
    wants_end: int = 0
    wants_misdeal: int = 0


@dataclass(frozen=True, slots=True)
class SavedDeal:
    """A deal as dealt: the dealer's letter, and the hands N E S W as text."""

    number: int
    dealer: str
    hands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SavedAction:
    """An accepted action: its step at the table, the seat's letter and the token; a misdeal is `void`, without seat."""

    step: int
    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A finished match: the winning side, its record, and who sat where (None for a computer) and won."""

    guild_id: int
    finished_at: str
    winner: str
    record: str
    players: tuple[tuple[str, int | None, bool], ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """An open table with everything needed to go on. `cut` and `rules` are as their owners wrote them."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    stage: str
    rules: dict[str, Any]
    partners: str
    timer: int | None
    cut: Any = None
    message_id: int | None = None
    message_deal: int | None = None
    notice_id: int | None = None
    seats: tuple[SavedSeat, ...] = ()
    deals: tuple[SavedDeal, ...] = ()
    actions: tuple[SavedAction, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's finished matches in a server, and how many were won."""

    user_id: int
    name: str
    matches: int
    wins: int


_SEAT = ", ".join(column.name for column in fields(SavedSeat))
_TABLE = tuple(column.name for column in fields(SavedTable))[:-3]  # without seats, deals and actions


class Storage:
    """One connection to the database of one process, with its own write lock."""

    def __init__(self, connection: aiosqlite.Connection, lock_file: TextIO) -> None:
        self._connection = connection
        self._lock_file = lock_file
        # Statements of two transactions on one connection would mingle: a table's own lock doesn't help.
        self._lock = asyncio.Lock()
        self._people: dict[int, tuple[str, str]] = {}

    @classmethod
    async def open(cls, path: Path) -> "Storage":
        """Open the database, creating or migrating it.

        Raises StorageError for a file that isn't ours, is damaged, was made by a newer version, or is in use by
        another process; such a file is left untouched.
        """
        path = _followed(path)
        lock_file = _take_lock(path)
        try:
            _check(path)
            connection = await _connect(path)
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

    # --- statements

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
            await self._connection.execute(sql, _numbered(values))

    async def _all(self, sql: str, *values: Any) -> list[Any]:
        async with self._lock:
            return list(await self._connection.execute_fetchall(sql, _numbered(values)))

    # --- people

    async def remember(self, user_id: int, name: str, locale: str) -> None:
        """Keep the last name and locale of somebody who pressed or typed something."""
        if self._people.get(user_id) == (name, locale):
            return
        await self._write(
            "INSERT INTO people (user_id, name, locale) VALUES ($1, $2, $3) "
            "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale",
            user_id,
            name,
            locale,
        )
        self._people[user_id] = (name, locale)

    async def wants_notices(self, user_id: int) -> bool:
        """Tell whether a person wants to be mentioned when it is their turn; they do until they say otherwise."""
        rows = await self._all("SELECT notices FROM people WHERE user_id = $1", user_id)
        return not rows or bool(rows[0][0])

    async def set_notices(self, user_id: int, wanted: bool) -> None:  # the wish itself
        """Save whether a remembered person wants to be mentioned when it is their turn."""
        await self._write("UPDATE people SET notices = $1 WHERE user_id = $2", int(wanted), user_id)

    # --- tables

    async def create_table(self, table: SavedTable) -> int:
        """Save a new table with its seats and return its id; `table.id` is ignored.

        Raises ChannelTakenError when its channel has an open table.
        """
        try:
            async with self._transaction() as connection:
                cursor = await connection.execute(
                    "INSERT INTO tables (guild_id, channel_id, host_id, locale, stage, rules, partners, timer) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
                    _numbered(
                        (
                            table.guild_id,
                            table.channel_id,
                            table.host_id,
                            table.locale,
                            table.stage,
                            json.dumps(table.rules),
                            table.partners,
                            table.timer,
                        )
                    ),
                )
                row = await cursor.fetchone()
                assert row is not None
                await _insert_seats(connection, row[0], table.seats)
                return int(row[0])
        except sqlite3.IntegrityError as error:
            if "tables.channel_id" in str(error):
                raise ChannelTakenError from error
            raise

    async def save_seats(self, table_id: int, host_id: int, seats: Sequence[SavedSeat]) -> None:
        """Save who sits where and what they wish, and who is host."""
        async with self._transaction() as connection:
            await connection.execute("UPDATE tables SET host_id = $1 WHERE id = $2", _numbered((host_id, table_id)))
            await _replace_seats(connection, table_id, seats)

    async def save_start(self, table_id: int, seats: Sequence[SavedSeat], cut: Any, deal: SavedDeal) -> None:
        """Save that a match has begun: its seats N E S W, the cut and the first deal."""
        async with self._transaction() as connection:
            await connection.execute(
                "UPDATE tables SET stage = 'playing', cut = $1 WHERE id = $2", _numbered((json.dumps(cut), table_id))
            )
            await _replace_seats(connection, table_id, seats)
            await _insert_deal(connection, table_id, deal)

    async def save_action(
        self,
        table_id: int,
        action: SavedAction,
        *,
        seats: Sequence[SavedSeat] = (),
        deal: SavedDeal | None = None,
        match: SavedMatch | None = None,
    ) -> None:
        """Save an accepted action together with what follows from it.

        That may be changed seats (none given: unchanged), the next deal, or the finished match.
        """
        insert = "INSERT INTO actions (table_id, step, seat, token) VALUES ($1, $2, $3, $4)"
        values = (table_id, action.step, action.seat, action.token)
        if deal is None and match is None and not seats:
            await self._write(insert, *values)
            return
        async with self._transaction() as connection:
            await connection.execute(insert, _numbered(values))
            if seats:
                await _replace_seats(connection, table_id, seats)
            if deal is not None:
                await _insert_deal(connection, table_id, deal)
            if match is not None:
                await _insert_match(connection, table_id, match)

    async def save_message(self, table_id: int, message_id: int | None, deal: int | None) -> None:
        """Save which message shows the table, and the number of the deal it shows (None for the lobby)."""
        sql = "UPDATE tables SET message_id = $1, message_deal = $2 WHERE id = $3"
        await self._write(sql, message_id, deal, table_id)

    async def save_notice(self, table_id: int, notice_id: int | None) -> None:
        """Save which message reminds somebody of their turn."""
        await self._write("UPDATE tables SET notice_id = $1 WHERE id = $2", notice_id, table_id)

    async def close_table(self, table_id: int) -> None:
        """Save that a table ended before anybody won; its channel is free again."""
        await self._write("UPDATE tables SET stage = 'closed' WHERE id = $1", table_id)

    async def unfinished_tables(self) -> tuple[int, ...]:
        """Return the ids of lobbies and running matches, and of those that ended but whose message doesn't show it."""
        sql = "SELECT id FROM tables WHERE stage IN ('lobby', 'playing') OR message_id IS NOT NULL ORDER BY id"
        return tuple(row[0] for row in await self._all(sql))

    async def table(self, table_id: int) -> SavedTable | None:
        """Return a table, open or not; None for an id never given. Raises ValueError when a value isn't JSON."""
        found = await self._load("id = $1", table_id)
        return found[0] if found else None

    async def _load(self, condition: str, *values: Any) -> tuple[SavedTable, ...]:
        chosen = f"WHERE table_id IN (SELECT id FROM tables WHERE {condition}) ORDER BY table_id"
        seats = _by_table(
            SavedSeat,
            await self._all(f"SELECT table_id, {_SEAT} FROM seats {chosen}, place", *values),
        )
        actions = _by_table(
            SavedAction, await self._all(f"SELECT table_id, step, seat, token FROM actions {chosen}, step", *values)
        )
        deals = _by_table(
            _deal, await self._all(f"SELECT table_id, number, dealer, hands FROM deals {chosen}, number", *values)
        )
        rows = await self._all(
            f"SELECT {', '.join(_TABLE)} FROM tables WHERE {condition} ORDER BY id",
            *values,
        )
        return tuple(_table(row, seats[row[0]], deals[row[0]], actions[row[0]]) for row in rows)

    # --- standings

    async def leaderboard(self, guild_id: int, limit: int) -> tuple[Standing, ...]:
        """Return the people of a server with the most wins, then the fewest matches; at most `limit`."""
        rows = await self._all(
            "SELECT standings.user_id, name, matches, wins FROM standings JOIN people USING (user_id) "
            "WHERE guild_id = $1 ORDER BY wins DESC, matches, standings.user_id LIMIT $2",
            guild_id,
            limit,
        )
        return tuple(Standing(*row) for row in rows)

    async def record(self, table_id: int) -> str | None:
        """Return the record of a finished match, None where there is none."""
        rows = await self._all("SELECT record FROM matches WHERE table_id = $1", table_id)
        return str(rows[0][0]) if rows else None


# --- rows


def _numbered(values: Iterable[Any]) -> dict[str, Any]:
    # sqlite3 takes the parameters $1, $2 … as the names "1", "2" …
    return {str(number): value for number, value in enumerate(values, start=1)}


def _deal(number: int, dealer: str, hands: str) -> SavedDeal:
    return SavedDeal(number, dealer, tuple(json.loads(hands)))


def _by_table(kind: Callable[..., _Row], rows: Iterable[Any]) -> defaultdict[int, tuple[_Row, ...]]:
    grouped: defaultdict[int, list[_Row]] = defaultdict(list)
    for table_id, *values in rows:
        grouped[table_id].append(kind(*values))
    return defaultdict(tuple, {table_id: tuple(found) for table_id, found in grouped.items()})


def _table(
    row: Any, seats: tuple[SavedSeat, ...], deals: tuple[SavedDeal, ...], actions: tuple[SavedAction, ...]
) -> SavedTable:
    values = dict(zip(_TABLE, row, strict=True))
    values["rules"] = json.loads(values["rules"])
    values["cut"] = json.loads(values["cut"]) if values["cut"] else None
    return SavedTable(**values, seats=seats, deals=deals, actions=actions)


async def _replace_seats(connection: aiosqlite.Connection, table_id: int, seats: Sequence[SavedSeat]) -> None:
    await connection.execute("DELETE FROM seats WHERE table_id = $1", _numbered((table_id,)))
    await _insert_seats(connection, table_id, seats)


async def _insert_seats(connection: aiosqlite.Connection, table_id: int, seats: Sequence[SavedSeat]) -> None:
    await connection.executemany(
        f"INSERT INTO seats (table_id, {_SEAT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [_numbered((table_id, *astuple(seat))) for seat in seats],
    )


async def _insert_deal(connection: aiosqlite.Connection, table_id: int, deal: SavedDeal) -> None:
    await connection.execute(
        "INSERT INTO deals (table_id, number, dealer, hands) VALUES ($1, $2, $3, $4)",
        _numbered((table_id, deal.number, deal.dealer, json.dumps(deal.hands))),
    )


async def _insert_match(connection: aiosqlite.Connection, table_id: int, match: SavedMatch) -> None:
    await connection.execute("UPDATE tables SET stage = 'over' WHERE id = $1", _numbered((table_id,)))
    await connection.execute(
        "INSERT INTO matches (table_id, guild_id, finished_at, winner, record) VALUES ($1, $2, $3, $4, $5)",
        _numbered((table_id, match.guild_id, match.finished_at, match.winner, match.record)),
    )
    for seat, user_id, won in match.players:
        await connection.execute(
            "INSERT INTO match_players (table_id, seat, user_id, won) VALUES ($1, $2, $3, $4)",
            _numbered((table_id, seat, user_id, int(won))),
        )
        if user_id is not None:
            await connection.execute(
                "INSERT INTO standings (guild_id, user_id, matches, wins) VALUES ($1, $2, 1, $3) "
                "ON CONFLICT (guild_id, user_id) DO UPDATE "
                "SET matches = standings.matches + 1, wins = standings.wins + excluded.wins",
                _numbered((match.guild_id, user_id, int(won))),
            )


# --- opening


def _followed(path: Path) -> Path:
    # By whatever link a file is reached, its lock is one.
    return Path(os.path.realpath(path))


def _take_lock(path: Path) -> TextIO:
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


def _check(path: Path) -> None:
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


async def _connect(path: Path) -> aiosqlite.Connection:
    pending = aiosqlite.connect(path, isolation_level=None, timeout=_BUSY_TIMEOUT)
    # A thread that isn't a daemon would keep a process alive whose shutdown was cut short.
    pending._thread.daemon = True  # noqa: SLF001  # aiosqlite offers no other way
    connection = await pending
    try:
        await _migrate(connection)
        for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
            await connection.execute(f"PRAGMA {pragma}")
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
