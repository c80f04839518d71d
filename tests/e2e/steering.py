"""Bringing a table to where something is to happen, and reading what its channel shows then."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import simcord
from simcord import actors
from simcord.types import HttpLogEntry

from pepper.cards import Card
from pepper.players import PLAYERS
from pepper.view import seat_view
from tests.e2e.leaks import cards_in
from tests.e2e.people import Lounge, Person, Shown, modest


def public(person: Person) -> list[Shown]:
    """Return what everybody sees, the newest last."""
    return [shown for shown in person.sees() if not shown.is_private]


def tables(person: Person) -> list[Shown]:
    """Return the public messages from which a running match can be played."""
    return [shown for shown in public(person) if any(button.verb == "more" for button in shown.buttons)]


def lobbies(person: Person) -> list[Shown]:
    """Return the public messages from which a match can be started."""
    return [shown for shown in public(person) if any(button.verb == "start" for button in shown.buttons)]


def notices(person: Person) -> list[Shown]:
    """Return the public messages that bring a hand and nothing else."""
    return [shown for shown in public(person) if [button.verb for button in shown.buttons] == ["hand"]]


def headline(person: Person) -> str:
    """Return what stands on top of the newest hand of a person."""
    hands = [shown for shown in person.sees() if shown.is_private and any(b.verb == "hand" for b in shown.buttons)]
    return hands[-1].text if hands else ""


async def open_hands(people: Sequence[Person]) -> None:
    """Let everybody look at their cards."""
    for person in people:
        await person.press("hand")


async def play_until(
    people: Sequence[Person], sign: Callable[[], bool], random: Random | None = None, presses: int = 400
) -> None:
    """Let people play, modestly, until there is a sign; fails when nobody can go on before that."""
    random = random or Random(1)
    for _ in range(presses):
        if sign():
            return
        asked = next((person for person in people if person.decisions), None)
        assert asked is not None, f"nobody can go on: {[headline(person) for person in people]}"
        await asked.press(modest(asked.decisions, random).custom_id)
    raise AssertionError("no sign of it")


@contextmanager
def requests(lounge: Lounge) -> Iterator[list[HttpLogEntry]]:
    """Give a list that holds, afterwards, every request made meanwhile."""
    made: list[HttpLogEntry] = []
    before = len(lounge.env.http_requests)
    yield made
    made += lounge.env.http_requests[before:]


def message(lounge: Lounge, shown: Shown) -> Any:
    """Return a message as the simulated Discord takes it."""
    return simcord.ResponseMessage(lounge.env, lounge.env.backend.get_message(lounge.channel.id, shown.id))


async def delete(lounge: Lounge, shown: Shown) -> None:
    """Let a moderator delete a message."""
    lounge.env.backend.delete_message(lounge.channel.id, shown.id)
    await lounge.env.settle()


async def press_late(person: Person, on: Shown, custom_id: str) -> Shown | None:
    """Press what a page that is a moment old still shows, answered exactly once. Returns the answer."""
    env = person.lounge.env
    stored = env.backend.get_message(person.lounge.channel.id, on.id)
    before = len(env.http_requests)
    data = {"custom_id": custom_id, "component_type": 2}
    return person._answer(await actors._component_interaction(person.actor, stored, data), before)


def cards_seen(person: Person) -> frozenset[Card]:
    """Return the cards in the private messages that a person has on screen."""
    newest = {version.message_id: version for version in person.private}
    return frozenset(card for shown in person.sees() if shown.is_private for card in cards_in(newest[shown.id]))


async def finish(lounge: Lounge) -> None:
    """Let everybody at the channel's table play by sensible habits, unseen, until it is over, and show the end."""
    bot, random = lounge.bot, Random(1)
    table = bot.tables.in_channel(lounge.channel.id)
    # Nothing is drawn meanwhile.
    with lounge.env._bot_scope(), patch.object(bot.publisher, "release"):
        while table.is_open:
            person, match = table.turn_of_person, table.state.match
            if person is None or person.user_id is None or match is None or match.deal.turn is None:
                bot.tables.resume(table)
                await asyncio.sleep(0)
            else:
                action = PLAYERS["basic"](seat_view(match, match.deal.turn), random)
                await bot.tables.act(table, person.user_id, table.state.step, str(action))
    with lounge.env._bot_scope():
        bot.publisher.release(table.id)
    await lounge.env.settle()
