"""A match whose bot is killed again and again: what was acknowledged, what is saved, and whether the two agree."""

import asyncio
import json
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

from tests.wire.faults import Cut, Fault
from tests.wire.loopback import Loopback
from tests.wire.players import Players, Turn
from tests.wire.processes import CHECKOUT, BotProcess
from tests.wire.state import Interaction

SOON = 0.03  # seconds within which a press is dealt with, and computers without a pause play a trick


class Moment(Enum):
    """When the bot is killed: once the action is saved and its answer is on the way, once that has arrived, while the
    table is drawn, or at any instant after the press.
    """

    SAVED = "saved"
    ANSWERED = "answered"
    DRAWING = "drawing"
    ANY = "any"


# The request that is under way at a moment.
HELD = {
    Moment.SAVED: ("POST", r"/interactions/.*/callback"),
    Moment.DRAWING: ("PATCH", r"/channels/.*/messages/"),
}


@dataclass(slots=True)
class Killed:
    """What became of a match: kills by moment, and actions acknowledged, saved, lost, changed or doubled."""

    kills: Counter[Moment] = field(default_factory=Counter)
    acknowledged: int = 0
    unanswered_but_saved: int = 0
    pressed_again: int = 0
    saved: int = 0
    lost: int = 0
    doubled: int = 0
    restarts: list[float] = field(default_factory=list)


Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """What a database holds of the only table: its deals and actions, and its record once it is won."""

    deals: tuple[Row, ...]
    actions: tuple[Row, ...]
    record: str | None

    @classmethod
    def read(cls, database: Path) -> "Saved":
        """Read a copy, so that the next start finds every file as the kill left it."""
        with tempfile.TemporaryDirectory() as folder:
            for file in database.parent.glob(f"{database.name}*"):
                shutil.copy(file, folder)
            with closing(sqlite3.connect(Path(folder, database.name))) as connection:
                return cls(
                    tuple(connection.execute("SELECT number, dealer, hands FROM deals ORDER BY number")),
                    tuple(connection.execute("SELECT step, seat, token FROM actions ORDER BY step")),
                    next((row[0] for row in connection.execute("SELECT record FROM matches")), None),
                )

    def tokens(self, step: int) -> tuple[str, ...]:
        """Return the tokens saved at a step, one at most."""
        return tuple(token for saved, _, token in self.actions if saved == step)


