"""The program: reads the settings, sets up the log, and runs the bot on Discord or in the demo."""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from dotenv import dotenv_values

from bot.client import create_bot
from bot.config import Settings, SettingsError
from bot.demo import DemoError, run_demo
from bot.logs import set_up_log
from bot.running import DiscordError, run_bot
from bot.storage import StorageError

HOW_TO_BEGIN = (
    "DISCORD_TOKEN is not set: create a bot at https://discord.com/developers/applications and put its token "
    "into .env, or try the bot without one: python -m bot --demo"
)


def main(arguments: list[str] | None = None) -> int:
    """Run the bot and return its exit code: 0 when stopped, 1 when it can't run, 2 for a wrong setting or usage."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Pepper for Discord.")
    parser.add_argument(
        "--demo", action="store_true", help="run on a simulated Discord in the browser, no token needed"
    )
    parser.add_argument("--port", type=int, help="port of the demo's page (default: a free one)")
    options = parser.parse_args(arguments)
    try:
        settings = Settings.from_env(_environment())
        if not options.demo and settings.discord_token is None:
            print(HOW_TO_BEGIN, file=sys.stderr)
            return 2
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    set_up_log(settings.log_level, settings.log_format)
    try:
        if options.demo:
            _demo(settings, options.port)
        else:
            asyncio.run(run_bot(settings))
    except (StorageError, DemoError, DiscordError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _demo(settings: Settings, port: int | None) -> None:
    # The simulated server has the same id every time, so tables of an earlier demo would come back.
    with TemporaryDirectory() as folder:
        bot = create_bot(replace(settings, database_path=Path(folder) / "pepper.db"))
        asyncio.run(run_demo(bot, port=port))


def _environment() -> Mapping[str, str | None]:
    # What the environment says wins over the file.
    try:
        return {**dotenv_values(".env"), **os.environ}
    except (UnicodeDecodeError, OSError) as error:
        raise SettingsError(".env", None, "a file of UTF-8 text that may be read") from error


if __name__ == "__main__":
    sys.exit(main())
