"""A house with tables on a real database: people sit down, act, and the bot is started anew."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bot.storage import Storage
from bot.tables import Clock, Partners, Person, Table, Tables, TableState
from bot.thinking import Thinkers
from pepper.deal import Phase, legal
from pepper.rules import Rules
from pepper.seats import SEATS

ANA, BO, CY, DI, EVA = (
    Person(number, name, "en-US") for number, name in enumerate(("Ana", "Bo", "Cy", "Di", "Eva"), 11)
)
PEOPLE = (ANA, BO, CY, DI)
SHORT = Rules(target=5)


@dataclass(slots=True, eq=False)
class House:
    """The tables of one process; `changes` is what whoever shows them was told."""

    path: Path
    storage: Storage
    tables: Tables
    clock: Clock
    random: Random
    changes: list[tuple[int, bool]] = field(default_factory=list)

    async def lobby(self, *people: Person, channel: int = 7, **options: Any) -> Table:
        """Open a table in a channel, its host first; the others join."""
        host, *guests = people or (ANA,)
        rules = options.pop("rules", SHORT)
        partners = options.pop("partners", Partners.CUT)
        table = await self.tables.open(1, channel, "en-US", host, rules, partners, options.pop("timer", None))
        for guest in guests:
            await self.tables.join(table.id, guest, None)
        return table

    async def match(self, *people: Person, **options: Any) -> Table:
        """Open a table, fill it and start."""
        table = await self.lobby(*people, **options)
        await self.tables.start(table.id, table.state.host_id)
        return table

    async def settle(self, table: Table) -> None:
        """Let computers move until a person must."""
        self.tables.resume(table)
        while moving := tuple(self.tables._game._computers.values()):
            await asyncio.gather(*moving, return_exceptions=True)
            await asyncio.sleep(0)

    async def act(self, table: Table, token: str | None = None) -> None:
        """Let the person whose turn it is make an action, a random legal one unless it is named."""
        await self.tables.act(table, self.whose_turn(table), table.state.step, token or self.choice(table))

    async def play(self, table: Table, actions: int = 10_000) -> None:
        """Play on, people at random, until the table has ended or so many people's actions are made."""
        await self.settle(table)
        for _ in range(actions):
            if not table.is_open:
                return
            await self.act(table)
            await self.settle(table)

    def choice(self, table: Table) -> str:
        """Return the token of a legal action; such as let a match end, mostly."""
        assert table.state.match is not None
        options = legal(table.state.match.deal)
        # Who bids high at random loses more than anybody wins.
        most = 2 if table.state.match.deal.phase is Phase.AUCTION else 4
        return str(options[0] if self.random.random() < 0.4 else self.random.choice(options[:most]))

    def whose_turn(self, table: Table) -> int:
        assert table.turn is not None
        user_id = table.state.occupant(table.turn).user_id
        assert user_id is not None, "a computer's turn"
        return user_id

    async def full_disk(self, is_full: bool) -> None:
        """Let every write to the database fail, or work again."""
        await self.storage._connection.execute(f"PRAGMA query_only = {int(is_full)}")

    async def rows(self, sql: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self.storage._all(sql)]

    async def close(self) -> None:
        await self.clock.close()
        await self.tables.close()
        await self.storage.close()


async def open_house(path: Path, seed: int = 1, pace: float = 0) -> House:
    """Start on a database, which may have tables already."""
    storage, clock, random = await Storage.open(path), Clock(), Random(seed)
    changes: list[tuple[int, bool]] = []

    def changed(table: Table, by_person: bool) -> None:
        changes.append((table.id, by_person))

    tables = Tables(storage, random, lambda: datetime(2026, 1, 1, tzinfo=UTC), pace, clock, changed, Thinkers(0))
    return House(path, storage, tables, clock, random, changes)


@asynccontextmanager
async def reopened(house: House) -> AsyncIterator[House]:
    """Start anew on the same database, and bring back what was there."""
    await house.close()
    again = await open_house(house.path, seed=2)
    await again.tables.restore()
    try:
        yield again
    finally:
        await again.close()


def states(house: House) -> dict[int, TableState]:
    """Return the state of every open table."""
    return {table.id: table.state for table in house.tables.open_tables()}


def seated(table: Table) -> list[str | None]:
    """Return the names at the table, N E S W."""
    return [None if who is None else who.name for who in table.state.places]


def person_at(table: Table, user_id: int) -> Any:
    seat = table.state.seat_of(user_id)
    assert seat in SEATS
    return table.state.occupant(seat)
