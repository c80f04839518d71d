"""Sixty random combinations of house rules, each set in the panel and played to the end through the buttons.

`python -m tests.bench.house [--matches N] [--first N]` prints a line a match: the rules, the decisions one person made
beside three computers, and the time; it ends with an error at the first that can't be played or doesn't replay.
"""

import argparse
import asyncio
import sqlite3
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pepper.record import read
from pepper.rules import CHOICES, Rules, RulesError
from tests.e2e.panels import begin_with_rules
from tests.e2e.people import is_over, open_lounge, play_through

COMBINATIONS = 60
TARGET = 5  # the least, so that matches are short


def combinations(count: int = COMBINATIONS, seed: int = 4) -> tuple[Rules, ...]:
    """Return different house rules with a target of 5, every value of every rule as likely as the others."""
    random, found = Random(seed), dict[Rules, None]()
    while len(found) < count:
        changes = {field: random.choice(values) for field, values in CHOICES.items()}
        try:
            found[Rules().with_changes({"target": TARGET, **changes})] = None
        except RulesError:
            continue  # a sixth card with 32 cards
    return tuple(found)


async def play(rules: Rules, database: Path, seed: int) -> int:
    """Set rules in the panel, play to the end, and check the record. Returns how many decisions a person made."""
    async with open_lounge(database, seed) as lounge:
        (ana,) = lounge.people(1)
        await begin_with_rules(ana, rules)
        made = await play_through([ana], Random(seed))
        assert is_over(ana)
    (record,) = records(database)
    assert read(record).match.rules == rules
    return made


def records(database: Path) -> list[str]:
    """Return the records of the finished matches in the database of a bot that has ended."""
    connection = sqlite3.connect(database)
    try:
        return [row[0] for row in connection.execute("SELECT record FROM matches ORDER BY table_id")]
    finally:
        connection.close()


async def _run(matches: int, first: int) -> None:
    for number, rules in list(enumerate(combinations()))[first : first + matches]:
        began = time.perf_counter()
        with TemporaryDirectory() as folder:
            made = await play(rules, Path(folder) / "pepper.db", number)
        changes = ",".join(f"{field}={value}" for field, value in rules.changes().items())
        print(f"{number}: {made} decisions in {time.perf_counter() - began:.1f} s: {changes}", flush=True)


def main() -> None:
    """Play as many as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.house")
    parser.add_argument("--matches", type=int, default=COMBINATIONS)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    asyncio.run(_run(options.matches, options.first))


if __name__ == "__main__":
    main()
