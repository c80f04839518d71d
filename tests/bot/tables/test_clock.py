import asyncio
import logging

import pytest

from bot.tables import Clock, Timer


class Bell:
    """Counts how often it rang, and tells who waits."""

    def __init__(self) -> None:
        self.rung: list[str] = []
        self.heard = asyncio.Event()

    def ring(self, name: str = "") -> "Bell":
        self.rung.append(name)
        self.heard.set()
        return self

    async def __call__(self) -> None:
        self.ring("timer")


async def rounds(count: int = 20) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_is_set_runs_once_in_its_time() -> None:
    clock, bell = Clock(), Bell()
    clock.set(1, Timer.TURN, 0, bell)
    await bell.heard.wait()
    await rounds()
    assert bell.rung == ["timer"]
    await clock.close()


async def test_a_new_timer_of_a_kind_replaces_the_old() -> None:
    clock, old, new = Clock(), Bell(), Bell()
    clock.set(1, Timer.TURN, 0, old)
    clock.set(1, Timer.TURN, 0, new)
    await new.heard.wait()
    await rounds()
    assert (old.rung, new.rung) == ([], ["timer"])
    await clock.close()


async def test_kinds_and_tables_do_not_touch_each_other() -> None:
    clock, bells = Clock(), [Bell() for _ in range(4)]
    keys = [(1, Timer.TURN), (1, Timer.IDLE), (2, Timer.TURN), (2, Timer.IDLE)]
    for key, bell in zip(keys, bells, strict=True):
        clock.set(*key, 0, bell)
    clock.cancel(1, Timer.TURN)
    clock.cancel(2)
    clock.cancel(3)
    clock.cancel(1, Timer.WARNING)
    await bells[1].heard.wait()
    await rounds()
    assert [len(bell.rung) for bell in bells] == [0, 1, 0, 0]
    await clock.close()


async def test_what_fails_is_logged_by_its_name(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()

    async def fail() -> None:
        raise ZeroDivisionError

    clock.set(5, Timer.IDLE, 0, fail)
    await asyncio.sleep(0.001)
    await rounds()
    assert [(record.levelno, record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, "idle of table 5 failed")
    ]
    await clock.close()


async def test_closing_stops_what_waits_and_what_runs() -> None:
    clock, waiting, begun = Clock(), Bell(), Bell()

    async def endless() -> None:
        begun.ring()
        await asyncio.Event().wait()

    clock.set(1, Timer.TURN, 3600, waiting)
    clock.set(1, Timer.IDLE, 0, endless)
    await begun.heard.wait()
    await clock.close()
    await rounds()
    assert waiting.rung == []
    assert not clock._running
