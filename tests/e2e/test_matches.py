from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pepper import rules
from tests.e2e.leaks import cards_in, leaks
from tests.e2e.people import Button, Lounge, Person, is_over, modest, open_lounge, play_through, start_match


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that changes rules of every preset: the command offers presets only."""
    original = rules.preset

    def change(**changes: Any) -> None:
        monkeypatch.setattr(rules, "preset", lambda name: replace(original(name), **changes))

    return change


def assert_nobody_saw_too_much(lounge: Lounge) -> None:
    leaked = [(version.reader, leaks(version), version.text) for version in lounge.versions if leaks(version)]
    assert not leaked, leaked[0]
    assert any(cards_in(version) for version in lounge.everything_public), "the watch would see nothing"


def lone_when_offered(decisions: tuple[Button, ...], random: Random) -> Button:
    daring = [button for button in decisions if (button.token or "").startswith(("lone-", "super"))]
    return random.choice(daring) if daring and random.random() < 0.3 else modest(decisions, random)


@pytest.mark.parametrize("preset", ["classic", "quick", "six", "iowa", "big32"])
async def test_one_person_plays_a_match_with_three_computers(preset: str, tmp_path: Path, short: Any) -> None:
    short(target=5)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana, preset=preset)
        await play_through([ana], Random(1))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)


async def test_people_play_lone_and_super_hands(tmp_path: Path, short: Any) -> None:
    short(target=5)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana, preset="lone")
        await play_through([ana], Random(2), lone_when_offered)
        assert is_over(ana)
        assert any("sits out" in version.text for version in lounge.everything_public)
        assert_nobody_saw_too_much(lounge)


async def test_dealer_and_partner_exchange_cards(tmp_path: Path, short: Any) -> None:
    short(target=5, exchange=True)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana)
        await play_through([ana], Random(3))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)


async def test_four_people_play_a_match(tmp_path: Path, short: Any) -> None:
    short(target=5, sixth_card="discarded")
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        ana, *others = lounge.people(4)
        await start_match(ana, others)
        await play_through([ana, *others], Random(4))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)
        assert all(person.private for person in (ana, *others))


async def test_a_match_goes_on_after_a_restart(tmp_path: Path, short: Any) -> None:
    short(target=5)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana)
        await _play_some(ana, 5)
        await lounge.restart()
        await play_through([ana], Random(5))
        assert is_over(ana)


async def _play_some(person: Person, presses: int) -> None:
    for _ in range(presses):
        if not person.decisions:
            await person.press("hand")
        await person.press(modest(person.decisions, Random(5)).custom_id)
