"""Thousands of forged presses, choices, forms and commands against a running match.

`python -m tests.bench.forgery [--forgeries N] [--seed S]` prints what came of them. It ends with exit 1 when one
changed the table, a row of the database or a public message, failed in the log, or wasn't answered privately; it names
the first few.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.client import PepperBot, create_bot
from bot.config import Settings
from tests.wire.forging import Forger, Forgery, delivered, everything, is_private
from tests.wire.loopback import Loopback
from tests.wire.players import Players
from tests.wire.pointing import running
from tests.wire.state import COMMAND, COMPONENT, MODAL, Interaction

KINDS = {COMMAND: "commands", COMPONENT: "presses and choices", MODAL: "forms"}
AT_ONCE = 50
SHOWN = 5


@dataclass(slots=True)
class Outcome:
    """What came of forgeries; `complaints` is empty when all was well."""

    made: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


async def forge(database: Path, count: int, seed: int) -> Outcome:
    """Play into a match, forge, and play it to its end."""
    outcome, errors = Outcome(), Errors()
    logging.getLogger().addHandler(errors)
    variables = {"DATABASE_PATH": str(database), "PACE": "0", "THINKERS": "0", "TURN_NOTICE_AFTER": "3600"}
    settings = Settings.from_env(variables)
    try:
        async with Loopback(schemas=count <= 1000) as server, running(server, create_bot(settings)) as bot:
            await _forge(server, bot, database, Random(seed), count, outcome)
            outcome.complaints += [f"malformed: {violation}" for violation in server.violations]
    finally:
        logging.getLogger().removeHandler(errors)
    outcome.complaints += [f"logged: {line}" for line in errors.lines]
    return outcome


async def _forge(
    server: Loopback, bot: PepperBot, database: Path, random: Random, count: int, outcome: Outcome
) -> None:
    guild = server.create_guild()
    players = Players(server, server.create_channel(guild), seed=random.randrange(1000))
    strangers = tuple(server.create_user(f"Stranger {number}") for number in range(8))
    for stranger in strangers:
        await bot.storage.remember(stranger.id, stranger.name, stranger.locale)
    await players.open(preset="classic", timer=0)
    await players.begin()
    for player in players.people:
        await players.look(player)
    empty = server.create_channel(guild, "empty")
    # In the auction, while cards are played, and in a later deal: what is refused differs.
    for number, decisions in enumerate((2, 12, 30)):
        await players.play(decisions)
        await _settled(players)
        before = everything(bot, server, database)
        forger = Forger(bot, players, strangers, empty, random.randrange(10**6))
        forged = list(forger.forgeries((count + number) // 3))
        for start in range(0, len(forged), AT_ONCE):
            batch = forged[start : start + AT_ONCE]
            asked = await asyncio.gather(*(delivered(server, one) for one in batch))
            _judge(server, zip(batch, asked, strict=True), outcome)
        if everything(bot, server, database) != before:
            outcome.complaints.append(f"something changed: {_difference(before, everything(bot, server, database))}")
    assert await players.play() > 0, "the match goes on after all that"


async def _settled(players: Players) -> None:
    """Wait until the table shows the last decision and the next hand has come."""
    await players.turn()
    before = -1
    # Without a pace each drawing is quick; one that begins later would show up as a change.
    for _ in range(20):
        edits = sum(message.edits for message in players.public)
        if edits == before:
            return
        before = edits
        await asyncio.sleep(0.3)


def _judge(server: Loopback, answered: Iterable[tuple[Forgery, Interaction]], outcome: Outcome) -> None:
    for forged, asked in answered:
        outcome.made[KINDS[forged.kind]] += 1
        if not is_private(asked):
            outcome.complaints.append(f"no private answer: {forged.user.name} {forged.data} {asked.refusals}")
        for message in asked.messages:
            if message.cause is asked:
                # Read and dismissed: thousands of them would only slow down the people here.
                server.world.messages.pop(message.id, None)


def _difference(before: tuple[dict[str, object], ...], after: tuple[dict[str, object], ...]) -> str:
    changed = (
        f"{key}: {old.get(key)!r} -> {new.get(key)!r}"
        for old, new in zip(before, after, strict=True)
        for key in old.keys() | new.keys()
        if old.get(key) != new.get(key)
    )
    return "; ".join(changed)[:2000]


def main() -> int:
    """Forge, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forgeries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        outcome = asyncio.run(forge(Path(directory) / "pepper.db", options.forgeries, options.seed))
    made = ", ".join(f"{number} {kind}" for kind, number in outcome.made.items())
    print(f"{outcome.made.total()} forgeries ({made}): {len(outcome.complaints)} complaints")
    for complaint in outcome.complaints[:SHOWN]:
        print(complaint)
    return 1 if outcome.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
