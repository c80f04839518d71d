"""Starts the demo, if its packages are there: they are an extra that a bot on Discord does without."""

import logging
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from discord.ext import commands

from bot.demo.errors import DemoError


async def run_demo(bot: commands.Bot | commands.AutoShardedBot, *, port: int | None = None) -> None:
    """Run the bot on a simulated Discord in the browser until Ctrl-C, SIGTERM or the page's own End; close the bot.

    Prints the address, a free port of this computer unless one is given. Raises DemoError when the port is taken and
    when the extra `demo` isn't installed.
    """
    if find_spec("simcord") is None:
        raise DemoError("The demo needs SimCord, which isn't installed: pip install 'pepper-discord[demo]'")
    await _live().serve(bot, port)


def _live() -> ModuleType:
    # As it is imported, SimCord tries discord.py out with a client without intents, of which discord.py warns.
    logging.disable(logging.WARNING)
    try:
        return import_module("bot.demo.live")
    finally:
        logging.disable(logging.NOTSET)
