import re
from datetime import timedelta
from typing import Any

import pytest

from bot.i18n import text
from tests.e2e.people import Lounge, Person, start_match
from tests.e2e.steering import headline, lobbies, notices, open_hands, public, tables

pytestmark = pytest.mark.usefixtures("no_errors")

NO_LIMIT: Any = 0
AWAY, BACK = text("en", "hand-away"), text("en", "button-back")
DESERTED, EXPIRED = text("en", "table-deserted"), text("en", "table-expired")


def steps(lounge: Lounge) -> int:
    """Return how many actions and misdeals there have been."""
    return lounge.states[-1].step


async def bid_by_computers(lounge: Lounge, ana: Person) -> int:
    assert ana.decisions, "computers have moved until it is her turn"
    return steps(lounge)


# --- a turn


@pytest.mark.parametrize(("options", "seconds"), [({}, 90), ({"timer": 30}, 30), ({"timer": 180}, 180)])
async def test_a_computer_makes_the_one_move_when_the_time_is_over(
    lounge: Lounge, options: dict[str, Any], seconds: int
) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana, **options)
    before = await bid_by_computers(lounge, ana)
    await lounge.env.advance_time(seconds - 1)
    assert steps(lounge) == before
    await lounge.env.advance_time(1)
    assert steps(lounge) > before
    assert AWAY not in headline(ana)
    assert ana.decisions, "the next turn is hers again"


async def test_without_a_limit_a_turn_lasts_as_long_as_one_likes(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana, timer=NO_LIMIT)
    before = await bid_by_computers(lounge, ana)
    await lounge.env.advance_time(23 * 3600)
    assert steps(lounge) == before
    assert text("en", "notice-warning", when="") not in notices(ana)[-1].text


async def test_half_way_the_notice_says_when_a_computer_moves(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    deadline = lounge.env.now() + timedelta(seconds=90)
    await lounge.env.advance_time(44)
    (notice,) = notices(ana)
    assert "<t:" not in notice.text
    await lounge.env.advance_time(1)
    (warned,) = notices(ana)
    assert warned.id == notice.id
    told = re.search(r"<t:(\d+):R>", warned.text)
    assert told is not None
    assert int(told[1]) == int(deadline.timestamp())


async def test_an_action_in_the_last_second_counts(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await lounge.env.advance_time(89.5)
    await ana.press("pass")
    after = steps(lounge)
    await lounge.env.advance_time(89)
    assert steps(lounge) == after, "the clock of the turn before doesn't end this one"
    assert ana.decisions


async def test_after_three_turns_in_a_row_a_computer_holds_the_seat_until_its_owner_is_back(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await open_hands([ana, bo])
    while AWAY not in headline(bo):
        if ana.decisions:
            await ana.press(ana.decisions[0].custom_id)
        else:
            assert bo.decisions
            await lounge.env.advance_time(90)
    assert "💤" in tables(ana)[-1].text
    for _ in range(3):
        # Nobody waits for Bo any more.
        assert not bo.decisions
        await ana.press(ana.decisions[0].custom_id)
    await bo.press(BACK)
    assert AWAY not in headline(bo)
    assert "💤" not in tables(ana)[-1].text
    while not bo.decisions:
        await ana.press(ana.decisions[0].custom_id)
    waiting = steps(lounge)
    await lounge.env.advance_time(89)
    assert steps(lounge) == waiting
    assert AWAY not in headline(bo)


async def test_acting_sets_the_count_of_missed_turns_back(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    for _ in range(2):
        await lounge.env.advance_time(180)
        await ana.press(ana.decisions[0].custom_id)
        assert AWAY not in headline(ana)
    await lounge.env.advance_time(180)
    assert ana.decisions


async def test_a_match_pauses_when_all_people_are_away_and_goes_on_with_the_first_who_is_back(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await lounge.env.advance_time(3 * 90)
    assert DESERTED in tables(ana)[-1].text
    assert AWAY in headline(ana)
    paused = steps(lounge)
    await lounge.env.advance_time(3600)
    assert steps(lounge) == paused, "computers don't play on among themselves"
    await ana.press(BACK)
    assert DESERTED not in tables(ana)[-1].text
    assert ana.decisions
    await ana.press(ana.decisions[0].custom_id)
    assert steps(lounge) > paused


async def test_a_person_who_sits_in_makes_a_paused_match_go_on(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana)
    await lounge.env.advance_time(3 * 90)
    paused = steps(lounge)
    await bo.press("more")
    await bo.press("sit")
    while not bo.decisions:
        await lounge.env.advance_time(1)
    assert steps(lounge) >= paused
    assert DESERTED not in tables(bo)[-1].text


# --- a table


async def test_a_lobby_expires_after_fifteen_idle_minutes_and_says_so(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await lounge.env.advance_time(14 * 60)
    await bo.press("join")
    await lounge.env.advance_time(14 * 60 + 59)
    assert lobbies(ana)
    await lounge.env.advance_time(1)
    assert not lobbies(ana)
    assert [shown.text for shown in public(ana)] == [EXPIRED]
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert text("en", "start-opened") in answer.text


async def test_a_match_closes_after_a_day_without_anything_done_by_a_person(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await lounge.env.advance_time(12 * 3600)
    await ana.press(BACK)
    await lounge.env.advance_time(24 * 3600 - 1)
    assert tables(ana)
    await lounge.env.advance_time(1)
    assert not tables(ana)
    assert public(ana)[-1].text == EXPIRED
    assert not notices(ana)


# --- a restart


async def test_after_a_restart_every_open_turn_has_its_full_time(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = steps(lounge)
    await lounge.env.advance_time(80)
    await lounge.restart()
    await lounge.env.advance_time(89)
    assert steps(lounge) == before
    await lounge.env.advance_time(1)
    assert steps(lounge) > before


async def test_a_channel_is_told_once_that_the_match_goes_on_until_the_turn_passes(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    for _ in range(2):
        await lounge.restart()
        (back,) = notices(ana)
        assert text("en", "notice-back") in back.text
        assert "<@" not in back.text
    await ana.press("hand")
    await ana.press(ana.decisions[0].custom_id)
    assert not notices(ana)


async def test_a_lobby_lives_on_after_a_restart_and_expires_later(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await lounge.env.advance_time(14 * 60)
    await lounge.restart()
    await lounge.env.advance_time(14 * 60)
    await bo.press("join")
    assert "Bo" in lobbies(ana)[-1].text
    await lounge.env.advance_time(15 * 60)
    assert not lobbies(ana)


async def test_no_clock_runs_while_there_is_no_connection(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = steps(lounge)
    with lounge.env._bot_scope():
        await lounge.bot.on_shard_disconnect(0)
    await lounge.env.advance_time(600)
    assert steps(lounge) == before
    with lounge.env._bot_scope():
        await lounge.bot.on_shard_resumed(0)
    await lounge.env.advance_time(44)
    assert "<t:" not in notices(ana)[-1].text
    await lounge.env.advance_time(1)
    assert "<t:" in notices(ana)[-1].text
    await lounge.env.advance_time(44)
    assert steps(lounge) == before
    await lounge.env.advance_time(1)
    assert steps(lounge) > before
