"""Drawings begin one after another, in order, and further apart while the loop is late."""

import asyncio
from itertools import pairwise

import pytest

from bot.publisher.pace import LONGEST_GAP, SHORTEST_GAP, Pace


class Time:
    """The loop's time as a test sets it; sleeping takes as long as asked, and `late` seconds more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.late = 0.0
        monkeypatch.setattr("bot.publisher.pace._now", lambda: self.now)
        monkeypatch.setattr("bot.publisher.pace.asyncio.sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds + self.late


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


async def begun(pace: Pace, time: Time, count: int) -> list[float]:
    times = []
    for _ in range(count):
        await pace.take_turn()
        times.append(time.now)
    return times


async def test_the_first_drawing_does_not_wait(time: Time) -> None:
    assert await begun(Pace(), time, 1) == [100.0]


async def test_drawings_are_set_apart(time: Time) -> None:
    gaps = [later - earlier for earlier, later in pairwise(await begun(Pace(), time, 5))]
    assert gaps == pytest.approx([SHORTEST_GAP] * 4)


async def test_discord_takes_as_many_requests_as_are_made(time: Time) -> None:
    times = await begun(Pace(), time, 200)
    assert 50 * (times[-1] - times[0]) > 200, "50 requests a second are Discord's limit"


async def test_a_late_loop_draws_less_often_and_never_stops_drawing(time: Time) -> None:
    pace = Pace()
    time.late = 0.01
    gaps = [later - earlier for earlier, later in pairwise(await begun(pace, time, 4))]
    assert min(gaps) > SHORTEST_GAP + time.late
    time.late = 60.0
    await begun(pace, time, 1)
    time.late = 0.0
    first, second = await begun(pace, time, 2)
    assert second - first <= LONGEST_GAP


async def test_what_cannot_wait_makes_the_others_wait_longer(time: Time) -> None:
    pace = Pace()
    for _ in range(3):
        pace.jump_queue()
    assert await begun(pace, time, 1) == pytest.approx([100.0 + 3 * SHORTEST_GAP])


@pytest.mark.usefixtures("time")
async def test_who_came_first_goes_first() -> None:
    pace, order = Pace(), []

    async def draw(number: int) -> None:
        await pace.take_turn()
        order.append(number)

    await asyncio.gather(*(draw(number) for number in range(5)))
    assert order == [0, 1, 2, 3, 4]
