"""Tables: lobbies and matches, each change with everything that follows from it in one transaction."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any, TypeVar

import aiosqlite

from bot.storage.database import Database, numbered
from bot.storage.rows import SavedAction, SavedDeal, SavedMatch, SavedSeat, SavedTable

_Row = TypeVar("_Row")
_UNFINISHED = "stage IN ('lobby', 'playing') OR message_id IS NOT NULL"
_SEAT = ", ".join(column.name for column in fields(SavedSeat))
_TABLE = tuple(column.name for column in fields(SavedTable))[:-3]  # without seats, deals and actions


class ChannelTakenError(Exception):
    """The channel has an open table already."""


class SavedTables(Database):
    """The queries about tables."""

    async def create_table(self, table: SavedTable) -> int:
        """Save a new table with its seats and return its id; `table.id` is ignored.

        Raises ChannelTakenError when its channel has an open table.
        """
        try:
            async with self._transaction() as connection:
                cursor = await connection.execute(
                    "INSERT INTO tables (guild_id, channel_id, host_id, locale, stage, rules, partners, timer) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
                    numbered(
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
            await connection.execute("UPDATE tables SET host_id = $1 WHERE id = $2", numbered((host_id, table_id)))
            await _replace_seats(connection, table_id, seats)

    async def save_rules(self, table_id: int, rules: dict[str, Any]) -> None:
        """Save the house rules of a lobby: what they change of classic."""
        await self._write("UPDATE tables SET rules = $1 WHERE id = $2", json.dumps(rules), table_id)

    async def save_start(self, table_id: int, seats: Sequence[SavedSeat], cut: Any, deal: SavedDeal) -> None:
        """Save that a match has begun: its seats N E S W, the cut and the first deal."""
        async with self._transaction() as connection:
            await connection.execute(
                "UPDATE tables SET stage = 'playing', cut = $1 WHERE id = $2", numbered((json.dumps(cut), table_id))
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
            await connection.execute(insert, numbered(values))
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
        return tuple(row[0] for row in await self._all(f"SELECT id FROM tables WHERE {_UNFINISHED} ORDER BY id"))

    async def unfinished(self, first: int, last: int) -> tuple[SavedTable, ...]:
        """Return those tables from one id to another. Raises an error when one of them can't be read."""
        return await self._load(f"({_UNFINISHED}) AND id BETWEEN $1 AND $2", first, last)

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
    await connection.execute("DELETE FROM seats WHERE table_id = $1", numbered((table_id,)))
    await _insert_seats(connection, table_id, seats)


async def _insert_seats(connection: aiosqlite.Connection, table_id: int, seats: Sequence[SavedSeat]) -> None:
    await connection.executemany(
        f"INSERT INTO seats (table_id, {_SEAT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [numbered((table_id, *astuple(seat))) for seat in seats],
    )


async def _insert_deal(connection: aiosqlite.Connection, table_id: int, deal: SavedDeal) -> None:
    await connection.execute(
        "INSERT INTO deals (table_id, number, dealer, hands) VALUES ($1, $2, $3, $4)",
        numbered((table_id, deal.number, deal.dealer, json.dumps(deal.hands))),
    )


async def _insert_match(connection: aiosqlite.Connection, table_id: int, match: SavedMatch) -> None:
    await connection.execute("UPDATE tables SET stage = 'over' WHERE id = $1", numbered((table_id,)))
    await connection.execute(
        "INSERT INTO matches (table_id, guild_id, finished_at, winner, record) VALUES ($1, $2, $3, $4, $5)",
        numbered((table_id, match.guild_id, match.finished_at, match.winner, match.record)),
    )
    for seat, user_id, won in match.players:
        await connection.execute(
            "INSERT INTO match_players (table_id, seat, user_id, won) VALUES ($1, $2, $3, $4)",
            numbered((table_id, seat, user_id, int(won))),
        )
        if user_id is not None:
            await connection.execute(
                "INSERT INTO standings (guild_id, user_id, matches, wins) VALUES ($1, $2, 1, $3) "
                "ON CONFLICT (guild_id, user_id) DO UPDATE "
                "SET matches = standings.matches + 1, wins = standings.wins + excluded.wins",
                numbered((match.guild_id, user_id, int(won))),
            )
