"""The loopback Discord judged by the real client library: a small bot plays by its rules and breaks them."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from tests.wire.conftest import Place
from tests.wire.faults import Cut
from tests.wire.loopback import Loopback
from tests.wire.payloads import callback_payload
from tests.wire.pointing import running
from tests.wire.processes import BotProcess
from tests.wire.sample import Board, SampleBot
from tests.wire.schema import Schemas, find_description
from tests.wire.state import BOT_PERMISSIONS, Channel, Interaction, Message

CALLBACK = r"/interactions/.*/callback"


@pytest.fixture
async def bot(server: Loopback, place: Place) -> AsyncIterator[SampleBot]:
    assert place.guild.id in server.world.guilds
    async with running(server, SampleBot()) as client:
        yield client


async def shown_board(server: Loopback, place: Place, verb: str = "edit") -> Message:
    asked = await server.slash(place.anna, place.channel, "board", verb=verb)
    return asked.message


async def press(server: Loopback, place: Place, message: Message, *, wait: bool = True) -> Interaction:
    return await server.click(place.anna, message.id, next(iter(message.interactive())), wait=wait)


async def test_a_client_logs_in_and_learns_its_servers(server: Loopback, place: Place, bot: SampleBot) -> None:
    await bot.wait_until_ready()
    assert bot.user is not None
    assert bot.user.id == server.world.application.id
    guild = bot.get_guild(place.guild.id)
    assert guild is not None
    channel = guild.get_channel(place.channel.id)
    assert channel is not None
    assert channel.permissions_for(guild.me).value == BOT_PERMISSIONS


async def test_a_wrong_token_is_refused_at_login(server: Loopback) -> None:
    server.token = "wrong"
    with pytest.raises(discord.LoginFailure):
        async with running(server, SampleBot()):
            pytest.fail("the client is in")


async def test_a_privileged_intent_ends_the_client(server: Loopback) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(server, client):
            pytest.fail("the client is in")


async def test_a_slash_command_is_answered_by_a_message_with_an_id(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    asked = await server.slash(place.anna, place.channel, "board")
    assert asked.elapsed > 0
    assert asked.message.texts() == ("pressed 0 times", "Press", "Never")
    assert bot.errors == []


async def test_a_command_that_was_not_registered_cannot_be_run(server: Loopback, place: Place, bot: SampleBot) -> None:
    with pytest.raises(LookupError):
        await server.slash(place.anna, place.channel, "bored")
    with pytest.raises(LookupError):
        await server.slash(place.anna, place.channel, "board", colour="red")
    with pytest.raises(ValueError, match="verb"):
        await server.slash(place.anna, place.channel, "board", verb=3)
    assert bot.seen == []


async def test_a_press_is_answered_by_editing_its_message(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    for presses in (1, 2, 3):
        pressed = await press(server, place, board)
        assert pressed.message is board
        assert board.texts()[0] == f"pressed {presses} times"
    assert len({press.token for press in bot.seen}) == 3


async def test_only_the_person_addressed_sees_an_ephemeral_message(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    board = await shown_board(server, place)
    assert server.visible(place.anna, place.channel) == (board,)
    assert server.visible(place.ben, place.channel) == ()
    with pytest.raises(LookupError):
        await server.click(place.ben, board.id, "sample:edit:0")
    channel = bot.get_partial_messageable(place.channel.id)
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(board.id)


async def test_a_disabled_or_absent_button_cannot_be_pressed(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    for custom_id in ("never", "sample:edit:7"):
        with pytest.raises(LookupError):
            await server.click(place.anna, board.id, custom_id)
    assert bot.delivered == 1
    await server.click(place.anna, board.id, "sample:edit:7", forged=True, wait=False)
    await server.until(lambda: bot.delivered == 2)


async def test_a_second_answer_is_refused_with_40060(server: Loopback, place: Place, bot: SampleBot) -> None:
    pressed = await press(server, place, await shown_board(server, place, "twice"))
    await server.until(lambda: bot.errors)
    assert bot.errors == [(400, 40060)]
    assert pressed.message.texts()[0] == "pressed 1 times"


async def test_an_answer_after_three_seconds_is_refused_with_10062(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    board = await shown_board(server, place)
    bot.gate.clear()
    pressed = await press(server, place, board, wait=False)
    await server.until(lambda: bot.seen)
    server.advance(3.1)
    assert (await server.answered(pressed)).failed
    bot.gate.set()
    await server.until(lambda: bot.errors)
    assert bot.errors == [(404, 10062)]
    assert board.texts()[0] == "pressed 0 times"


async def test_the_first_follow_up_fills_the_deferral_and_keeps_its_visibility(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    pressed = await press(server, place, await shown_board(server, place, "think"))
    message = await server.shown(pressed)
    assert message.texts() == ("found it",)
    assert message.ephemeral
    assert pressed.followups == []
    assert bot.errors == []


async def test_a_silent_deferral_lets_the_pressed_message_be_edited(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    board = await shown_board(server, place, "quiet")
    await press(server, place, board)
    await server.until(lambda: board.edits)
    assert board.texts()[0] == "pressed 1 times"
    assert bot.errors == []


async def test_a_form_is_opened_filled_and_answered(server: Loopback, place: Place, bot: SampleBot) -> None:
    pressed = await press(server, place, await shown_board(server, place, "form"))
    submitted = await server.submit(pressed, name="Anna")
    assert submitted.message.texts() == ("Hello Anna",)
    assert bot.errors == []


async def test_a_token_works_for_fifteen_minutes_and_each_press_brings_a_new_one(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    board = await shown_board(server, place)
    first = await press(server, place, board)
    server.advance(14 * 60)
    second = await press(server, place, board)
    server.advance(2 * 60)
    fresh, old = (
        discord.Webhook.partial(server.world.application.id, asked.token, client=bot) for asked in (second, first)
    )
    await fresh.edit_message(board.id, view=Board(9))
    with pytest.raises(discord.HTTPException, match="50027"):
        await old.edit_message(board.id, view=Board(10))
    assert board.texts()[0] == "pressed 9 times"


async def test_a_select_brings_the_values_chosen(server: Loopback, place: Place, bot: SampleBot) -> None:
    menu = (await server.slash(place.anna, place.channel, "menu")).message
    with pytest.raises(LookupError):
        await server.select(place.anna, menu.id, "menu", "D")
    chosen = await server.select(place.anna, menu.id, "menu", "S")
    assert chosen.message.texts() == ("chose S",)
    assert bot.errors == []


async def test_an_option_completes_while_it_is_typed(server: Loopback, place: Place, bot: SampleBot) -> None:
    choices = await server.complete(place.anna, place.channel, "board", focused="verb", verb="t")
    assert [choice["value"] for choice in choices] == ["edit", "twice", "think"]
    assert bot.errors == []


async def test_a_label_too_long_is_a_malformed_body(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place, "wordy")
    pressed = await press(server, place, board, wait=False)
    await server.until(lambda: bot.errors)
    assert pressed.failed
    assert bot.errors == [(400, 50035)]
    assert board.edits == 0
    assert len(server.violations) == 1
    server.violations.clear()


async def test_a_public_message_needs_the_permission_to_send(server: Loopback, place: Place, bot: SampleBot) -> None:
    for missing, code in (("send_messages", 50013), ("view_channel", 50001)):
        permissions = discord.Permissions(BOT_PERMISSIONS)
        permissions.update(**{missing: False})
        server.permit(place.channel, permissions.value)
        asked = await server.slash(place.anna, place.channel, "post")
        await server.shown(asked)
        assert bot.errors.pop() == (403, code)
    assert bot.seen == []


async def test_a_public_message_is_seen_by_everybody(server: Loopback, place: Place, bot: SampleBot) -> None:
    asked = await server.slash(place.anna, place.channel, "post", text=f"your turn <@{place.ben.id}>")
    await server.shown(asked)
    (message,) = server.visible(place.ben, place.channel)
    assert message.pinged == (place.ben.id,)
    assert bot.errors == []


async def test_a_deleted_channel_and_an_archived_thread_refuse_messages(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    thread = server.create_thread(place.channel)
    sent = await bot.get_partial_messageable(thread.id).send("hello")
    server.archive(thread)
    with pytest.raises(discord.HTTPException, match="archived thread"):
        await sent.edit(content="late")
    server.delete_channel(thread)
    with pytest.raises(discord.NotFound, match="Unknown Channel"):
        await sent.edit(content="later")


async def test_files_arrive_and_can_be_fetched(server: Loopback, place: Place, bot: SampleBot) -> None:
    picture = discord.File(__file__, "table.png", description="the table")
    gallery = discord.ui.MediaGallery[discord.ui.LayoutView](discord.MediaGalleryItem(picture, description="four"))
    view = discord.ui.LayoutView().add_item(gallery)
    sent = await bot.get_partial_messageable(place.channel.id).send(view=view, file=picture)
    stored = server.world.messages[sent.id]
    assert [file.filename for file in stored.attachments] == ["table.png"]
    assert await sent.attachments[0].read() == stored.attachments[0].data
    assert "four" in stored.texts()


async def test_an_emoji_of_the_application_can_be_used_and_a_foreign_one_cannot(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    emoji = await bot.create_application_emoji(name="spade", image=b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert [found.name for found in await bot.fetch_application_emojis()] == ["spade"]
    channel = bot.get_partial_messageable(place.channel.id)
    own, foreign = (discord.ui.View(timeout=None) for _ in range(2))
    own.add_item(discord.ui.Button(emoji=emoji, custom_id="spade"))
    foreign.add_item(discord.ui.Button(emoji=discord.PartialEmoji(name="spade", id=1), custom_id="spade"))
    await channel.send("choose", view=own)
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await channel.send("choose", view=foreign)
    assert len(server.violations) == 1
    server.violations.clear()


async def test_what_happens_during_a_reconnect_is_replayed(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    server.gateway.reconnect()
    pressed = await press(server, place, board)
    assert not pressed.failed
    assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)
    assert bot.errors == []


async def test_each_shard_gets_what_happens_on_its_servers(server: Loopback, place: Place) -> None:
    async with running(server, SampleBot(shards=2)) as bot:
        await server.connected(shards=2)
        asked = await server.slash(place.anna, place.channel, "board")
        assert not asked.failed
        serving = [session for session in server.gateway.sessions if session.serves(place.guild.id)]
        assert [session.shard[0] for session in serving] == [(place.guild.id >> 22) % 2]
        assert bot.errors == []


@pytest.mark.parametrize("code", [None, 1000, 4000])
async def test_a_broken_websocket_is_resumed(server: Loopback, place: Place, bot: SampleBot, code: int | None) -> None:
    board = await shown_board(server, place)
    if code is None:
        server.gateway.drop()
    else:
        server.gateway.close(code)
    assert not server.gateway.connected()
    pressed = await press(server, place, board)
    assert not pressed.failed
    assert server.gateway.resumes == 1
    assert len(bot.seen) == 1


async def test_an_invalid_session_makes_the_bot_identify_again(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    server.gateway.invalidate()
    await server.connected()
    assert (server.gateway.identifies, server.gateway.resumes) == (2, 0)
    assert not (await press(server, place, board)).failed
    server.gateway.invalidate(resumable=True)
    await server.connected()
    assert (server.gateway.identifies, server.gateway.resumes) == (2, 1)
    assert bot.errors == []


async def test_a_gateway_that_refuses_connections_is_tried_again(
    server: Loopback, place: Place, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _: 0.0)
    server.gateway.refuse(2)
    server.gateway.drop()
    await server.connected()
    # A sharded client whose first attempt fails doesn't resume: it identifies anew and misses what happened.
    assert (server.gateway.identifies, server.gateway.resumes) == (2, 0)
    assert not (await server.slash(place.anna, place.channel, "board")).failed
    assert bot.errors == []


async def test_a_session_the_server_forgot_cannot_be_resumed(server: Loopback, place: Place, bot: SampleBot) -> None:
    server.gateway.forget()
    server.gateway.drop()
    await server.until(lambda: server.gateway.identifies == 2)
    assert server.gateway.resumes == 1
    assert not (await server.slash(place.anna, place.channel, "board")).failed
    assert bot.errors == []


async def test_a_429_with_via_is_tried_again_and_without_it_is_an_error(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    board = await shown_board(server, place)
    fault = server.faults.limit("POST", CALLBACK, retry_after=0.05)
    pressed = await press(server, place, board)
    assert fault.hits == 1
    assert not pressed.failed
    server.faults.limit("POST", CALLBACK, retry_after=0.05, via=False)
    refused = await press(server, place, board, wait=False)
    await server.until(lambda: bot.errors)
    assert refused.failed
    assert bot.errors == [(429, 0)]


async def test_a_server_error_is_tried_again(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    fault = server.faults.fail("POST", CALLBACK)
    pressed = await press(server, place, board)
    assert fault.hits == 1
    assert not pressed.failed
    assert bot.errors == []


async def test_a_slow_answer_is_an_answer(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    fault = server.faults.delay("POST", CALLBACK, 0.02)
    pressed = await press(server, place, board)
    assert fault.hits == 1
    assert not pressed.failed
    assert bot.errors == []


async def test_a_fresh_token_can_turn_out_unknown(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    server.faults.refuse("POST", CALLBACK, 10062)
    pressed = await press(server, place, board, wait=False)
    await server.until(lambda: bot.errors)
    assert pressed.failed
    assert bot.errors == [(404, 10062)]


@pytest.mark.parametrize(("where", "failed"), [(Cut.BEFORE, True), (Cut.AFTER, False)])
async def test_a_connection_can_break_before_or_after_the_answer_counts(
    server: Loopback, place: Place, bot: SampleBot, where: Cut, *, failed: bool
) -> None:
    board = await shown_board(server, place)
    server.faults.cut("POST", CALLBACK, where=where)
    pressed = await press(server, place, board, wait=False)
    await server.until(lambda: bot.lost == 1)
    assert server.requests[-1].status == 0
    assert pressed.failed is failed


async def test_an_interaction_delivered_twice_is_answered_once(server: Loopback, place: Place, bot: SampleBot) -> None:
    board = await shown_board(server, place)
    pressed = await server.click(place.anna, board.id, "sample:edit:0", times=2)
    await server.until(lambda: pressed.refusals)
    assert [refusal.code for refusal in pressed.refusals] == [40060]
    assert board.edits == 1
    assert len(bot.seen) == 2


async def test_a_full_bucket_is_announced_and_then_refused_until_the_client_has_waited() -> None:
    async with Loopback(rate_limits=True) as server:
        channel = server.create_channel(server.create_guild())
        async with running(server, SampleBot()) as bot:
            assert await left_after_sends_by_another(server, channel, 5) == ["4", "3", "2", "1", "0"]
            server.advance(4.9)
            await bot.get_partial_messageable(channel.id).send("the sixth")
        sends = [request.status for request in server.requests if request.method == "POST"]
        assert sends == [200] * 5 + [429, 200]


async def left_after_sends_by_another(server: Loopback, channel: Channel, count: int) -> list[str]:
    """Sends as a second program of the same bot, which the client doesn't know of."""
    url, headers = f"{server.rest_url}/channels/{channel.id}/messages", {"Authorization": f"Bot {server.token}"}
    left: list[str] = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(count):
            async with session.post(url, json={"content": str(number)}) as response:
                left.append(response.headers["X-RateLimit-Remaining"])
    return left


