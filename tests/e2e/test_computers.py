"""The host of a lobby chooses how well each computer plays."""

import os
import re
import signal
from pathlib import Path
from random import Random

import pytest

from bot import thinking
from bot.i18n import text
from pepper.players import LEVELS
from tests.e2e.panels import forge
from tests.e2e.people import Lounge, Person, Shown, open_lounge, play_through
from tests.e2e.steering import lobbies

pytestmark = pytest.mark.usefixtures("no_errors")


def said(name: str, level: str) -> str:
    return text("en", "lobby-computer", name=f"**{name}**", level=text("en", f"level-{level}"))


async def panel(person: Person) -> Shown:
    shown = await person.press("computers")
    assert shown is not None
    assert shown.is_private
    return shown


async def test_the_host_adds_computers_chooses_their_levels_and_starts(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await ana.slash("pepper start")
    assert text("en", "computers-none") in (await panel(ana)).text
    await ana.press("add:panel")
    shown = await ana.press("add:panel")
    assert shown is not None
    assert [(button.purpose, button.chosen) for button in shown.buttons if button.is_menu] == [
        ("level:Juno", ("regular",)),
        ("level:Otis", ("regular",)),
    ]
    for level in LEVELS:
        shown = await ana.select("level:Juno", level)
        assert shown is not None
        menu = next(button for button in shown.buttons if button.purpose == "level:Juno")
        assert menu.chosen == (level,)
        assert said("Juno", level) in lobbies(ana)[-1].text
    await ana.select("level:Juno", "novice")
    await ana.press("start")
    assert "Juno novice" in ana.last_public.text
    assert "Otis regular" in ana.last_public.text


async def test_a_computer_that_was_sent_away_makes_room_for_a_friend(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    for _ in range(3):
        await ana.press("add")
    assert bo.offers("join") is None
    await panel(ana)
    await ana.select("level:Otis", "remove")
    assert "Otis" not in lobbies(ana)[-1].text
    await bo.press("join")
    assert "Bo" in lobbies(ana)[-1].text


async def test_only_the_host_and_only_what_is_offered(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await bo.press("join")
    await ana.press("add")
    answer = await bo.press("computers")
    assert answer is not None
    assert answer.text == text("en", "refusal-not-host")
    before = lobbies(ana)[-1].text
    await panel(ana)
    for purpose, values, why in (
        ("level:Juno", ("clever",), "unknown-button"),
        ("level:Juno", ("basic",), "unknown-button"),
        ("level:Juno", (), "unknown-button"),
        ("level:Wren", ("strong",), "computer-gone"),
        ("level:Ana", ("remove",), "computer-gone"),
        ("level", ("strong",), "computer-gone"),
    ):
        answer = await forge(ana, purpose, *values, table_id=1)
        assert answer is not None
        assert answer.text == text("en", f"refusal-{why}")
    assert lobbies(ana)[-1].text == before


# --- real workers


async def test_strong_computers_think_in_processes_of_their_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is that runs this.
    monkeypatch.setattr(thinking, "WAIT_WITHIN", 60)
    monkeypatch.setattr(thinking, "THINK_WITHIN", 60)
    async with open_lounge(tmp_path / "pepper.db", THINKERS="1") as lounge:
        (ana,) = lounge.people(1)
        await ana.slash("pepper start", preset="quick")
        for name, level in (("Juno", "strong"), ("Otis", "master"), ("Wren", "strong")):
            await ana.press("add")
            await panel(ana)
            await ana.select(f"level:{name}", level)
        await ana.press("start")
        await play_through([ana], Random(1), until=lambda: lounge.deals > 1)
        (process,) = lounge.bot.thinkers._processes
        os.kill(process.pid, signal.SIGKILL)
        await play_through([ana], Random(2), until=lambda: lounge.deals > 2)
    (warning,) = [record.getMessage() for record in caplog.records if record.name == "bot.thinking"]
    assert re.fullmatch("a (strong|master) computer moves as a regular one: its thinker is gone.*", warning)