class KilledMatch:
    """A match to the target, whose bot is killed at every decision of a person and started again."""

    def __init__(self, server: Loopback, folder: Path, names: tuple[str, ...], seed: int, pace: float = 0) -> None:
        self.server = server
        self.database = folder / "pepper.db"
        self.players = Players(server, server.create_channel(server.create_guild()), names, seed)
        self.outcome = Killed()
        self._environment = {"DATABASE_PATH": str(self.database), "PACE": str(pace)}
        self._random = Random(seed)
        self._acknowledged: list[tuple[str, str]] = []
        self._saved = Saved((), (), None)
        self._bot: BotProcess | None = None
        self._log: list[str] = []

    @property
    def bot(self) -> BotProcess:
        assert self._bot is not None, "the bot was started"
        return self._bot

    async def start(self) -> None:
        """Start the bot, once more on the same database."""
        began = time.monotonic()
        self._bot = await BotProcess(self.server, environment=self._environment).__aenter__()
        await self._bot.connected()
        self.outcome.restarts.append(time.monotonic() - began)

    async def kill(self) -> None:
        """Kill the bot and compare what it left with what it had before."""
        await self.bot.kill()
        self._log.append(self.bot.output)
        await self.bot.__aexit__(None, None, None)
        self._compare(Saved.read(self.database))

    def _compare(self, now: Saved) -> None:
        before, self._saved = self._saved, now
        steps = Counter(step for step, _, _ in now.actions)
        self.outcome.lost += len(set(before.actions) - set(now.actions)) + len(set(before.deals) - set(now.deals))
        self.outcome.doubled += sum(count - 1 for count in steps.values())
        self.outcome.saved = len(now.actions)

    async def open(self, target: int) -> None:
        """Open a table, kill the bot in the lobby, and give the table its target, which no preset has."""
        await self.start()
        await self.players.open(timer=0)
        await self.kill()
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute("UPDATE tables SET rules = $1", (json.dumps({"target": target}),))
            connection.commit()
        await self.start()
        await self.players.begin()

    async def play(self, moments: Sequence[Moment], most: int = 10_000) -> Killed:
        """Kill the bot at each decision until the match is over, or so many times, then play it to its end."""
        for number in range(most):
            turn = await self.players.turn()
            if turn is None:
                break
            moment = moments[number % len(moments)]
            answered = await self._killed_while_pressing(turn, moment)
            self.outcome.kills[moment] += 1
            await self.start()
            if answered:
                self._acknowledge(turn)
            else:
                await self._press_again(turn)
        while (turn := await self.players.turn()) is not None:
            assert not (await self.players.decide(turn)).failed
            self._acknowledge(turn)
        self._log.append(self.bot.output)
        assert await self.bot.stop() == 0
        await self.bot.__aexit__(None, None, None)
        self._compare(Saved.read(self.database))
        self.outcome.acknowledged = len(self._acknowledged)
        return self.outcome

    def _acknowledge(self, turn: Turn) -> None:
        self._acknowledged.append((turn.player.name, turn.token))

    async def _killed_while_pressing(self, turn: Turn, moment: Moment) -> bool:
        """Press, and kill the bot at the moment; tells whether the press was answered."""
        fault = self._held_request(moment)
        pressed = await self.server.click(turn.player, turn.hand.id, turn.custom_id, wait=False)
        match moment:
            case Moment.SAVED:
                await self.server.until(lambda: fault is not None and fault.hits)
            case Moment.DRAWING:
                await self.server.until(lambda: fault is not None and fault.hits and not pressed.failed)
            case Moment.ANSWERED:
                await self.server.answered(pressed)
            case Moment.ANY:
                await asyncio.sleep(self._random.random() * SOON)
        await self.kill()
        if fault is not None:
            fault.times = 0
        assert moment is not Moment.SAVED or self._saved.tokens(turn.step), "what is answered is saved"
        return self._was_answered(pressed, turn)

    def _held_request(self, moment: Moment) -> Fault | None:
        if moment not in HELD:
            return None
        method, path = HELD[moment]
        return self.server.faults.add(Fault(method, re.compile(path), 1, delay=1.0, cut=Cut.BEFORE))

    def _was_answered(self, pressed: Interaction, turn: Turn) -> bool:
        if pressed.failed:
            return False
        assert self._saved.tokens(turn.step) == (turn.token,), "what was acknowledged is saved"
        return True

    async def _press_again(self, turn: Turn) -> None:
        """Press the button that stayed unanswered: it counts once, now or then."""
        was_saved = bool(self._saved.tokens(turn.step))
        again = await self.players.decide(turn)
        assert not again.failed, "an old button is answered"
        refused = any("⚠️" in text for text in again.message.texts())
        assert refused is was_saved, f"{turn.token}: saved {was_saved}, refused {refused}"
        self.outcome.pressed_again += 1
        self.outcome.unanswered_but_saved += was_saved
        self._acknowledge(turn)

    # --- the end

    @property
    def log(self) -> str:
        """Return what every process wrote."""
        return "".join(self._log)

    @property
    def record(self) -> dict[str, Any]:
        """Return the record of the finished match."""
        assert self._saved.record is not None, "the match is over"
        record: dict[str, Any] = json.loads(self._saved.record)
        return record

    def is_as_acknowledged(self) -> bool:
        """Tell whether the record holds every decision of people exactly once, in the order they made them."""
        names = self.record["players"]
        people = {player.name.title() for player in self.players.people}
        recorded = [action.split() for deal in self.record["deals"] for action in deal["actions"]]
        theirs = [(names[seat], token) for seat, token in recorded if names[seat] in people]
        return theirs == [(name.title(), token) for name, token in self._acknowledged]

    def is_as_saved(self) -> bool:
        """Tell whether the record holds the deals and actions that were saved step by step."""
        deals = self.record["deals"]
        actions = [action for deal in deals for action in deal["actions"]]
        hands = [[deal["hands"][seat] for seat in "NESW"] for deal in deals]
        return actions == [f"{seat} {token}" for _, seat, token in self._saved.actions] and hands == [
            json.loads(hands) for _, _, hands in self._saved.deals
        ]

    async def replayed(self) -> dict[str, Any]:
        """Return what `python -m pepper replay` says of the record; raises AssertionError when it refuses it."""
        assert self._saved.record is not None, "the match is over"
        replay = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pepper", "replay", "-"),
            cwd=CHECKOUT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        output, _ = await replay.communicate(self._saved.record.encode())
        assert replay.returncode == 0, "the record is valid"
        line: dict[str, Any] = json.loads(output)
        return line
