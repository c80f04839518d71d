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
DRIFT = 0.10  # share of its base by which memory may differ at the end


async def soak(tables: int, minutes: float, think: float, pace: float) -> bool:
    """Let so many tables play for so many minutes; return whether everything that was asked for was met."""
    with tempfile.TemporaryDirectory() as directory:
        database = Path(directory) / "pepper.db"
        async with Town() as town:
            rooms = await _furnished(town, database, tables, Habits(think, TWICE))
            settings = {"DATABASE_PATH": str(database), "PACE": str(pace)}
            async with BotProcess(town, "bot", environment=settings) as bot:
                await bot.connected()
                return await _soaked(town, bot, rooms, minutes)


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


async def _soaked(town: Town, bot: BotProcess, rooms: Sequence[Room], minutes: float) -> bool:
    began, fresh = time.monotonic(), resident(bot)
    town.faults.rain(FAILING)
    drops = Counter[str]()
    breaking = asyncio.create_task(_break_connections(town, drops), name="broken connections")
    unfinished = await _wave(rooms, until=began)
    base = await _at_rest(bot)
    unfinished += await _wave(rooms, until=began + minutes * 60)
    breaking.cancel()
    town.faults.rain(0)
    return _report(town, bot, rooms, unfinished, (fresh, base, await _at_rest(bot)), drops.total(), began)


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


async def _at_rest(bot: BotProcess) -> float:
    await asyncio.sleep(RESTING)
    return resident(bot)


def _report(
    town: Town,
    bot: BotProcess,
    rooms: Sequence[Room],
    unfinished: int,
    memory: tuple[float, float, float],
    drops: int,
    began: float,
) -> bool:
    fresh, base, end = memory
    late = [click for click in town.clicks if click.waited is None]
    waits = sorted(click.waited for click in town.clicks if click.waited is not None)
    tracebacks = bot.output.count("Traceback")
    people = sum(len(room.people) for room in rooms)
    print(
        f"{len(rooms)} tables, {people} people and {4 * len(rooms) - people} computers, "
        f"{time.monotonic() - began:.0f} s: {sum(room.matches for room in rooms)} matches ended, {unfinished} didn't"
    )
    print(f"{town.faults.rained} requests failed, {drops} times all sockets broke, {len(town.violations)} bad bodies")
    print(
        f"{len(town.clicks)} clicks, {len(late)} not answered within 3 s; "
        f"median {waits[len(waits) // 2] * 1000:.0f} ms, p99 {waits[len(waits) * 99 // 100] * 1000:.0f} ms, "
        f"longest {waits[-1] * 1000:.0f} ms; {tracebacks} tracebacks"
    )
    for click in late[:5]:
        print(f"  not answered: {_told(click)}")
    if tracebacks:
        print(bot.output[bot.output.index("Traceback") - 400 :][:4000])
    print(
        f"memory: {fresh / 1024:.0f} MB at the start, {base / 1024:.0f} MB after the first wave, "
        f"{end / 1024:.0f} MB at the end, {end / base - 1:+.1%}"
    )
    return not (unfinished or late or tracebacks or town.violations) and abs(end / base - 1) <= DRIFT


def _told(click: Click) -> str:
    return f"{click.custom_id}, refused {click.asked.refusals}"


def main() -> int:
    """Soak, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--think", type=float, default=2.5, help="seconds a person thinks, on average")
    parser.add_argument("--pace", type=float, default=1.2, help="seconds a computer takes before it moves")
    options = parser.parse_args()
    return 0 if asyncio.run(soak(options.tables, options.minutes, options.think, options.pace)) else 1


if __name__ == "__main__":
    sys.exit(main())
