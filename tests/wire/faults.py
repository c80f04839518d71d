"""Faults on demand: what the loopback Discord does wrong, to which requests, how many times."""

import asyncio
import re
from dataclasses import dataclass
from enum import Enum

from tests.wire.errors import Refused, too_fast


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
        return None
