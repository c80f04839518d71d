"""What an answered press costs the bot's process, in processor time, beside a bare bot on the same server.

`python -m tests.bench.press_cost [--clicks N] [--rounds N]`. The loopback Discord runs in this process, each bot in
its own; presses come one after another. A contestant is a module to launch and a way to press its buttons, so
any bot can be measured by the same function.
"""

import argparse
import asyncio
import contextlib
import statistics
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.wire.loopback import Loopback
from tests.wire.processes import BotProcess
from tests.wire.state import Interaction

WARM_UP = 200
Presses = Callable[[Loopback], AsyncGenerator[Interaction, None]]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot to measure: the module that runs it, its arguments and settings, and its endless presses.

    `presses` yields each interaction that counts, already answered; what it does between two of them is counted
    too, unless the bot has no part in it. `{directory}` in a setting becomes an empty folder.
    """

    name: str
    module: str
    presses: Presses
    arguments: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took: `clicks` answered, processor seconds of the bot's process, seconds to each answer."""

    name: str
    clicks: int
    cpu_seconds: float
    waits: tuple[float, ...]

    @property
    def milliseconds(self) -> float:
        """Processor milliseconds for one answered press."""
        return self.cpu_seconds / self.clicks * 1000

    def __str__(self) -> str:
        wait = statistics.median(self.waits) * 1000
        return f"{self.name}: {self.milliseconds:.3f} ms CPU a press ({self.clicks} presses, answered in {wait:.2f} ms)"


async def bare_presses(server: Loopback) -> AsyncGenerator[Interaction, None]:
    """Opens the bare bot's hand and presses a card on it, for ever."""
    channel = server.create_channel(server.create_guild())
    anna = server.create_user("anna")
    hand = (await server.slash(anna, channel, "hand")).message
    number = 0
    while True:
        ids = list(hand.interactive())
        yield await server.click(anna, hand.id, ids[number % len(ids)])
        number += 1


PLAIN = Contestant("bare bot, plain view", "tests.bench.bare", bare_presses, ("plain",))
DYNAMIC = Contestant("bare bot, dynamic item", "tests.bench.bare", bare_presses)
CONTESTANTS = (PLAIN, DYNAMIC)


async def measure(contestant: Contestant, clicks: int) -> Cost:
    """Runs a bot on a fresh server and presses `clicks` times, after a warm-up that isn't counted.

    Raises AssertionError when a press stays unanswered or a body is malformed.
    """
    with tempfile.TemporaryDirectory() as directory:
        settings = {key: value.format(directory=Path(directory)) for key, value in contestant.settings.items()}
        async with (
            Loopback(schemas=False) as server,
            BotProcess(server, contestant.module, *contestant.arguments, environment=settings) as bot,
        ):
            await bot.connected()
            async with contextlib.aclosing(contestant.presses(server)) as presses:
                for _ in range(WARM_UP):
                    await anext(presses)
                before = bot.cpu_seconds()
                waits = [(await anext(presses)).elapsed for _ in range(clicks)]
                after = bot.cpu_seconds()
            assert server.violations == []
    return Cost(contestant.name, clicks, after - before, tuple(waits))


async def compare(contestants: tuple[Contestant, ...], clicks: int, rounds: int) -> tuple[Cost, ...]:
    """Measures every contestant in turn, `rounds` times over, and returns each one's cheapest run."""
    runs = [[await measure(contestant, clicks) for contestant in contestants] for _ in range(rounds)]
    return tuple(min(costs, key=lambda cost: cost.cpu_seconds) for costs in zip(*runs, strict=True))


def main() -> None:
    """Prints what each contestant costs, and every further one's ratio to the cheapest bare bot, which comes first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    yardstick, *others = asyncio.run(compare(CONTESTANTS, options.clicks, options.rounds))
    print(yardstick)
    for cost in others:
        print(f"{cost}, {cost.cpu_seconds / yardstick.cpu_seconds:.2f} of the {yardstick.name}")


if __name__ == "__main__":
    main()
