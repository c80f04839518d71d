"""Presses on the real bot: forged, old, illegal, slow, and crossing each other."""

import asyncio
from collections.abc import Iterable
from random import Random

import discord
import pytest

from bot import presses
from bot.client import PepperBot
from bot.i18n import text
from bot.tables import Table
from pepper.bids import Call
from pepper.cards import deck
from pepper.deal import legal
from tests.wire.conftest import Place
from tests.wire.loopback import Loopback
from tests.wire.players import Players, button, decisions
from tests.wire.state import Interaction, Message, User

VERBS = ("join", "join-ns", "join-ew", "leave", "add", "start", "rematch", "back", "misdeal", "end", "sit", "host")


def the_table(pepper: PepperBot, players: Players) -> Table:
    return pepper.tables.in_channel(players.channel.id)


def read(asked: Interaction) -> str:
    """Everything that the answer says."""
    return "\n".join(line for message in asked.messages for line in message.texts())


def assert_answered_privately(asked: Interaction) -> None:
    assert not asked.failed
    assert asked.refusals == []
    assert all(message.ephemeral for message in asked.messages if message is not asked.source)


async def begun(players: Players) -> Message:
    await players.open()
    await players.begin()
    return players.offering("hand")


# --- forged


def garbage(table_id: int, step: int) -> Iterable[str]:
    yield from (f"pepper:{table_id}:{verb}" for verb in VERBS)
    for argument in ("X", "n", "NE", "1"):
        yield from (f"pepper:{table_id}:sit:{argument}", f"pepper:{table_id}:host:{argument}")
    yield from (f"pepper:{table_id}:{step}:{token}" for token in ("pass", "JH", "keep", "NT", "void", "x", "99"))
    for other in (0, table_id + 1, 10**14):
        yield from (f"pepper:{other}:{verb}" for verb in ("hand", "join", "end", "more"))
    yield from (
        f"pepper:{table_id}:dance",
        f"pepper:{table_id}:1:2:3",
        "pepper:",
        "pepper:1:",
        "other:1:hand",
        "x" * 100,
    )


