"""A database with many open matches, each stopped at a random point, and the channels they are played in."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bot.storage import Storage
from bot.tables import Clock, Partners, Person, Table, Tables
from bot.thinking import Thinkers
from pepper.players import PLAYERS
from pepper.rules import Rules
from pepper.view import seat_view
from tests.wire.loopback import Loopback
from tests.wire.state import COMPONENTS_V2, Channel, Message, User

CHANNELS_A_GUILD = 50
PLAYED = 50
LONGEST = 700  # actions; a match to 42 among basic players takes about that many


async def furnish(server: Loopback, database: Path, count: int, places: int, seed: int = 1) -> None:
    """Write so many matches of four people to 42, each with anything from its first bid to its last cards done.

    Some are played; the others are the same ones in other channels. There are `places` channels.
    """
    random = Random(seed)
    channels = [channel for number in range(places // CHANNELS_A_GUILD) for channel in _guild(server, number)]
    storage = await Storage.open(database)
    tables = Tables(
        storage, random, lambda: datetime.now(UTC), 0, Clock(), lambda _table, _by_person: None, Thinkers(0)
    )
    for number, channel in enumerate(channels[: min(PLAYED, count)]):
        people = [server.create_user(f"person {number}-{place}") for place in range(4)]
        table = await _begun(tables, channel, people)
        await _play(tables, table, random.randrange(LONGEST), random)
        await _show(storage, server, channel, table)
    await storage.close()
    with closing(sqlite3.connect(database)) as connection, connection:
        for number, channel in enumerate(channels[PLAYED:count], PLAYED):
            _copy(connection, number % PLAYED + 1, number + 1, channel.id)


def _guild(server: Loopback, number: int) -> list[Channel]:
    guild = server.create_guild(f"server {number}")
    return [server.create_channel(guild, f"table-{number}-{place}") for place in range(CHANNELS_A_GUILD)]


def _copy(connection: sqlite3.Connection, played: int, table_id: int, channel_id: int) -> None:
    for name in ("tables", "seats", "deals", "actions"):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        changed = {"id": table_id, "table_id": table_id, "channel_id": channel_id, "message_id": None}
        values = ", ".join(f":{column}" if column in changed else column for column in columns)
        key = "id" if name == "tables" else "table_id"
        sql = f"INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM {name} WHERE {key} = :played"  # noqa: S608
        connection.execute(sql, changed | {"played": played})


async def _begun(tables: Tables, channel: Channel, people: list[User]) -> Table:
    host, *others = (Person(user.id, user.name, user.locale) for user in people)
    table = await tables.open(channel.guild.id, channel.id, "en-US", host, Rules(), Partners.CUT, None)
    for other in others:
        await tables.join(table.id, other, None)
    return await tables.start(table.id, host.id)


async def _play(tables: Tables, table: Table, actions: int, random: Random) -> None:
    """Play basic moves for people, one short of the end at most."""
    for _ in range(actions):
        match = table.state.match
        assert match is not None, "the match has begun"
        if max(match.score.ns, match.score.ew) >= match.rules.target - 6 and match.deal.tricks:
            return
        seat = match.deal.turn
        assert seat is not None, "the match goes on"
        user_id = table.state.occupant(seat).user_id
        assert user_id is not None, "people sit there"
        action = PLAYERS["basic"](seat_view(match, seat), random)
        await tables.act(table, user_id, table.state.step, str(action))


async def _show(storage: Storage, server: Loopback, channel: Channel, table: Table) -> None:
    """Let the table have a message, as a running match has."""
    world = server.world
    message = Message(world.new_id(), channel, world.application, world.now(), flags=COMPONENTS_V2)
    world.messages[message.id] = message
    assert table.state.match is not None, "the match has begun"
    await storage.save_message(table.id, message.id, len(table.state.match.deals) - 1)
