"""Starts the demo, if its packages are there: they are an extra that a bot on Discord does without."""

from importlib import import_module
from importlib.util import find_spec

from discord.ext import commands

from bot.demo.errors import DemoError


async def run_demo(bot: commands.Bot | commands.AutoShardedBot, *, port: int | None = None) -> None:
    """Run the bot on a simulated Discord in the browser until Ctrl-C, SIGTERM or the page's own End; close the bot.

    Prints the address, a free port of this computer unless one is given. Raises DemoError when the port is taken and
    when the extra `demo` isn't installed.
    """
    if find_spec("simcord") is None:
        raise DemoError("The demo needs SimCord, which isn't installed: pip install 'pepper-discord[demo]'")
    await import_module("bot.demo.live").serve(bot, port)
