"""Hundreds of tables on a Discord that fails: every match ends, every click is answered, nothing leaks.

`python -m tests.bench.soak [--tables 300] [--minutes 10] [--think 2.5] [--pace 1.2]` prints the figures and ends with
exit 1 when one is missed. The bot runs in one process, the loopback Discord with all people in another. A first wave,
in which every table plays one match, warms up: what memory the bot takes after it is the base for the end's.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bot.storage import ServerSettings, Storage
from tests.bench.crowd import Click, Habits, Room, Town
from tests.bench.load import resident
from tests.wire.processes import BotProcess

TARGET = 5
FAILING = 0.02  # share of requests that end with 500, 429 or 404
TWICE = 0.02  # share of presses that are delivered twice
DROP_EVERY = (3.0, 8.0)  # seconds between two broken connections
CHANNELS_A_GUILD = 50
COMING = 0.05  # seconds between two tables that open
LONGEST_MATCH = 900.0  # seconds
RESTING = 20.0  # seconds after a wave until memory is read
SHOWN = 5
DRIFT = 0.10  # share of its base by which memory may differ at the end


@dataclass(frozen=True, slots=True)
class Soaked:
    """What came of it; `memory` is that of the bot fresh, after the first wave and at the end, in KB."""

    seats: tuple[int, int]
    seconds: float
    ended: int
    unfinished: int
    failed: int
    drops: int
    malformed: int
    clicks: Sequence[Click]
    output: str
    memory: tuple[float, float, float]

    @property
    def late(self) -> Sequence[Click]:
        """The clicks that weren't answered within Discord's 3 s."""
        return [click for click in self.clicks if click.waited is None]

    @property
    def tracebacks(self) -> int:
        return self.output.count("Traceback")

    @property
    def drift(self) -> float:
        """The share by which the bot's memory grew after the first wave."""
        _, base, end = self.memory
        return end / base - 1

    @property
    def is_sound(self) -> bool:
        """Whether every match ended, every click was answered, and nothing went wrong in the bot."""
        return not (self.unfinished or self.late or self.tracebacks or self.malformed)

    def __str__(self) -> str:
        waits = sorted(click.waited for click in self.clicks if click.waited is not None)
        middle, last = waits[len(waits) // 2] * 1000, waits[len(waits) * 99 // 100] * 1000
        fresh, base, end = (size / 1024 for size in self.memory)
        people, computers = self.seats
        return (
            f"{people} people and {computers} computers at {(people + computers) // 4} tables, {self.seconds:.0f} s: "
            f"{self.ended} matches ended, {self.unfinished} didn't\n"
            f"{self.failed} requests failed, {self.drops} times every socket broke, {self.malformed} malformed bodies\n"
            f"{len(self.clicks)} clicks, {len(self.late)} not answered within 3 s; median {middle:.0f} ms, "
            f"p99 {last:.0f} ms, longest {waits[-1] * 1000:.0f} ms; {self.tracebacks} tracebacks\n"
            f"memory: {fresh:.0f} MB at the start, {base:.0f} MB after the first wave, {end:.0f} MB at the end, "
            f"{self.drift:+.1%} (at most {DRIFT:.0%})"
        )


async def soak(tables: int, minutes: float, think: float, pace: float, rest: float = RESTING) -> Soaked:
    """Let so many tables play for so many minutes, and rest some seconds before the bot's memory is read."""
    with tempfile.TemporaryDirectory() as directory:
        database = Path(directory) / "pepper.db"
        async with Town() as town:
            rooms = await _furnished(town, database, tables, Habits(think, TWICE))
            settings = {"DATABASE_PATH": str(database), "PACE": str(pace)}
            async with BotProcess(town, "bot", environment=settings) as bot:
                await bot.connected()
                return await _soaked(town, bot, rooms, minutes, rest)


async def _furnished(town: Town, database: Path, tables: int, habits: Habits) -> list[Room]:
    """Make servers where matches go to 5; one, two, three or four people a table, computers in the other seats."""
    storage = await Storage.open(database)
    rooms: list[Room] = []
    while len(rooms) < tables:
        guild = town.create_guild()
        await storage.change_settings(guild.id, lambda _: ServerSettings(rules={"target": TARGET}))
        for _ in range(min(CHANNELS_A_GUILD, tables - len(rooms))):
            rooms.append(Room.furnish(town, guild, 1 + len(rooms) % 4, habits, Random(len(rooms))))
    await storage.close()
    return rooms


async def _soaked(town: Town, bot: BotProcess, rooms: Sequence[Room], minutes: float, rest: float) -> Soaked:
    began, fresh = time.monotonic(), resident(bot)
    town.faults.rain(FAILING)
    drops = Counter[str]()
    breaking = asyncio.create_task(_break_connections(town, drops), name="broken connections")
    unfinished = await _wave(rooms, until=began)
    await asyncio.sleep(rest)
    base = resident(bot)
    unfinished += await _wave(rooms, until=began + minutes * 60)
    breaking.cancel()
    town.faults.rain(0)
    await asyncio.sleep(rest)
    people = sum(len(room.people) for room in rooms)
    return Soaked(
        (people, 4 * len(rooms) - people),
        time.monotonic() - began,
        sum(room.matches for room in rooms),
        unfinished,
        town.faults.rained,
        drops.total(),
        len(town.violations),
        town.clicks,
        bot.output,
        (fresh, base, resident(bot)),
    )


async def _wave(rooms: Sequence[Room], until: float) -> int:
    """Let every table play a match, and further ones until a time; return how many did not end."""
    playing = []
    for room in rooms:
        playing.append(asyncio.create_task(_play(room, until), name=room.channel.name))
        await asyncio.sleep(COMING)
    return sum(await asyncio.gather(*playing))


async def _play(room: Room, until: float) -> bool:
    """Play until a time; return whether a match didn't end."""
    while True:
        try:
            async with asyncio.timeout(LONGEST_MATCH):
                await room.play_match()
        except TimeoutError:
            return True
        if time.monotonic() >= until:
            return False


async def _break_connections(town: Town, drops: Counter[str]) -> None:
    random = Random(0)
    while True:
        await asyncio.sleep(random.uniform(*DROP_EVERY))
        town.gateway.drop()
        drops["sockets"] += 1


def main() -> int:
    """Soak, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--think", type=float, default=2.5, help="seconds a person thinks, on average")
    parser.add_argument("--pace", type=float, default=1.2, help="seconds a computer takes before it moves")
    options = parser.parse_args()
    soaked = asyncio.run(soak(options.tables, options.minutes, options.think, options.pace))
    print(soaked)
    for click in soaked.late[:SHOWN]:
        print(f"not answered: {click.custom_id}, refused {click.asked.refusals}")
    if soaked.tracebacks:
        print(soaked.output[soaked.output.index("Traceback") - 400 :][:4000])
    return 0 if soaked.is_sound and abs(soaked.drift) <= DRIFT else 1


if __name__ == "__main__":
    sys.exit(main())
