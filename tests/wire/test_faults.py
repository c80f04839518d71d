"""Discord refuses, stalls and loses requests: the match goes on, every press is answered or logged."""

import asyncio
import re
from collections.abc import Callable

import pytest

from bot.client import PepperBot
from bot.i18n import text
from bot.presses import DEFER_AFTER
from tests.wire.conftest import Place
from tests.wire.errors import invalid_form, too_fast
from tests.wire.faults import Cut, Fault
from tests.wire.loopback import Loopback
from tests.wire.players import Players, Turn, button
from tests.wire.state import BOT_PERMISSIONS, Message

CALLBACK = r"/interactions/.*/callback"
SEND = r"/channels/\d+/messages$"
EDIT = r"/channels/\d+/messages/\d+$"
HAND = r"/webhooks/.*/messages/"
EMOJI = invalid_form([("components.0.components.0.emoji.id", "Invalid emoji")])
PASSES = ("pass", "1", "2", "3", "4")
SUITS = ("S", "H", "D", "C")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the client library and the publisher try again at once."""
    sleep = asyncio.sleep

    async def briefly(seconds: float, result: object = None) -> object:
        return await sleep(min(seconds, 0.02), result)

    monkeypatch.setattr(asyncio, "sleep", briefly)
    monkeypatch.setattr("bot.publisher.publisher.RETRY_AFTER", 0.05)


async def begun(players: Players) -> Turn:
    await players.open()
    await players.begin()
    return await next_turn(players)


async def next_turn(players: Players) -> Turn:
    turn = await players.turn()
    assert turn is not None, "the match has just begun"
    return turn


def step(pepper: PepperBot, place: Place) -> int:
    return pepper.tables.in_channel(place.channel.id).state.step


def tables(players: Players) -> list[Message]:
    return [one for one in players.public if one.attachments]


# --- answers

ANSWER_FAULTS: dict[str, Callable[[Loopback], Fault]] = {
    "500": lambda server: server.faults.fail("POST", CALLBACK),
    "502 twice": lambda server: server.faults.fail("POST", CALLBACK, status=502, times=2),
    "429": lambda server: server.faults.limit("POST", CALLBACK, retry_after=0.1),
    "a connection that breaks": lambda server: server.faults.cut("POST", CALLBACK),
    "404 on a fresh token, once": lambda server: server.faults.refuse("POST", CALLBACK, 10062),
}


@pytest.mark.parametrize("fault", ANSWER_FAULTS)
async def test_an_answer_that_fails_at_first_arrives(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, fault: str
) -> None:
    turn = await begun(players)
    armed = ANSWER_FAULTS[fault](server)
    decided = await players.decide(turn)
    assert (armed.times, decided.failed, step(pepper, place)) == (0, False, 1)
    await players.play(3)


LOST_FAULTS: dict[str, Callable[[Loopback], Fault]] = {
    "404 on a fresh token again and again": lambda server: server.faults.refuse("POST", CALLBACK, 10062, times=2),
    "429 without Via": lambda server: server.faults.limit("POST", CALLBACK, retry_after=0.1, via=False, times=2),
    "500 again and again": lambda server: server.faults.fail("POST", CALLBACK, times=10),
    "connections that break": lambda server: server.faults.cut("POST", CALLBACK, times=4),
}


@pytest.mark.parametrize("fault", LOST_FAULTS)
async def test_a_press_whose_answer_is_lost_counts_and_is_logged(
    server: Loopback,
    place: Place,
    pepper: PepperBot,
    players: Players,
    caplog: pytest.LogCaptureFixture,
    fault: str,
) -> None:
    turn = await begun(players)
    armed = LOST_FAULTS[fault](server)
    decided = await server.click(turn.player, turn.hand.id, turn.custom_id, wait=False)
    await server.until(lambda: f"pepper:1:{turn.step}:" in caplog.text)
    armed.times = 0
    assert (decided.failed, step(pepper, place)) == (True, 1)
    again = await players.decide(turn)
    assert any(text("en", "refusal-old-button") in said for said in again.message.texts())
    await players.play(3)
    assert step(pepper, place) == 4


async def test_an_answer_whose_receipt_is_lost_is_there_once(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    turn = await begun(players)
    server.faults.cut("POST", CALLBACK, where=Cut.AFTER)
    decided = await players.decide(turn)
    assert (decided.failed, step(pepper, place)) == (False, 1)
    await players.play(3)


async def test_an_answer_after_three_seconds_is_logged_with_its_age(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, caplog: pytest.LogCaptureFixture
) -> None:
    turn = await begun(players)
    late = await server.click(turn.player, turn.hand.id, turn.custom_id, wait=False)
    server.advance(4)
    await server.until(lambda: "nobody waits for the answer any more" in caplog.text)
    assert (late.failed, step(pepper, place)) == (True, 1)
    await players.play(3)


async def test_a_press_that_waits_long_is_deferred_and_then_answered(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.presses.DEFER_AFTER", DEFER_AFTER / 50)
    turn = await begun(players)
    async with pepper.tables.in_channel(place.channel.id).lock:
        decided = await players.decide(turn)
        assert (decided.response, step(pepper, place)) == (6, 0)
    await server.until(lambda: step(pepper, place) == 1)
    await players.play(3)


# --- hands

HAND_FAULTS: dict[str, Callable[[Loopback], Fault]] = {
    "404 on a fresh token again and again": lambda server: server.faults.refuse("PATCH", HAND, 10015),
    "401": lambda server: server.faults.refuse("PATCH", HAND, 50027),
    "10008": lambda server: server.faults.refuse("PATCH", HAND, 10008),
    "500": lambda server: server.faults.fail("PATCH", HAND),
    "500 again and again": lambda server: server.faults.fail("PATCH", HAND, times=10),
    "429": lambda server: server.faults.limit("PATCH", HAND, retry_after=0.1),
    "a connection that breaks": lambda server: server.faults.cut("PATCH", HAND),
}


@pytest.mark.parametrize("fault", HAND_FAULTS)
async def test_a_hand_that_cannot_be_pushed_is_there_when_asked_for(
    server: Loopback, players: Players, fault: str
) -> None:
    turn = await begun(players)
    for player in players.people:
        await players.look(player)
    armed = HAND_FAULTS[fault](server)
    await players.decide(turn)
    await server.until(lambda: armed.hits)
    assert await players.play(8) == 8
    armed.times = 0


# --- tables

EDIT_FAULTS: dict[str, Callable[[Loopback], Fault]] = {
    "500": lambda server: server.faults.fail("PATCH", EDIT),
    "500 again and again": lambda server: server.faults.fail("PATCH", EDIT, times=6),
    "429": lambda server: server.faults.limit("PATCH", EDIT, retry_after=0.1),
    "429 without Via": lambda server: server.faults.limit("PATCH", EDIT, retry_after=0.1, via=False),
    "a connection that breaks": lambda server: server.faults.cut("PATCH", EDIT),
    "200000": lambda server: server.faults.refuse("PATCH", EDIT, 200000),
    "50013": lambda server: server.faults.refuse("PATCH", EDIT, 50013),
    "50083": lambda server: server.faults.refuse("PATCH", EDIT, 50083),
}


@pytest.mark.parametrize("fault", EDIT_FAULTS)
async def test_a_table_that_cannot_be_edited_is_shown_later_and_the_match_goes_on(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, fault: str
) -> None:
    turn = await begun(players)
    (table,) = tables(players)
    armed = EDIT_FAULTS[fault](server)
    await players.decide(turn)
    await server.until(lambda: armed.hits)
    assert await players.play(4) == 4
    edits = table.edits
    await server.until(lambda: table.edits > edits or armed.times == 0)
    assert await players.play(2) == 2
    await server.until(lambda: table.edits > edits)
    assert tables(players) == [table]
    assert step(pepper, place) == 7


@pytest.mark.parametrize("code", [10008, 30046])
async def test_a_table_that_takes_no_more_edits_is_sent_again(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, code: int
) -> None:
    turn = await begun(players)
    (before,) = tables(players)
    if code == 10008:
        server.faults.refuse("PATCH", EDIT, code)
    else:
        refusal = too_fast(0.1, code=code)
        server.faults.add(Fault("PATCH", re.compile(EDIT), 5, refusal=refusal))
    await players.decide(turn)
    await server.until(lambda: [one.id for one in tables(players)] not in ([before.id], []))
    await server.until(lambda: len(tables(players)) == 1)
    assert button(tables(players)[0], "hand")
    await players.play(3)
    assert step(pepper, place) == 4


async def test_a_table_whose_emojis_are_refused_is_shown_without(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    turn = await begun(players)
    await server.until(lambda: pepper.emojis_by_card)
    server.faults.add(Fault("PATCH", re.compile(EDIT), 1, "<:pepper_", refusal=EMOJI))
    while turn.token in (*PASSES, *SUITS):
        await players.decide(turn)
        turn = await next_turn(players)
    (table,) = tables(players)
    edits = table.edits
    await server.until(lambda: server.violations)
    server.violations.clear()
    await server.until(lambda: table.edits > edits)
    assert "<:" not in "".join(table.texts())
    await players.play(3)


async def test_a_hand_whose_emojis_are_refused_is_shown_without(
    server: Loopback, pepper: PepperBot, players: Players
) -> None:
    turn = await begun(players)
    await server.until(lambda: pepper.emojis_by_card)
    while turn.token in (*PASSES, *SUITS):
        await players.decide(turn)
        turn = await next_turn(players)
    answered = server.faults.add(Fault("POST", re.compile(CALLBACK), 1, "pepper_", refusal=EMOJI))
    decided = await players.decide(turn)
    assert (answered.times, decided.failed) == (0, False)
    assert not any("emoji" in part for part in decided.message.parts())
    turn = await next_turn(players)
    pushed = server.faults.add(Fault("PATCH", re.compile(HAND), 1, "pepper_", refusal=EMOJI))
    await players.decide(turn)
    await server.until(lambda: pushed.hits)
    server.violations.clear()
    hand = (await next_turn(players)).hand
    await server.until(lambda: not any("emoji" in part for part in hand.parts()))
    await players.play(3)


async def test_permission_taken_and_given_back(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    turn = await begun(players)
    server.permit(place.channel, 0)
    await players.decide(turn)
    await server.until(lambda: pepper.tables.in_channel(place.channel.id).unreachable)
    assert not (await players.look(turn.player)).failed
    server.permit(place.channel, BOT_PERMISSIONS)
    await server.until(lambda: not pepper.tables.in_channel(place.channel.id).unreachable)
    assert await players.play(4) == 4


SEND_FAULTS: dict[str, Callable[[Loopback], Fault]] = {
    "500 again and again": lambda server: server.faults.fail("POST", SEND, times=6),
    "429": lambda server: server.faults.limit("POST", SEND, retry_after=0.1),
    "a connection that breaks": lambda server: server.faults.cut("POST", SEND),
    "200000": lambda server: server.faults.refuse("POST", SEND, 200000),
    "50013": lambda server: server.faults.refuse("POST", SEND, 50013),
    "50083": lambda server: server.faults.refuse("POST", SEND, 50083),
}


@pytest.mark.parametrize("fault", SEND_FAULTS)
async def test_a_lobby_that_cannot_be_sent_is_sent_later(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, fault: str
) -> None:
    armed = SEND_FAULTS[fault](server)
    asked = await server.slash(players.host, place.channel, "pepper start")
    assert not asked.failed
    await server.until(lambda: armed.times == 0)
    if not players.public:
        await server.slash(players.host, place.channel, "pepper table")
    await server.until(lambda: players.public)
    await players.begin()
    assert await players.play(3) == 3
    assert step(pepper, place) == 3
