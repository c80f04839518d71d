"""Where computer players think: quick levels at once, the others in worker processes with a limit of one second.

Only a seat's view, a level and a seed cross to a worker, and no card reaches the log. A worker is a fresh interpreter
at the other end of two pipes: it shares no socket or lock with the bot, one that is late or broken is ended without the
others, and when the bot dies its pipe closes and it leaves.
"""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from random import Random
from typing import Any

from bot.thinker import BROKEN, READY, framed, warm_up
from pepper.deal import Action
from pepper.players import PLAYERS
from pepper.record import read_action
from pepper.view import SeatView

log = logging.getLogger(__name__)

THOUGHTFUL = frozenset(("strong", "master"))  # all others move within a millisecond
STAND_IN = "regular"  # moves where no worker can
WAIT_WITHIN = 0.25  # seconds for a worker to be free
THINK_WITHIN = 0.75  # seconds for its thinking; together one second a move
START_WITHIN = 20.0  # seconds until a new worker must be ready
RETRY_AFTER = 30.0  # seconds until it is tried again to start one
LEAVE_WITHIN = 1.0  # seconds for killed workers to be gone


class _BrokenError(Exception):
    """A worker didn't answer as it should; the message holds no card."""


def quick(view: SeatView, level: str, seed: int) -> Action:
    """Return the action of a level that needs no worker, and of `regular` for one that does."""
    return PLAYERS[STAND_IN if level in THOUGHTFUL else level](view, Random(seed))


def default_count() -> int:
    """Return how many workers suit this machine: one less than it has cores, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class Thinkers:
    """So many worker processes, 0 for none; they are there from `start` until `close`."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._free: asyncio.Queue[Process] = asyncio.Queue()
        self._processes: set[Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._retries: set[asyncio.TimerHandle] = set()
        self._is_closed = False

    def start(self) -> None:
        """Let the workers start, without waiting for them; quick players load here what they need."""
        warm_up(STAND_IN)
        for _ in range(self._count):
            self._run(self._hire(), "start of a thinker")

    async def choose(self, view: SeatView, level: str, seed: int) -> Action:
        """Return a computer's action. It is there within about a second, whatever happens to a worker."""
        if level not in THOUGHTFUL or len(view.legal) == 1 or not self._count:
            return quick(view, level, seed)
        try:
            return await self._think(view, level, seed)
        except _BrokenError as error:
            log.warning("a %s computer moves as a %s one: %s", level, STAND_IN, error)
            return quick(view, level, seed)

    async def _think(self, view: SeatView, level: str, seed: int) -> Action:
        worker = await self._free_worker()
        try:
            async with asyncio.timeout(THINK_WITHIN):
                action = await _ask(worker, view, level, seed)
        except TimeoutError:
            self._replace(worker)
            raise _BrokenError("its thinker was late") from None
        except OSError as error:
            self._replace(worker)
            raise _BrokenError(f"its thinker is gone, {type(error).__name__}") from None
        except (_BrokenError, asyncio.CancelledError):
            # Who is interrupted leaves an answer in the pipe that nobody may take for another.
            self._replace(worker)
            raise
        self._free.put_nowait(worker)
        return action

    async def _free_worker(self) -> Process:
        try:
            async with asyncio.timeout(WAIT_WITHIN):
                return await self._free.get()
        except TimeoutError:
            raise _BrokenError("no thinker is free") from None

    # --- coming and going

    async def _hire(self) -> None:
        try:
            async with asyncio.timeout(START_WITHIN):
                await self._start_one()
        except (TimeoutError, OSError, _BrokenError) as error:
            log.error("a thinker can't be started, the next attempt is in %.0f s: %r", RETRY_AFTER, error)  # noqa: TRY400
            self._retry()

    async def _start_one(self) -> None:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.thinker",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,  # a traceback may name cards
            env=_environment(),
            start_new_session=True,  # Ctrl-C is for the bot
        )
        self._processes.add(worker)
        assert worker.stdout is not None, "it was asked for"
        try:
            line = await worker.stdout.readline()
        except BaseException:
            self._dismiss(worker)
            raise
        if line != READY:
            self._dismiss(worker)
            raise _BrokenError("it ended at once")
        self._free.put_nowait(worker)

    def _retry(self) -> None:
        def again() -> None:
            self._retries.discard(handle)
            self._run(self._hire(), "start of a thinker")

        handle = asyncio.get_running_loop().call_later(RETRY_AFTER, again)
        self._retries.add(handle)

    def _replace(self, worker: Process) -> None:
        self._dismiss(worker)
        self._run(self._hire(), "start of a thinker")

    def _dismiss(self, worker: Process) -> None:
        _kill(worker)
        self._run(self._bury(worker), "end of a thinker")

    async def _bury(self, worker: Process) -> None:
        await worker.wait()
        self._processes.discard(worker)

    def _run(self, work: Any, name: str) -> None:
        if self._is_closed:
            work.close()
            return
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def close(self) -> None:
        """End every worker, and wait until they are gone."""
        self._is_closed = True
        for handle in self._retries:
            handle.cancel()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._processes:
            _kill(worker)
        if self._processes:
            waits = [asyncio.create_task(worker.wait()) for worker in self._processes]
            await asyncio.wait(waits, timeout=LEAVE_WITHIN)


async def _ask(worker: Process, view: SeatView, level: str, seed: int) -> Action:
    assert worker.stdin is not None, "it was asked for"
    assert worker.stdout is not None, "so was this"
    worker.stdin.write(framed((view, level, seed)))
    await worker.stdin.drain()
    line = (await worker.stdout.readline()).decode()
    if not line.endswith("\n"):
        raise _BrokenError("its thinker is gone")
    if line.startswith(BROKEN):
        raise _BrokenError(f"its thinker had a {line[1:-1]}")
    try:
        action = read_action(view.table.phase, line[:-1])
    except ValueError:
        raise _BrokenError("its thinker's answer is no action") from None
    if action not in view.legal:
        raise _BrokenError("its thinker's answer isn't legal")
    return action


def _kill(worker: Process) -> None:
    if worker.returncode is None:
        worker.kill()


def _environment() -> dict[str, str]:
    """Return a worker's environment: what is imported here is found there, and the token stays here."""
    kept = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
