"""One match whose bot is killed (`kill -9`) at each decision in turn, restarted on the same database, and finished.

`python -m tests.bench.kill [--seed S] [--people 1-4] [--target T] [--moments saved,answered,drawing,any]`. Four people
decide every action of the match; fewer leave the rest to computers, which are killed in the middle of their moves.
Exits with 1 when an action was lost or doubled, or the record isn't the one that was played.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.wire.kills import KilledMatch, Moment
from tests.wire.loopback import Loopback
from tests.wire.players import NAMES


async def run(options: argparse.Namespace) -> bool:
    """Plays the match, prints the figures, and tells whether nothing was lost, doubled or changed."""
    moments = [Moment(moment) for moment in options.moments.split(",")]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with Loopback() as server:
            match = KilledMatch(server, Path(folder), NAMES[: options.people], options.seed)
            await match.open(options.target)
            done = await match.play(moments)
            replayed = await match.replayed()
    kills = ", ".join(f"{count} {moment.value}" for moment, count in done.kills.items())
    print(f"kills: {sum(done.kills.values())} ({kills}) and 1 in the lobby, in {time.monotonic() - began:.0f} s")
    print(f"restart to connection: median {statistics.median(done.restarts):.2f} s, most {max(done.restarts):.2f} s")
    print(f"actions: {done.saved} saved, {done.acknowledged} by people; {done.lost} lost, {done.doubled} doubled")
    print(
        f"pressed again after a kill that left the press unanswered: {done.pressed_again}, "
        f"of which {done.unanswered_but_saved} had been saved and were refused as done"
    )
    print(f"record: {replayed}")
    checks = {
        "nothing lost or doubled": done.lost == done.doubled == 0,
        "record equals what people were told": match.is_as_acknowledged(),
        "record equals what was saved before each kill": match.is_as_saved(),
        "no traceback": "Traceback" not in match.log,
    }
    for check, holds in checks.items():
        print(f"{check}: {'yes' if holds else 'NO'}")
    return all(checks.values())


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=4, choices=range(1, 5))
    parser.add_argument("--target", type=int, default=5)
    parser.add_argument("--moments", default=",".join(moment.value for moment in Moment))
    sys.exit(0 if asyncio.run(run(parser.parse_args())) else 1)


if __name__ == "__main__":
    main()
