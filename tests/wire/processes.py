"""A bot in a process of its own, on a loopback Discord: started, killed, and its processor time read."""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.wire.loopback import Loopback

CHECKOUT = Path(__file__).resolve().parents[2]
SCHEDULER_CLOCK = 2
STOP_SECONDS = 10.0


class BotProcess:
    """`python -m tests.wire.launch <module>` as a child; leaving the block stops it, whatever state it is in."""

    def __init__(
        self,
        server: Loopback,
        module: str = "bot",
        *arguments: str,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._server = server
        self._command = ("-m", "tests.wire.launch", module, *arguments)
        self._environment = dict(environment or {})
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the block
        self._process: asyncio.subprocess.Process | None = None

    @property
    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None, "the process was not started"
        return self._process

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._running.pid

    @property
    def output(self) -> str:
        """What it wrote so far, both streams together."""
        descriptor = self._output.fileno()  # shared with the child: reading must not move its position
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode(errors="replace")

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._command,
            cwd=CHECKOUT,
            env=os.environ | self._server.environment() | self._environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=self._output,
            stderr=asyncio.subprocess.STDOUT,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note(f"The bot's process wrote:\n{self.output}")
        await self.stop()
        self._output.close()

    async def connected(self, shards: int = 1) -> None:
        """Waits until it has identified; raises RuntimeError with its output when it ends instead."""
        ended = asyncio.create_task(self._running.wait(), name="bot process")
        ready = asyncio.create_task(self._server.connected(shards), name="bot connected")
        try:
            await asyncio.wait((ended, ready), return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                raise RuntimeError(f"the bot ended with {ended.result()}:\n{self.output}")
            await ready
        finally:
            for task in (ended, ready):
                task.cancel()
            await asyncio.gather(ended, ready, return_exceptions=True)

    async def kill(self) -> None:
        """Kills it as `kill -9` does and waits until it is gone."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Asks it to end, kills it when it won't, and returns its exit code; negative for a signal."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._end(signal.SIGTERM)
        except TimeoutError:
            await self.kill()
        assert self._running.returncode is not None
        return self._running.returncode

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        self._running.send_signal(number)

    async def ended(self, seconds: float = STOP_SECONDS) -> int:
        """Waits until it has ended by itself and returns its exit code; raises TimeoutError after so many seconds."""
        async with asyncio.timeout(seconds):
            return await self._running.wait()

    async def _end(self, number: signal.Signals) -> None:
        if self._running.returncode is None:
            self._running.send_signal(number)
        await self._running.wait()

    def cpu_seconds(self) -> float:
        """Reads the processor time it has used, all threads, user and system; exact to the microsecond. Linux only."""
        # The kernel's own number for the clock of another process: its id inverted, above the three bits of the kind.
        return time.clock_gettime((~self.pid << 3) | SCHEDULER_CLOCK)
