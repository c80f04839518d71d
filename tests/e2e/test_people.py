"""The people and their Discord are judges themselves: what they wait for is checked here."""

import asyncio
import threading
from collections.abc import AsyncIterator

import discord
import pytest

from tests.e2e.people import PatientEnv

LIMIT = 0.05  # seconds SimCord itself gives a bot


class Worker(discord.Client):
    """A bot that answers each message when `may_go_on` is set."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.all())
        self.may_go_on = threading.Event()
        self.answered = 0

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            await asyncio.to_thread(self.may_go_on.wait)
            self.answered += 1


@pytest.fixture
async def env() -> AsyncIterator[PatientEnv]:
    bot = Worker()
    env = PatientEnv(bot, settle_timeout=LIMIT)
    await env.start()
    yield env
    bot.may_go_on.set()
    await env.shutdown()


async def say_something(env: PatientEnv) -> None:
    guild = env.create_guild("Pepper Lounge")
    channel = guild.create_text_channel("pepper")
    await guild.add_member(env.create_user("ana")).send(channel, "hello")


async def test_a_bot_still_at_work_after_the_limit_is_waited_for(env: PatientEnv) -> None:
    assert isinstance(env.bot, Worker)
    asyncio.get_running_loop().call_later(4 * LIMIT, env.bot.may_go_on.set)
    await say_something(env)
    assert env.bot.answered == 1


async def test_a_bot_that_is_never_done_is_given_up(env: PatientEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientEnv, "ATTEMPTS", 2)
    with pytest.raises(TimeoutError, match="settle"):
        await say_something(env)
