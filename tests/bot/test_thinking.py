"""Computers that think in processes of their own: real ones, and what happens when one is late, broken or killed."""

import asyncio
import io
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from bot import thinker, thinking
from bot.thinker import answer, framed, read_question
from bot.thinking import THOUGHTFUL, Thinkers, quick
from pepper import match as matches
from pepper.deal import legal
from pepper.players import LEVELS, PLAYERS
from pepper.record import read_action
from pepper.rules import PRESETS, Rules
from pepper.seats import Seat
from pepper.view import SeatView, seat_view


def views(rules: Rules, seed: int) -> Iterator[SeatView]:
    """Give every view of a deal in which a seat must act, players acting at random."""
    random = Random(seed)
    match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
    while len(match.deals) == 1 and (seat := match.deal.turn) is not None:
        yield seat_view(match, seat)
        match, _ = matches.play(match, seat, random.choice(legal(match.deal)[:3]))


def a_choice() -> SeatView:
    return next(view for view in views(Rules(), 1) if len(view.legal) > 1)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    opened = Thinkers(1)
    opened.start()
    await ready(opened)
    yield opened
    await opened.close()
    assert not [process for process in opened._processes if process.returncode is None]


async def ready(opened: Thinkers) -> None:
    """Wait until nobody comes or goes, and a worker is free."""
    async with asyncio.timeout(20):
        while opened._tasks or opened._free.empty():  # noqa: ASYNC110  # what is waited for tells nobody
            await asyncio.sleep(0.01)


def pid(opened: Thinkers) -> int:
    (process,) = opened._processes
    return process.pid


def exists(number: int) -> bool:
    return Path(f"/proc/{number}").exists()


# --- what a worker does


@pytest.mark.parametrize("level", LEVELS)
def test_a_worker_answers_as_the_player_does(level: str) -> None:
    for view in list(views(PRESETS["lone"], 3))[::3]:
        body = read_question(io.BytesIO(framed((view, level, 7))))
        assert body is not None
        assert read_action(view.table.phase, answer(body).decode().strip()) == PLAYERS[level](view, Random(7))


def test_a_stream_that_breaks_off_holds_no_question() -> None:
    frame = framed((a_choice(), "strong", 7))
    for length in (0, 3, 4):
        assert read_question(io.BytesIO(frame[:length])) is None


def test_an_error_is_told_without_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(_view: SeatView, _random: Random) -> None:
        raise ValueError("AS KS QS")

    monkeypatch.setattr(thinker, "PLAYERS", {"strong": choose})
    body = framed((a_choice(), "strong", 7))[4:]
    assert answer(body).startswith(b"!ValueError in choose, line ")
    assert b"KS" not in answer(body)


# --- where computers think


async def test_without_workers_and_for_quick_levels_nothing_is_asked() -> None:
    none, unstarted = Thinkers(0), Thinkers(3)
    for view in views(PRESETS["six"], 2):
        assert await none.choose(view, "master", 1) == PLAYERS["regular"](view, Random(1))
        for level in sorted(set(PLAYERS) - THOUGHTFUL):
            assert await unstarted.choose(view, level, 1) == PLAYERS[level](view, Random(1))


async def test_who_has_no_choice_needs_no_worker() -> None:
    forced = [view for seed in range(3) for view in views(Rules(), seed) if len(view.legal) == 1]
    assert forced
    for view in forced:
        assert await Thinkers(1).choose(view, "master", 1) is view.legal[0]


async def test_real_workers_move_as_the_player_does(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    for view in list(views(Rules(), 5))[::3]:
        assert await thinkers.choose(view, "strong", 9) == PLAYERS["strong"](view, Random(9))
    assert not caplog.records


async def test_each_of_many_questions_at_once_gets_its_own_answer(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "WAIT_WITHIN", 30)
    asked = [view for view in views(Rules(), 6) if len(view.legal) > 1]
    found = await asyncio.gather(*(thinkers.choose(view, "strong", 9) for view in asked))
    assert found == [PLAYERS["strong"](view, Random(9)) for view in asked]


# --- late, broken, killed


async def stands_in(opened: Thinkers, caplog: pytest.LogCaptureFixture, why: str) -> None:
    """Expect the move of a stand-in, one line in the log, and another worker."""
    view, before = a_choice(), pid(opened)
    caplog.clear()
    assert await opened.choose(view, "strong", 3) == quick(view, "regular", 3)
    (record,) = caplog.records
    assert (record.levelno, why in record.getMessage()) == (logging.WARNING, True)
    await ready(opened)
    assert pid(opened) != before
    assert not exists(before)


async def test_a_killed_worker_is_replaced(thinkers: Thinkers, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        os.kill(pid(thinkers), signal.SIGKILL)
        await stands_in(thinkers, caplog, "its thinker is gone")
    assert await thinkers.choose(a_choice(), "strong", 3) == PLAYERS["strong"](a_choice(), Random(3))


async def test_a_late_worker_is_replaced(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "THINK_WITHIN", 0.05)
    os.kill(pid(thinkers), signal.SIGSTOP)
    await stands_in(thinkers, caplog, "its thinker was late")


@pytest.mark.parametrize(("line", "why"), [(b"!E in choose, line 3\n", "had a E in choose"), (b"AS\n", "answer")])
async def test_a_worker_with_a_wrong_answer_is_replaced(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture, line: bytes, why: str
) -> None:
    (process,) = thinkers._processes
    assert process.stdout is not None
    process.stdout.feed_data(line)
    await stands_in(thinkers, caplog, why)
    assert "AS" not in caplog.text


async def test_who_finds_no_free_worker_waits_only_a_moment(
    thinkers: Thinkers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "WAIT_WITHIN", 0.01)
    busy = await thinkers._free.get()
    assert await thinkers.choose(a_choice(), "master", 3) == quick(a_choice(), "regular", 3)
    assert "a master computer moves as a regular one: no thinker is free" in caplog.text
    thinkers._free.put_nowait(busy)


async def test_an_interrupted_question_leaves_no_answer_for_another(thinkers: Thinkers) -> None:
    before = pid(thinkers)
    asking = asyncio.create_task(thinkers.choose(a_choice(), "master", 3))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await ready(thinkers)
    assert pid(thinkers) != before


async def test_a_worker_that_cannot_be_started_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for executable in ("/nowhere/python", "/bin/true"):
        monkeypatch.setattr(thinking, "RETRY_AFTER", 0.01)
        opened = Thinkers(1)
        with monkeypatch.context() as without:
            without.setattr(sys, "executable", executable)
            opened.start()
            async with asyncio.timeout(20):
                while caplog.text.count("a thinker can't be started") < 2:  # noqa: ASYNC110  # the log tells nobody
                    await asyncio.sleep(0.01)
        await ready(opened)
        await opened.close()
        caplog.clear()


# --- the end


async def test_closing_ends_workers_that_start_think_and_wait() -> None:
    opened = Thinkers(2)
    opened.start()
    await asyncio.sleep(0)
    await opened.close()
    opened = Thinkers(1)
    opened.start()
    await ready(opened)
    number = pid(opened)
    os.kill(number, signal.SIGSTOP)
    asking = asyncio.create_task(opened.choose(a_choice(), "master", 3))
    await asyncio.sleep(0.01)
    await opened.close()
    assert not exists(number)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def test_the_token_stays_in_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    opened = Thinkers(1)
    opened.start()
    await ready(opened)
    environment = Path(f"/proc/{pid(opened)}/environ").read_bytes()
    await opened.close()
    assert b"PYTHONPATH" in environment
    assert b"secret" not in environment