async def test_nothing_that_a_stranger_forges_changes_a_table(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    message = await begun(players)
    stranger, table = server.create_user("mallory"), the_table(pepper, players)
    state = table.state
    for custom_id in garbage(table.id, state.step):
        asked = await server.click(stranger, message.id, custom_id, forged=True)
        assert_answered_privately(asked)
        assert read(asked), custom_id
        assert table.state is state, custom_id
    assert players.public[-1].id == message.id


async def test_nothing_that_a_player_forges_makes_an_action_but_the_legal_ones(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    await begun(players)
    random, table = Random(1), the_table(pepper, players)
    tokens = [str(action) for action in (*Call, *deck(32))]
    for _ in range(30):
        turn = await players.turn()
        assert turn is not None
        state = table.state
        assert state.match is not None
        allowed = set(map(str, legal(state.match.deal)))
        wrong = random.choice([token for token in tokens if token not in allowed])
        for player, step, token in (
            (turn.player, turn.step, wrong),
            (turn.player, max(turn.step - 1, 0) or 10**6, turn.token),
            (turn.player, turn.step + 1, turn.token),
            (next(other for other in players.people if other is not turn.player), turn.step, turn.token),
        ):
            asked = await server.click(
                player,
                turn.hand.id if player is turn.player else players.public[0].id,
                f"pepper:{table.id}:{step}:{token}",
                forged=True,
            )
            assert_answered_privately(asked)
            assert "⚠️" in read(asked)
            assert table.state is state
        turn = await players.turn()
        assert turn is not None
        await players.decide(turn)


async def test_a_button_from_earlier_shows_the_hand_as_it_is(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    await begun(players)
    turn = await players.turn()
    assert turn is not None
    old = (await server.slash(turn.player, players.channel, "pepper hand")).message
    new = (await server.slash(turn.player, players.channel, "pepper hand")).message
    await server.click(turn.player, new.id, turn.custom_id)
    state = the_table(pepper, players).state
    asked = await server.click(turn.player, old.id, turn.custom_id)
    assert asked.message is old
    assert text("en", "refusal-old-button") in read(asked)
    assert the_table(pepper, players).state is state


async def test_a_double_click_is_one_action_and_answered_twice(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    await begun(players)
    for _ in range(5):
        turn = await players.turn()
        assert turn is not None
        clicks = [server.click(turn.player, turn.hand.id, turn.custom_id) for _ in range(2)]
        for asked in await asyncio.gather(*clicks):
            assert_answered_privately(asked)
        assert the_table(pepper, players).state.step >= turn.step + 1
        (rows,) = await pepper.storage._all("SELECT count(*) FROM actions WHERE step = $1", turn.step)
        assert rows[0] == 1


# --- what takes long


async def test_with_a_slow_database_everything_is_answered_once_and_privately(
    server: Loopback, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presses, "DEFER_AFTER", 0)
    players = Players(server, players.channel, ("anna", "ben"))
    opened = await players.open()
    await server.shown(opened)
    assert_answered_privately(opened)
    lobby = players.offering("start")
    for player, verb in ((players.people[1], "join"), (players.host, "add"), (players.host, "start")):
        assert_answered_privately(await players.press(player, lobby, verb))
    await server.until(lambda: any(button(one, "more") for one in players.public))
    assert await players.play(12) == 12
    table = players.offering("more")
    for verb in ("more", "rules", "hand"):
        asked = await players.press(players.people[1], table, verb)
        await server.shown(asked)
        assert_answered_privately(asked)
    ended = await server.slash(players.host, players.channel, "pepper end")
    assert (await server.shown(ended)).ephemeral
    assert read(ended) == text("en", "ended")


# --- crossing each other


async def test_a_hand_that_was_under_way_when_its_turn_came_shows_the_turn(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    await begun(players)
    turn = await players.turn()
    assert turn is not None
    table = the_table(pepper, players)
    assert table.turn is not None
    following = table.state.occupant(table.turn.left).user_id
    waiting: User = next(player for player in players.people if player.id == following)
    # Whoever is next opens the hand; while that answer is on its way, the turn comes.
    server.faults.delay("POST", "/callback$", 0.3)
    opening = asyncio.create_task(server.slash(waiting, players.channel, "pepper hand"))
    await server.until(lambda: any(fault.hits for fault in server.faults._waiting))
    await players.decide(turn)
    opened = await opening
    await server.until(lambda: decisions(opened.message))


# --- what the table offers


async def test_the_table_is_sent_again_at_the_end_of_the_channel(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    for offered in ("start", "more"):
        if offered == "start":
            await players.open()
        else:
            await players.begin()
        old = players.offering(offered)
        said = server.say(players.host, players.channel, "hello")
        asked = await server.slash(players.people[1], players.channel, "pepper table")
        assert_answered_privately(asked)
        assert read(asked) == text("en", "table-sent")
        await server.until(lambda: players.public[-1].id > said.id)  # noqa: B023  # it is awaited here
        await server.until(lambda: old.id not in {message.id for message in players.public})  # noqa: B023
        assert players.public[-1] is players.offering(offered)
    assert pepper.tables.open_tables()


async def test_last_trick_shows_the_last_trick(server: Loopback, pepper: PepperBot, players: Players) -> None:
    message = await begun(players)
    table = the_table(pepper, players)
    asked = await server.click(players.host, message.id, f"pepper:{table.id}:last", forged=True)
    assert read(asked) == text("en", "last-trick-none")
    while table.last_trick is None:
        await players.play(1)
    asked = await server.click(players.host, players.offering("more").id, f"pepper:{table.id}:last", forged=True)
    assert read(asked).startswith("Last trick: ")
    assert read(asked).count("👑") == 1


async def test_before_the_start_a_hand_waits_and_strangers_have_none(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    await players.open()
    asked = await server.slash(players.host, players.channel, "pepper hand")
    assert read(asked) == text("en", "hand-before-start")
    asked = await server.slash(players.people[1], players.channel, "pepper hand")
    assert read(asked) == text("en", "refusal-not-seated")
    table = the_table(pepper, players)
    await server.slash(players.host, players.channel, "pepper end")
    asked = await server.click(players.host, players.public[-1].id, f"pepper:{table.id}:hand", forged=True)
    assert read(asked) == text("en", "refusal-table-gone")


async def test_notices_are_switched_where_more_is_open(pepper: PepperBot, players: Players) -> None:
    message = await begun(players)
    more = await players.press(players.host, message, "more")
    for wanted in (False, True):
        asked = await players.press(players.host, more.message, "notices")
        assert_answered_privately(asked)
        assert asked.message is more.message
        assert await pepper.storage.wants_notices(players.host.id) is wanted


async def test_a_moderator_of_one_channel_ends_no_table_of_another(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    message = await begun(players)
    elsewhere = Players(server, server.create_channel(place.guild), ("olga",))
    await elsewhere.open()
    moderator = server.create_user("mod", permissions=discord.Permissions(manage_channels=True).value)
    table = the_table(pepper, players)
    asked = await server.click(moderator, elsewhere.public[-1].id, f"pepper:{table.id}:end", forged=True)
    assert_answered_privately(asked)
    assert table.is_open
    asked = await server.click(moderator, message.id, f"pepper:{table.id}:end", forged=True)
    assert read(asked) == text("en", "ended")
