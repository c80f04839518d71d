"""How long the bot's event loop is held up while computers think, beside the same loop with nothing to do.

`python -m tests.bench.lag [--seconds N] [--rate N] [--level NAME] [--thinkers N]` asks worker processes for so many
decisions a second, as tables do, and measures how late a timer of one millisecond comes. It ends with 1 when the 99th
percentile of that is over the target.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import quantiles

from bot.thinking import THOUGHTFUL, Thinkers, default_count
from pepper import match as matches
from pepper.deal import Action, legal
from pepper.rules import PRESETS
from pepper.seats import Seat
from pepper.view import SeatView, seat_view

TARGET = 5.0  # milliseconds
TICK = 0.001
WARM_WITHIN = 30.0


@dataclass(frozen=True, slots=True)
class Lag:
    """Milliseconds by which a timer comes late."""

    p50: float
    p99: float
    most: float

    def __str__(self) -> str:
        return f"p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms, max {self.most:.2f} ms"


@dataclass(frozen=True, slots=True)
class Measured:
    """The lag of an idle loop and of one that asks, and what became of the questions."""

    idle: Lag
    asking: Lag
    asked: int
    thought: int

    @property
    def is_met(self) -> bool:
        return self.asking.p99 <= TARGET and self.asked > 0


def positions(count: int, seed: int) -> list[SeatView]:
    """Return views in which there is something to decide, from deals of every preset played at random."""
    random, found = Random(seed), list[SeatView]()
    while len(found) < count:
        rules = random.choice(tuple(PRESETS.values()))
        match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
        while len(match.deals) == 1 and (seat := match.deal.turn) is not None:
            view = seat_view(match, seat)
            found += [view] if len(view.legal) > 1 else []
            match, _ = matches.play(match, seat, random.choice(legal(match.deal)[:4]))
    return random.sample(found, count)


async def lag_during(seconds: float) -> Lag:
    """Measure for so long how late a timer comes."""
    loop = asyncio.get_running_loop()
    end, late = loop.time() + seconds, list[float]()
    while (now := loop.time()) < end:
        await asyncio.sleep(TICK)
        late.append((loop.time() - now - TICK) * 1000)
    cuts = quantiles(late, n=100, method="inclusive")
    return Lag(cuts[49], cuts[98], max(late))


async def measure(seconds: float, rate: int, level: str, count: int) -> Measured:
    """Measure the loop idle, then while `rate` decisions a second are asked of `count` workers."""
    views = positions(max(1, int(seconds * rate)), 1)
    idle = await lag_during(seconds)
    thinkers = _Counting(count)
    thinkers.start()
    try:
        await asyncio.wait_for(_warm(thinkers, views[0], level), WARM_WITHIN)
        thinkers.thought = 0
        measuring = asyncio.create_task(lag_during(seconds))
        asked = [asyncio.create_task(thinkers.choose(view, level, 1)) async for view in _paced(views, rate)]
        asking = await measuring
        await asyncio.gather(*asked)
    finally:
        await thinkers.close()
    return Measured(idle, asking, len(asked), thinkers.thought)


class _Counting(Thinkers):
    """Workers that count what they have thought out; the rest is moved by stand-ins."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.thought = 0

    async def _think(self, view: SeatView, level: str, seed: int) -> Action:
        action = await super()._think(view, level, seed)
        self.thought += 1
        return action


async def _warm(thinkers: _Counting, view: SeatView, level: str) -> None:
    while not thinkers.thought:
        await thinkers.choose(view, level, 1)


async def _paced(views: Sequence[SeatView], rate: int) -> AsyncIterator[SeatView]:
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number, view in enumerate(views):
        pause = began + number / rate - loop.time()
        if pause > 0:
            await asyncio.sleep(pause)
        yield view


def main(arguments: list[str] | None = None) -> int:
    """Print the figures, as JSON at the end, and return 0 when the target is met."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.lag", description="The loop's lag while computers think."
    )
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=int, default=120)
    parser.add_argument("--level", default="strong", choices=sorted(THOUGHTFUL))
    parser.add_argument("--thinkers", type=int, default=default_count())
    options = parser.parse_args(arguments)
    measured = asyncio.run(measure(options.seconds, options.rate, options.level, options.thinkers))
    print(f"idle      {measured.idle}")
    print(f"thinking  {measured.asking}")
    print(
        f"{measured.asked} {options.level} decisions at {options.rate} a second, "
        f"{measured.thought} of them by {options.thinkers} workers"
    )
    print(f"target: p99 at most {TARGET} ms: {'met' if measured.is_met else 'MISSED'}")
    print(json.dumps(asdict(measured)))
    return 0 if measured.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
