from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.i18n import text
from tests.e2e.leaks import cards_in, leaks
from tests.e2e.people import Button, Choice, Lounge, Person, is_over, modest, open_lounge, play_through, start_match


def assert_nobody_saw_too_much(lounge: Lounge) -> None:
    leaked = [(version.reader, leaks(version), version.text) for version in lounge.versions if leaks(version)]
    assert not leaked, leaked[0]
    assert any(cards_in(version) for version in lounge.everything_public), "the watch would see nothing"


def lone_once() -> Choice:
    """Return a choice that makes the first lone bid it is offered, and is modest else."""
    made: list[Button] = []

    def choose(decisions: tuple[Button, ...], random: Random) -> Button:
        daring = [button for button in decisions if (button.token or "").startswith("lone-")]
        if not daring or made:
            return modest(decisions, random)
        made.append(random.choice(daring))
        return made[0]

    return choose


@pytest.mark.parametrize("preset", ["classic", "quick", "six", "iowa", "lone", "big32"])
async def test_one_person_plays_a_match_with_three_computers(preset: str, tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana, preset=preset)
        await play_through([ana], Random(1))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)


async def test_the_partner_of_a_lone_bidder_sits_out(tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        ana, *others = people = lounge.people(4)
        await start_match(ana, others, preset="lone")
        await play_through(people, Random(2), lone_once(), until=lambda: lounge.deals == 2)
        told = "\n".join(version.text for version in lounge.everything_public)
        assert sum(text("en", "table-sits-out", name=person.name) in told for person in people) == 1
        assert_nobody_saw_too_much(lounge)


async def test_one_person_plays_a_match_with_the_exchange(tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5, exchange=True)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana)
        await play_through([ana], Random(2))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)


async def test_dealer_and_partner_exchange_cards(tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5, exchange=True)
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        ana, *others = people = lounge.people(4)
        await start_match(ana, others)
        wanted = {text("en", words) for words in ("button-keep", "hand-asked-return", "table-exchanged")}

        def is_seen() -> bool:
            return all(any(words in version.text for version in lounge.versions) for words in wanted)

        await play_through(people, Random(2), until=is_seen)
        assert is_seen()
        assert_nobody_saw_too_much(lounge)


async def test_four_people_play_a_match(tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5, sixth_card="discarded")
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        ana, *others = lounge.people(4)
        await start_match(ana, others)
        await play_through([ana, *others], Random(4))
        assert is_over(ana)
        assert_nobody_saw_too_much(lounge)
        assert all(person.private for person in (ana, *others))


async def test_a_match_goes_on_after_a_restart(tmp_path: Path, house_rules: Any) -> None:
    house_rules(target=5)
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
