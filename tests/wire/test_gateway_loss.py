"""The bot's connection to the gateway breaks in every way: whoever pressed meanwhile is answered, and once."""

import itertools
from collections.abc import Callable

import pytest

from bot.client import PepperBot
from tests.wire.conftest import Place
from tests.wire.loopback import Loopback
from tests.wire.players import Players, Turn, button

RESUMED: dict[str, Callable[[Loopback], None]] = {
    "a dropped socket": lambda server: server.gateway.drop(),
    "op 7": lambda server: server.gateway.reconnect(),
    "op 9, resumable": lambda server: server.gateway.invalidate(resumable=True),
    "close 4000": lambda server: server.gateway.close(4000),
}


def forget_and_close(server: Loopback) -> None:
    server.gateway.forget()
    server.gateway.close(4009)


ANEW: dict[str, Callable[[Loopback], None]] = {
    "op 9": lambda server: server.gateway.invalidate(),
    "close 4009": forget_and_close,
}


@pytest.fixture(autouse=True)
def without_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the client library identify again without its 5 seconds between two."""

    async def identify_at_once(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(PepperBot, "before_identify_hook", identify_at_once)


def step(pepper: PepperBot, place: Place) -> int:
    """Returns how many actions the table of the channel has accepted."""
    return pepper.tables.in_channel(place.channel.id).state.step


async def next_turn(players: Players) -> Turn:
    turn = await players.turn()
    assert turn is not None, "the match has just begun"
    return turn


@pytest.mark.parametrize("broken", RESUMED)
async def test_a_press_during_an_outage_is_answered_when_the_session_resumes(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, broken: str
) -> None:
    await players.open()
    await players.begin()
    turn = await next_turn(players)
    RESUMED[broken](server)
    pressed = await players.decide(turn)
    assert not pressed.failed
    assert step(pepper, place) == 1
    assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)
    await players.play(4)
    assert step(pepper, place) == 5


@pytest.mark.parametrize("broken", ANEW)
async def test_a_press_that_a_lost_session_swallowed_can_be_made_again(
    server: Loopback, place: Place, pepper: PepperBot, players: Players, broken: str
) -> None:
    await players.open()
    await players.begin()
    turn = await next_turn(players)
    ANEW[broken](server)
    lost = await server.click(turn.player, turn.hand.id, turn.custom_id, wait=False)
    await server.until(lambda: server.gateway.identifies == 2)
    assert lost.failed
    assert not (await players.decide(turn)).failed
    assert step(pepper, place) == 1


async def test_what_is_delivered_twice_in_the_lobby_takes_effect_and_is_answered_once(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    opened = await players.open()
    lobby = players.offering("add")
    added = await server.click(players.host, lobby.id, button(lobby, "add"), times=2)
    await server.redeliver(opened)
    await server.redeliver(added)
    assert not (await players.press(players.people[1], lobby, "join")).failed
    assert [who is None for who in pepper.tables.in_channel(place.channel.id).state.places] == [False] * 3 + [True]
    assert opened.refusals == added.refusals == []


async def test_a_decision_that_is_delivered_twice_is_made_and_answered_once(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    await players.open()
    await players.begin()
    turn = await next_turn(players)
    twice = await server.click(turn.player, turn.hand.id, turn.custom_id, times=2)
    await server.redeliver(twice)
    assert (await next_turn(players)).player is not turn.player
    assert twice.refusals == []
    assert step(pepper, place) == 1


async def test_a_match_goes_on_while_the_connection_breaks_at_every_third_press(
    server: Loopback, place: Place, pepper: PepperBot, players: Players
) -> None:
    await players.open()
    await players.begin()
    breaks = itertools.cycle((*RESUMED.values(), ANEW["op 9"]))
    for made in range(30):
        turn = await next_turn(players)
        assert step(pepper, place) == made
        pressed = await server.click(turn.player, turn.hand.id, turn.custom_id, times=1 + made % 2)
        assert not pressed.failed
        if made % 3 == 0:
            next(breaks)(server)
            await server.connected()
    assert step(pepper, place) == 30
