"""Runs the bot on Discord, from its start until a signal stops it."""

import asyncio
import logging
import sys
from signal import Signals

import aiohttp
import discord

from bot.client import PepperBot, create_bot
from bot.config import Settings

log = logging.getLogger(__name__)

CONNECT_WITHIN = 30.0  # seconds for the first connection; then whoever keeps the bot running had better know
DRAIN_FOR = 2.5  # seconds for presses under way: what is older than 3 has failed, and who stops us waits 5
END_WITHIN = 0.5  # seconds for a start that was interrupted to let go
# Each time it sends or receives, the loop lets other threads run, and a picture being drawn then keeps it from going on
# for so many seconds; Python's own 5 ms would add up to most of an answer's time.
SWITCH_EVERY = 0.0005
BAD_TOKEN = 4004  # the gateway's code for a token that isn't valid any more


class DiscordError(Exception):
    """Discord doesn't let the bot in; the message says why."""


async def run_bot(settings: Settings) -> None:
    """Run the bot on Discord until it is stopped.

    Raises DiscordError when Discord refuses it or can't be reached, and StorageError when the database can't be used.
    """
    assert settings.discord_token is not None, "who connects to Discord has a token"
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for signal in (Signals.SIGTERM, Signals.SIGINT):
        loop.add_signal_handler(signal, stop.set)
    sys.setswitchinterval(SWITCH_EVERY)
    bot = create_bot(settings)
    running = asyncio.create_task(_run(bot, settings.discord_token), name="the bot")
    stopping = asyncio.create_task(stop.wait(), name="waiting for a signal")
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if stop.is_set():
        log.info("stopping")
    await bot.presses.stop(DRAIN_FOR)
    if running.cancel():
        await asyncio.wait({running}, timeout=END_WITHIN)
    await bot.close()
    if running.done() and not running.cancelled():
        running.result()


async def _run(bot: PepperBot, token: str) -> None:
    try:
        await bot.login(token)
        await _connect(bot)
    except discord.LoginFailure as error:
        raise _refused() from error
    except discord.ConnectionClosed as error:
        raise _refused() if error.code == BAD_TOKEN else _unreached(error) from error
    except (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        raise _unreached(error) from error


async def _connect(bot: PepperBot) -> None:
    """Stay connected. The library tries a first connection for ever, and each further one again by itself."""
    first = asyncio.create_task(bot.wait_for("connect"), name="first connection")
    connection = asyncio.create_task(bot.connect(), name="connection")
    try:
        await asyncio.wait({first, connection}, timeout=CONNECT_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if not first.done() and not connection.done():
            raise DiscordError(f"Discord's gateway can't be reached within {CONNECT_WITHIN:.0f} s")
        await connection
    finally:
        first.cancel()
        connection.cancel()


def _refused() -> DiscordError:
    return DiscordError("DISCORD_TOKEN was refused by Discord: copy it again from the bot's page")


def _unreached(error: Exception) -> DiscordError:
    return DiscordError(f"Discord can't be reached: {error}")
