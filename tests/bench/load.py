"""How many clicks a second one process answers, how fast it restores a thousand matches, and what a table weighs.

`python -m tests.bench.load [clicks|restore|memory]` prints the figures asked for, all without a name, and ends with
exit 1 when one is missed. The bot runs in one process, the loopback Discord with all people in another.
"""

import argparse
import asyncio
import contextlib
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.crowd import Habits, Room, Town
from tests.bench.open_matches import furnish
from tests.wire.processes import BotProcess

THINK = 1.0  # seconds between seeing what to do and doing it, on average
SETTLE, MEASURE = 2.0, 5.0  # seconds
STEP = 25  # tables more at each level, four times as many players of the bare bot
GAP = 0.02  # seconds between two that come
LATEST = 0.25  # seconds in which 99 of 100 clicks are answered
LEAST_RATIO = 0.4
FEW, MANY = 10, 1010  # open matches
CHANNELS = 1050
RESTORED_WITHIN = 5.0  # seconds
DRAWN_WITHIN = 240.0  # seconds, on a busy machine
HEAVIEST = 50  # KB of memory a table

Play = Callable[[Town, Random], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Level:
    """What a number of clients saw of a bot for some seconds; `shares` are of one core."""

    clients: int
    rate: float
    middle: float
    latest: float
    unanswered: int
    shares: tuple[float, float]
    requests: dict[str, float]

    def __str__(self) -> str:
        sent = ", ".join(f"{name} {rate:.0f}" for name, rate in sorted(self.requests.items()) if rate >= 0.5)
        bot, server = self.shares
        return (
            f"{self.clients:5} clients: {self.rate:5.0f} clicks/s, median {self.middle * 1000:4.0f} ms, "
            f"p99 {self.latest * 1000:4.0f} ms, {self.unanswered} unanswered; "
            f"bot {bot:.0%}, server and people {server:.0%} of a core; a second: {sent}"
        )


# --- clicks


async def bare_person(town: Town, random: Random) -> None:
    """Press cards on the bare bot's hand, for ever."""
    channel = town.create_channel(next(iter(town.world.guilds.values())))
    person = town.create_user("anna")
    asked = await town.heard(await town.slash(person, channel, "hand", wait=False))
    while True:
        await asyncio.sleep(random.expovariate(1 / THINK))
        await town.pressed(person, asked.message, next(iter(asked.message.interactive())))


async def table_of_four(town: Town, random: Random) -> None:
    """Play match after match at a table of four people, for ever."""
    room = Room.furnish(town, next(iter(town.world.guilds.values())), 4, Habits(THINK), random)
    while True:
        await room.play_match()


@contextlib.asynccontextmanager
async def started(module: str, *arguments: str) -> AsyncIterator[tuple[Town, BotProcess]]:
    """A bot in its own process, connected, with an empty database."""
    with tempfile.TemporaryDirectory() as directory:
        settings = {"DATABASE_PATH": f"{directory}/pepper.db"}
        async with Town() as town:
            town.create_guild()
            async with BotProcess(town, module, *arguments, environment=settings) as bot:
                await bot.connected()
                await asyncio.sleep(1)
                yield town, bot


async def sustained(
    name: str, play: Play, module: str, *arguments: str, step: int = STEP, forgiven: float = 0.0
) -> Level:
    """Let more and more clients come until the bot is too slow for them; returns the best level it kept up with.

    `forgiven` is the share of clicks that may stay unanswered.
    """
    print(f"{name}:")
    best: Level | None = None
    missed = 0
    async with started(module, *arguments) as (town, bot), asyncio.TaskGroup() as clients:
        tasks: list[asyncio.Task[None]] = []
        while missed < 3:
            for _ in range(step):
                tasks.append(clients.create_task(play(town, Random(len(tasks)))))
                await asyncio.sleep(GAP)
            level = await _measured(town, bot, len(tasks))
            print(f"  {level}", flush=True)
            kept_up = level.latest < LATEST and level.unanswered <= forgiven * level.rate * MEASURE
            missed = 0 if kept_up else missed + 1
            if kept_up and (best is None or level.rate > best.rate):
                best = level
        for task in tasks:
            task.cancel()
        _assert_sound(town, bot)
    assert best is not None, "even the first clients waited too long"
    return best


async def _measured(town: Town, bot: BotProcess, clients: int) -> Level:
    await asyncio.sleep(SETTLE)
    before = (bot.cpu_seconds(), time.process_time())
    requests, first, began = town.tally.kinds.copy(), len(town.clicks), time.monotonic()
    await asyncio.sleep(MEASURE)
    spent = time.monotonic() - began
    shares = (bot.cpu_seconds() - before[0]) / spent, (time.process_time() - before[1]) / spent
    clicks = town.clicks[first:]
    waits = sorted(click.waited for click in clicks if click.waited is not None)
    return Level(
        clients,
        len(waits) / spent,
        waits[len(waits) // 2],
        waits[len(waits) * 99 // 100],
        len(clicks) - len(waits),
        shares,
        {kind: (count - requests[kind]) / spent for kind, count in town.tally.kinds.items()},
    )


def _assert_sound(town: Town, bot: BotProcess) -> None:
    assert town.violations == []
    assert "Traceback" not in bot.output, bot.output


async def clicks() -> bool:
    """Measure the clicks a second, the bare bot's first."""
    # An ordinary view's buttons aren't known for a moment after Discord has shown them: quick presses are lost.
    bare = await sustained(
        "bare bot, plain view", bare_person, "tests.bench.bare", "plain", step=4 * STEP, forgiven=0.05
    )
    real = await sustained("this bot, tables of four people", table_of_four, "bot")
    ratio = real.rate / bare.rate
    print(
        f"sustained with p99 under {LATEST * 1000:.0f} ms: {real.rate:.0f} clicks/s of {bare.rate:.0f} with the bare "
        f"bot, ratio {ratio:.2f}, at least {LEAST_RATIO} is asked for"
    )
    return ratio >= LEAST_RATIO


# --- a thousand open matches


@contextlib.asynccontextmanager
async def restored(matches: int) -> AsyncIterator[tuple[Town, BotProcess, float]]:
    """A bot that has come back with so many open matches, and the seconds from its start until it answers a press."""
    with tempfile.TemporaryDirectory() as directory:
        database = Path(directory) / "pepper.db"
        async with Town() as town:
            await furnish(town, database, matches, CHANNELS)
            began = time.monotonic()
            async with BotProcess(town, "bot", environment={"DATABASE_PATH": str(database)}) as bot:
                await bot.connected()
                await _answered(town)
                yield town, bot, time.monotonic() - began


async def _answered(town: Town) -> None:
    """Press My hand below a restored table."""
    message = next(iter(town.world.messages.values()))
    person = next(iter(town.world.users.values()))
    asked = await town.click(person, message.id, "pepper:1:hand", forged=True)
    assert not asked.failed, "a restored table answers"


async def restore() -> bool:
    """Measure how long it takes until a bot with a thousand open matches answers, beside one with ten."""
    times = {}
    for matches in (FEW, MANY):
        async with restored(matches) as (_, bot, seconds):
            times[matches] = seconds
            print(f"{matches} open matches: {seconds:.2f} s from the start of the process until a press is answered;")
            print(f"  {restored_line(bot.output)}")
    return times[MANY] < RESTORED_WITHIN


def restored_line(output: str) -> str:
    """What the bot itself said of it."""
    return next((line for line in output.splitlines() if " are back after " in line), "it doesn't say how long it took")


async def memory() -> bool:
    """Measure what a thousand open matches weigh, drawn once, over ten of them."""
    sizes = {}
    for matches in (FEW, MANY):
        async with restored(matches) as (town, bot, _):
            await _drawn(town, matches)
            sizes[matches] = resident(bot)
    each = (sizes[MANY] - sizes[FEW]) / (MANY - FEW)
    print(
        f"{sizes[FEW] / 1024:.1f} MB with {FEW} open matches, {sizes[MANY] / 1024:.1f} MB with {MANY}: "
        f"{each:.1f} KB a table, at most {HEAVIEST} KB are asked for"
    )
    return each <= HEAVIEST


async def _drawn(town: Town, matches: int) -> None:
    """Wait until hundreds of tables have been drawn, or all."""
    kinds = town.tally.kinds
    wanted = min(matches, 300) * 0.9
    await town.until(lambda: kinds["edits with picture"] + kinds["sends with picture"] >= wanted, DRAWN_WITHIN)
    await asyncio.sleep(3)


def resident(bot: BotProcess) -> float:
    """Read the memory a process takes, in KB. Linux only."""
    pages = int(Path(f"/proc/{bot.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024


PARTS: dict[str, Callable[[], Coroutine[Any, Any, bool]]] = {"clicks": clicks, "restore": restore, "memory": memory}


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="?", choices=sorted(PARTS))
    part = parser.parse_args().part
    met = [asyncio.run(PARTS[name]()) for name in ([part] if part else PARTS)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
