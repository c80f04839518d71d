from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.i18n import text
from bot.publisher.publisher import BURIED_UNDER
from cogs.lobby import NEEDED, NEEDED_IN_THREADS
from tests.e2e.people import Lounge, Person, start_match
from tests.e2e.steering import delete, finish, headline, lobbies, notices, play_until, public, tables

pytestmark = pytest.mark.usefixtures("no_errors")

HELD = text("en", "table-held")


def steps(lounge: Lounge) -> int:
    return lounge.states[-1].step


async def forbid(lounge: Lounge, *permissions: str) -> None:
    """Take permissions from the bot in this channel, or in the one its thread is in."""
    backend = lounge.env.backend
    channel = backend.get_channel(lounge.channel.id)
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    backend.set_overwrite(
        channel.permission_channel_id(), Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=denied)
    )
    await lounge.env.settle()


async def allow(lounge: Lounge) -> None:
    """Give the bot back what was taken; Discord tells it."""
    backend = lounge.env.backend
    channel = backend.get_channel(lounge.channel.id)
    backend.delete_overwrite(channel.permission_channel_id(), backend.bot_user.id)
    await lounge.env.settle()


def allow_silently(lounge: Lounge) -> None:
    """Give the bot back what was taken, and nothing tells it."""
    lounge.env.backend.get_channel(lounge.channel.id).overwrites.clear()


def thread_in(lounge: Lounge, parent: ChannelHandle) -> ChannelHandle:
    backend = lounge.env.backend
    thread = backend.create_thread(parent.id, "pepper", backend.bot_user.id, broadcast=False)
    backend.announce_thread_create(thread)
    return ChannelHandle(lounge.env, lounge.env.guild, thread)


def text_thread(lounge: Lounge) -> ChannelHandle:
    return thread_in(lounge, lounge.channel)


def forum_post(lounge: Lounge) -> ChannelHandle:
    return thread_in(lounge, lounge.env.guild.create_forum_channel("games"))


def voice_chat(lounge: Lounge) -> ChannelHandle:
    return lounge.env.guild.create_voice_channel("talk")


async def act(person: Person) -> None:
    await person.press(person.decisions[0].custom_id)


# --- places


@pytest.mark.parametrize("place", [text_thread, forum_post, voice_chat])
async def test_a_match_is_played_in_any_place_where_people_write(
    lounge: Lounge, place: Callable[[Lounge], ChannelHandle]
) -> None:
    lounge.channel = place(lounge)
    (ana,) = lounge.people(1)
    await start_match(ana)
    await act(ana)
    await play_until([ana], lambda: steps(lounge) > 8)
    assert len(tables(ana)) == 1
    await lounge.env.advance_time(10)
    assert len(notices(ana)) == 1


@pytest.mark.parametrize("permission", NEEDED)
async def test_a_table_isnt_opened_where_a_permission_lacks_and_the_answer_names_it(
    lounge: Lounge, permission: str
) -> None:
    (ana,) = lounge.people(1)
    await forbid(lounge, permission)
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert answer.text == text("en", "start-lacks", permissions=text("en", f"permission-{permission}"))
    assert not lounge.bot.tables.open_tables()
    await allow(lounge)
    await ana.slash("pepper start")
    assert lobbies(ana)


