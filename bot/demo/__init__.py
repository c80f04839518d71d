"""The bot on a local, simulated Discord that a browser shows: no token, no network."""

from bot.demo.errors import DemoError
from bot.demo.run import run_demo

__all__ = ["DemoError", "run_demo"]
