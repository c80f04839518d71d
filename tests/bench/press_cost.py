"""What an answered press costs the bot's process, in processor time, beside a bare bot on the same server.

`python -m tests.bench.press_cost [--presses N] [--rounds N]`. The loopback Discord runs in this process, each bot in
its own; presses come one after another, and every contestant gets a fresh server of the same kind. What is counted
stands at `measure` and at each contestant. Ends with exit 1 when a card played costs over 2.5 of the bare bot.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.bench.party import Party, Press
from tests.wire.loopback import Loopback
from tests.wire.processes import BotProcess

MOST = 2.5
WARM_UP = 200
Presses = Callable[[Loopback], AsyncGenerator[Press, None]]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot to measure: the module that runs it, its arguments and settings, and its endless presses.

    `presses` yields presses to be made; what it does by itself between two of them isn't counted. `{directory}` in a
    setting becomes an empty folder.
    """

    name: str
    module: str
    presses: Presses
    arguments: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took: processor seconds of the bot's process and seconds to the answer for each press.

    `components` and `size` are means of the answers' views: how many components, and how many bytes of JSON.
    """

    name: str
    cpu: tuple[float, ...]
    waits: tuple[float, ...]
    components: float
    size: float

    @property
    def milliseconds(self) -> float:
        """Processor milliseconds a press, everything that happened in a counted stretch spread over all of them."""
        return statistics.fmean(self.cpu) * 1000

    def __str__(self) -> str:
        median, wait = (statistics.median(values) * 1000 for values in (self.cpu, self.waits))
        return (
            f"{self.name}: {self.milliseconds:.2f} ms CPU a press (median {median:.2f} of {len(self.cpu)}, "
            f"answered in {wait:.1f} ms; {self.components:.1f} components and {self.size:.0f} bytes an answer)"
        )


async def bare_presses(server: Loopback) -> AsyncGenerator[Press, None]:
    """Opens the bare bot's hand and presses cards on it, for ever."""
    channel = server.create_channel(server.create_guild())
    anna = server.create_user("anna")
    hand = (await server.slash(anna, channel, "hand")).message
    while True:
        card = next(iter(hand.interactive()))
        yield partial(server.click, anna, hand.id, card)


async def card_presses(server: Loopback) -> AsyncGenerator[Press, None]:
    """Plays matches as fast as the bot answers; it redraws the table at its own pace meanwhile."""
    async for press in Party(server).card_presses():
        yield press


async def drawn_card_presses(server: Loopback) -> AsyncGenerator[Press, None]:
    """Plays matches as people do, who wait until the table shows the card and the next hand is there."""
    async for press in Party(server, patient=True).card_presses():
        yield press


PLAIN = Contestant("bare bot, plain view", "tests.bench.bare", bare_presses, ("plain",))
DYNAMIC = Contestant("bare bot, dynamic item", "tests.bench.bare", bare_presses)
PLAYED = Contestant("this bot, a card played", "bot", card_presses, settings={"DATABASE_PATH": "{directory}/pepper.db"})
DRAWN = Contestant(
    "this bot, and the next hand pushed and the table drawn",
    "bot",
    drawn_card_presses,
    # Without a pace edits aren't spaced: every press is followed by a picture of its own.
    settings={"DATABASE_PATH": "{directory}/pepper.db", "PACE": "0"},
)
BARE = (PLAIN, DYNAMIC)


async def measure(contestant: Contestant, presses: int) -> Cost:
    """Runs a bot on a fresh server and makes `presses` presses, after a warm-up that isn't counted.

    Counted is the processor time of the bot's process, all its threads, from each press until it has been answered.
    Presses follow each other at once, so that what a bot still does after an answer falls into the next stretch.
    Raises AssertionError when a press stays unanswered or a body is malformed.
    """
    with tempfile.TemporaryDirectory() as directory:
        settings = {key: value.format(directory=Path(directory)) for key, value in contestant.settings.items()}
        async with (
            Loopback(schemas=False) as server,
            BotProcess(server, contestant.module, *contestant.arguments, environment=settings) as bot,
        ):
            await bot.connected()
            async with contextlib.aclosing(contestant.presses(server)) as source:
                for _ in range(WARM_UP):
                    await (await anext(source))()
                counted = [await _counted(bot, await anext(source)) for _ in range(presses)]
            assert server.violations == []
    cpu, waits, components, sizes = zip(*counted, strict=True)
    return Cost(contestant.name, cpu, waits, statistics.fmean(components), statistics.fmean(sizes))


async def _counted(bot: BotProcess, press: Press) -> tuple[float, float, int, int]:
    before = bot.cpu_seconds()
    pressed = await press()
    cpu = bot.cpu_seconds() - before
    message = pressed.message
    return cpu, pressed.elapsed, len(tuple(message.parts())), len(json.dumps(message.components))


async def compare(contestants: tuple[Contestant, ...], presses: int, rounds: int) -> tuple[Cost, ...]:
    """Measures every contestant in turn, `rounds` times over, and returns each one's cheapest run."""
    runs = [[await measure(contestant, presses) for contestant in contestants] for _ in range(rounds)]
    return tuple(min(costs, key=lambda cost: cost.milliseconds) for costs in zip(*runs, strict=True))


def main() -> int:
    """Prints what each contestant costs and this bot's ratios to the cheapest bare one; returns 1 over `MOST`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    costs = asyncio.run(compare((*BARE, PLAYED, DRAWN), options.presses, options.rounds))
    print(*costs, sep="\n")
    *bare, played, drawn = costs
    yardstick = min(bare, key=lambda cost: cost.milliseconds)
    ratio = played.milliseconds / yardstick.milliseconds
    print(f"{ratio:.2f} of the {yardstick.name} for {played.name}; at most {MOST}")
    print(f"{drawn.milliseconds / yardstick.milliseconds:.1f} of it for {drawn.name}")
    return 1 if ratio > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
