"""Faults on demand: what the loopback Discord does wrong, to which requests, how many times."""

import asyncio
import random
import re
from dataclasses import dataclass
from enum import Enum

from tests.wire.errors import Refused, too_fast

RAIN_RETRY = 0.3  # seconds after which a request may be tried again


class Cut(Enum):
    """Where the connection breaks: before the request is carried out, or after it, with the answer lost."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(slots=True)
class Fault:
    """One thing that goes wrong for the next `times` requests that match method, path and body."""

    method: str
    path: re.Pattern[str]
    times: int
    containing: str = ""
    delay: float = 0.0
    refusal: Refused | None = None
    cut: Cut | None = None
    hits: int = 0

    def matches(self, method: str, path: str, body: str) -> bool:
        """Tells whether this request is one of those."""
        wanted = self.times > 0 and method == self.method and self.containing in body
        return wanted and self.path.search(path) is not None


class Faults:
    """The faults that wait for their request; paths are regular expressions after `/api/v10`."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._share = 0.0
        self._chance = random.Random()
        self._spared: set[str] = set()
        self.rained = 0

    def rain(self, share: float, seed: int = 0) -> None:
        """Lets that share of all requests fail from now on, in equal parts with 500, 429 and 404.

        An answer to a press is struck at most once: the library tries it again after 1 s and then after 3 s more, when
        Discord takes none.
        """
        self._share, self._chance = share, random.Random(seed)

    def add(self, fault: Fault) -> Fault:
        """Arms a fault and returns it, so that its `hits` can be read."""
        self._waiting.append(fault)
        return fault

    def refuse(
        self,
        method: str,
        path: str,
        code: int,
        *,
        status: int | None = None,
        times: int = 1,
        containing: str = "",
    ) -> Fault:
        """Answers with one of Discord's error codes, such as 50013, or 10062 on a fresh token."""
        refusal = Refused(code, status=status)
        return self.add(Fault(method, re.compile(path), times, containing, refusal=refusal))

    def fail(self, method: str, path: str, *, status: int = 500, times: int = 1) -> Fault:
        """Answers with a server error; the client library tries again after a second, then three."""
        return self.refuse(method, path, 0, status=status, times=times)

    def limit(
        self,
        method: str,
        path: str,
        *,
        retry_after: float,
        times: int = 1,
        scope: str = "user",
        via: bool = True,
    ) -> Fault:
        """Answers 429; without `Via` it looks like the ban page of Discord's edge, which nobody retries."""
        refusal = too_fast(retry_after, scope=scope)
        if not via:
            del refusal.headers["Via"]
        return self.add(Fault(method, re.compile(path), times, refusal=refusal))

    def delay(self, method: str, path: str, seconds: float, *, times: int = 1) -> Fault:
        """Carries the request out only after so many real seconds."""
        return self.add(Fault(method, re.compile(path), times, delay=seconds))

    def cut(self, method: str, path: str, *, where: Cut = Cut.BEFORE, times: int = 1) -> Fault:
        """Breaks the connection instead of answering."""
        return self.add(Fault(method, re.compile(path), times, cut=where))

    async def strike(self, method: str, path: str, body: str) -> Cut | None:
        """Lets every armed fault act on a request; raises Refused, or returns where the connection breaks."""
        for fault in self._waiting:
            if not fault.matches(method, path, body):
                continue
            fault.times -= 1
            fault.hits += 1
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.refusal is not None:
                raise fault.refusal
            return fault.cut
        if self._chance.random() < self._share and path not in self._spared:
            self.rained += 1
            if path.startswith("/interactions/"):
                self._spared.add(path)
            raise self._drop(method, path)
        return None

    def _drop(self, method: str, path: str) -> Refused:
        return self._chance.choice((Refused(0, status=500), too_fast(RAIN_RETRY), Refused(_unknown(method, path))))


def _unknown(method: str, path: str) -> int:
    """What Discord says it doesn't know: the interaction, the private message's webhook, the message, or nothing."""
    if path.startswith("/interactions/"):
        return 10062
    if path.startswith("/webhooks/"):
        return 10015
    return 0 if method == "POST" else 10008