async def test_in_a_thread_every_permission_for_threads_is_named(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    lounge.channel = text_thread(lounge)
    await forbid(lounge, *NEEDED_IN_THREADS[1:], "send_messages")
    answer = await ana.slash("pepper start")
    assert answer is not None
    names = ", ".join(text("en", f"permission-{name}") for name in NEEDED_IN_THREADS[1:])
    assert answer.text == text("en", "start-lacks", permissions=names)


async def test_a_rematch_needs_the_same_permissions(lounge: Lounge, house_rules: Any) -> None:
    house_rules(target=5, defenders_score=True)
    (ana,) = lounge.people(1)
    await start_match(ana)
    await finish(lounge)
    await forbid(lounge, "send_messages")
    answer = await ana.press("rematch")
    assert answer is not None
    assert answer.text == text("en", "start-lacks", permissions=text("en", "permission-send_messages"))
    assert not lounge.bot.tables.open_tables()


# --- messages


async def test_a_deleted_lobby_is_sent_again_once(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    (old,) = lobbies(ana)
    await delete(lounge, old)
    (new,) = lobbies(ana)
    assert new.id > old.id
    await bo.press("join")
    (still,) = lobbies(ana)
    assert still.id == new.id
    assert "Bo" in still.text


async def test_a_deleted_table_is_sent_again_once(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    (old,) = tables(ana)
    await delete(lounge, old)
    (new,) = tables(ana)
    assert new.id > old.id
    await act(ana)
    assert [shown.id for shown in tables(ana)] == [new.id]


async def test_a_table_deleted_while_the_bot_was_away_is_sent_again(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    (old,) = tables(ana)
    # No bot hears of it.
    del lounge.env.backend.messages[lounge.channel.id][old.id]
    await lounge.restart()
    assert len(tables(ana)) == 1


async def test_a_deleted_notice_is_sent_again_once(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await lounge.env.advance_time(8)
    (old,) = notices(ana)
    await delete(lounge, old)
    await lounge.env.advance_time(30)
    (new,) = notices(ana)
    assert new.id > old.id
    await act(ana)
    assert not notices(ana)


# --- channels that go


async def test_a_table_closes_with_its_channel(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = steps(lounge)
    lounge.env.backend.delete_channel(lounge.channel.id)
    await lounge.env.settle()
    assert not lounge.bot.tables.open_tables()
    await lounge.env.advance_time(600)
    assert steps(lounge) == before
    lounge.channel = lounge.env.guild.create_text_channel("another")
    await start_match(ana)
    assert tables(ana)


async def test_tables_close_with_the_channel_whose_threads_they_are_in(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    parent = lounge.channel
    for _ in range(2):
        lounge.channel = thread_in(lounge, parent)
        await start_match(ana)
    lounge.env.backend.delete_channel(lounge.channel.id)
    await lounge.env.settle()
    assert len(lounge.bot.tables.open_tables()) == 1
    lounge.env.backend.delete_channel(parent.id)
    await lounge.env.settle()
    assert not lounge.bot.tables.open_tables()


async def test_tables_close_when_the_server_removes_the_bot(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await lounge.env.advance_time(8)
    lounge.env.backend.remove_guild(lounge.env.guild.id)
    await lounge.env.settle()
    assert not lounge.bot.tables.open_tables()
    await lounge.env.advance_time(600)


async def test_a_channel_that_went_while_the_bot_was_away_closes_its_table(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    backend = lounge.env.backend
    # No bot hears of it.
    backend.get_guild(lounge.env.guild.id).channel_ids.remove(lounge.channel.id)
    del backend.channels[lounge.channel.id]
    await lounge.restart()
    assert not lounge.bot.tables.open_tables()


# --- channels that can't be written to


async def test_a_table_waits_while_a_permission_lacks_and_goes_on_at_the_next_press(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = tables(ana)[-1].text
    await forbid(lounge, "view_channel")
    await act(ana)
    waiting = steps(lounge)
    await lounge.env.advance_time(600)
    assert steps(lounge) == waiting, "no clock runs"
    answer = await ana.press("hand")
    assert answer is not None
    assert HELD in answer.text
    assert tables(ana)[-1].text == before
    allow_silently(lounge)
    await ana.press("hand")
    assert tables(ana)[-1].text != before
    answer = await ana.press("hand")
    assert answer is not None
    assert HELD not in answer.text
    await lounge.env.advance_time(90)
    assert steps(lounge) > waiting


async def test_hands_say_by_themselves_that_the_table_waits_and_that_it_goes_on(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    for person in (ana, bo):
        await person.press("hand")
    await forbid(lounge, "view_channel")
    await act(next(person for person in (ana, bo) if person.decisions))
    assert HELD in ana.last_private.text
    assert HELD in bo.last_private.text
    await allow(lounge)
    assert HELD not in ana.last_private.text
    assert HELD not in bo.last_private.text


async def test_a_table_goes_on_by_itself_when_a_permission_comes_back(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = tables(ana)[-1].text
    await forbid(lounge, "view_channel")
    await act(ana)
    assert tables(ana)[-1].text == before
    await allow(lounge)
    assert tables(ana)[-1].text != before
    await lounge.env.advance_time(8)
    assert len(notices(ana)) == 1


async def test_a_notice_that_cant_be_sent_makes_the_table_wait(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    waiting = steps(lounge)
    await forbid(lounge, "send_messages")
    await lounge.env.advance_time(600)
    assert steps(lounge) == waiting
    await allow(lounge)
    await lounge.env.advance_time(90)
    assert steps(lounge) > waiting


async def test_a_buried_table_stays_until_the_new_one_is_sent(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana)
    (old,) = tables(ana)
    await forbid(lounge, "send_messages")
    for number in range(BURIED_UNDER + 3):
        await bo.actor.send(lounge.channel, f"message {number}")
    assert [shown.id for shown in tables(ana)] == [old.id]
    await allow(lounge)
    (new,) = tables(ana)
    assert new.id > old.id


async def test_a_new_deal_waits_for_the_permission_to_send(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await forbid(lounge, "send_messages")
    await play_until([ana], lambda: lounge.states[-1].match is not None and len(lounge.states[-1].match.deals) > 1)
    assert not tables(ana), "the deal's message has shrunk"
    await allow(lounge)
    assert len(tables(ana)) == 1


async def test_after_a_restart_a_table_whose_channel_cant_be_written_to_waits(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    waiting = steps(lounge)
    await forbid(lounge, "view_channel")
    await lounge.restart()
    await lounge.env.advance_time(600)
    assert steps(lounge) == waiting
    await allow(lounge)
    await lounge.env.advance_time(90)
    assert steps(lounge) > waiting


@pytest.mark.parametrize("state", ["archived", "locked"])
async def test_a_table_waits_while_its_thread_is_closed(lounge: Lounge, state: str) -> None:
    (ana,) = lounge.people(1)
    lounge.channel = text_thread(lounge)
    await start_match(ana)
    waiting = steps(lounge)
    lounge.env.backend.edit_channel(lounge.channel.id, {}, thread_metadata={state: True})
    await lounge.env.settle()
    await lounge.env.advance_time(600)
    assert steps(lounge) == waiting
    assert not notices(ana), "a message would open an archived thread again"
    lounge.env.backend.edit_channel(lounge.channel.id, {}, thread_metadata={state: False})
    await lounge.env.settle()
    await lounge.env.advance_time(89)
    assert steps(lounge) == waiting, "the open turn has its full time"
    assert len(notices(ana)) == 1
    await lounge.env.advance_time(1)
    assert steps(lounge) > waiting


async def test_a_lobby_that_cant_be_written_to_expires_all_the_same(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await ana.slash("pepper start")
    await forbid(lounge, "view_channel")
    await lounge.env.advance_time(15 * 60)
    assert not lounge.bot.tables.open_tables()
    await allow(lounge)
    await ana.slash("pepper start")
    assert lounge.bot.tables.open_tables()
    assert headline(ana) == ""
    assert public(ana)