async def test_a_bot_in_its_own_process_is_killed_and_comes_back(server: Loopback, place: Place) -> None:
    async with BotProcess(server, "tests.wire.sample") as first:
        await first.connected()
        board = await shown_board(server, place)
        await first.kill()
        await server.until(lambda: not server.gateway.connected())
    async with BotProcess(server, "tests.wire.sample") as second:
        await second.connected()
        pressed = await press(server, place, board)
        assert not pressed.failed, second.output
        assert second.cpu_seconds() > 0


async def test_a_bot_that_ends_at_once_is_reported_with_its_output(server: Loopback) -> None:
    async with BotProcess(server, "tests.wire.nowhere") as process:
        with pytest.raises(RuntimeError, match="nowhere"):
            await process.connected()


@pytest.mark.skipif(find_description() is None, reason="no copy of Discord's description beside the checkout")
async def test_discords_description_refuses_what_the_limits_let_pass(
    server: Loopback, place: Place, bot: SampleBot
) -> None:
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=place.channel.id)
    with pytest.raises(discord.HTTPException, match="Invalid Form Body"):
        await bot.http.request(route, json={"content": "hello", "tts": "yes"})
    assert len(server.violations) == 1
    server.violations.clear()
    await bot.http.request(route, json={"content": "hello", "allowed_mentions": {"parse": [], "users": [1]}})


@pytest.mark.skipif(find_description() is None, reason="no copy of Discord's description beside the checkout")
async def test_the_servers_own_answers_fit_discords_description(server: Loopback, place: Place, bot: SampleBot) -> None:
    path = find_description()
    assert path is not None
    schemas = Schemas(path)
    sent = await bot.get_partial_messageable(place.channel.id).send("hello")
    await shown_board(server, place)
    channel = "/channels/{channel_id}"
    templates = ("/users/@me", "/users/{user_id}", channel, f"{channel}/messages", f"{channel}/messages/{{message_id}}")
    ids: dict[str, Any] = {"channel_id": place.channel.id, "message_id": sent.id, "user_id": place.anna.id}
    for template in templates:
        answer = await bot.http.request(discord.http.Route("GET", template, **ids))
        assert schemas.answer_problems("GET", template, answer) == []
    callback = callback_payload(next(iter(server.world.interactions.values())), "http://127.0.0.1")
    template = "/interactions/{interaction_id}/{interaction_token}/callback"
    assert schemas.answer_problems("POST", template, callback) == []
