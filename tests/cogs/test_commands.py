"""The commands as Discord gets them, and what happens when one goes wrong."""

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.client import PepperTranslator, command_text
from bot.i18n import LANGUAGES, text
from tests.e2e.people import Lounge, open_lounge

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
Command = app_commands.Command[Any, ..., Any]


@pytest.fixture
async def lounge(tmp_path: Path) -> AsyncIterator[Lounge]:
    async with open_lounge(tmp_path / "pepper.db") as opened:
        yield opened


def commands(lounge: Lounge) -> list[Command]:
    found = [command for command in lounge.bot.tree.walk_commands() if isinstance(command, app_commands.Command)]
    return sorted(found, key=lambda command: command.qualified_name)


# --- the tree


async def test_the_readme_lists_every_command_with_its_options(lounge: Lounge) -> None:
    rows = re.findall(r"^\| `(/[^`]+)` \| \S", README, re.MULTILINE)
    there = [
        " ".join((f"/{command.qualified_name}", *(f"{option.display_name}:" for option in command.parameters)))
        for command in commands(lounge)
    ]
    assert sorted(rows) == sorted(there)


async def test_commands_exist_in_servers_only(lounge: Lounge) -> None:
    (group,) = lounge.bot.tree.get_commands()
    sent: dict[str, Any] = group.to_dict(lounge.bot.tree)
    assert sent["name"] == "pepper"
    assert sent["contexts"] == [0]
    assert sent["integration_types"] == [0]


class Everything(app_commands.Translator):
    """Keeps every text with its translations, as Discord would get it."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        translated = await PepperTranslator().translate(string, locale, context)
        self.texts.setdefault(context.location.name, []).append(translated or string.message)
        return translated


LIMITS = {
    "command_name": 32,
    "group_name": 32,
    "parameter_name": 32,
    "command_description": 100,
    "group_description": 100,
    "parameter_description": 100,
    "choice_name": 100,
}


async def test_every_text_of_a_command_keeps_discords_limits_in_every_language(lounge: Lounge) -> None:
    translator = Everything()
    for command in lounge.bot.tree.get_commands():
        await command.get_translated_payload(lounge.bot.tree, translator)
    assert {"command_description", "parameter_name", "parameter_description", "choice_name"} <= set(translator.texts)
    for location, texts in translator.texts.items():
        assert max(map(len, texts)) <= LIMITS[location]
        if location.endswith("_name") and location != "choice_name":
            assert all(re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() for name in texts)


async def test_every_command_keeps_discords_limits_in_number(lounge: Lounge) -> None:
    (group,) = lounge.bot.tree.get_commands()
    assert isinstance(group, app_commands.Group)
    assert len(group.commands) <= 25
    for command in commands(lounge):
        assert len(command.parameters) <= 25
        for option in command.parameters:
            assert len(option.choices) <= 25
            assert len({choice.value for choice in option.choices}) == len(option.choices)


@pytest.mark.parametrize("locale", tuple(discord.Locale))
async def test_english_needs_no_translation_and_other_languages_have_theirs(locale: discord.Locale) -> None:
    context: Any = None
    said = await PepperTranslator().translate(command_text("command-start"), locale, context)
    language = next((name for name in (str(locale), str(locale).partition("-")[0]) if name in LANGUAGES), "en")
    assert said == (None if language == "en" else text(language, "command-start"))


async def test_a_text_that_is_no_message_is_not_translated() -> None:
    context: Any = None
    assert await PepperTranslator().translate(app_commands.locale_str("x"), discord.Locale.german, context) is None


# --- what goes wrong


@pytest.mark.parametrize("command", ["hand", "table", "end"])
async def test_where_there_is_no_table_a_command_says_so_privately(lounge: Lounge, command: str) -> None:
    answer = await lounge.person("Ana").slash(f"pepper {command}")
    assert answer is not None
    assert answer.is_private
    assert answer.text == text("en", "refusal-channel-free")
    assert lounge.everything_public == ()


class Broken:
    """A database that fails whatever it is asked."""

    def __getattr__(self, name: str) -> Any:
        async def fail(*_arguments: object) -> None:
            raise ZeroDivisionError(name)

        return fail


async def test_an_error_inside_a_command_is_answered_privately_and_logged(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ana = lounge.person("Ana")
    with monkeypatch.context() as patched:
        patched.setattr(lounge.bot, "storage", Broken())
        for command in ("start", "leaderboard"):
            answer = await ana.slash(f"pepper {command}")
            assert answer is not None
            assert answer.is_private
            assert answer.text == text("en", "error-unexpected")
    logged = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert logged == [f"command /pepper {name} by {ana.actor.id} failed" for name in ("start", "leaderboard")]
    assert (await ana.slash("pepper leaderboard")) is not None
    lounge.env._errors.clear()  # these were meant


async def test_help_and_about_need_no_table(lounge: Lounge) -> None:
    ana = lounge.person("Ana")
    for command, words in (("help", "How Pepper goes"), ("about", "0.1.0"), ("leaderboard", "Leaderboard")):
        answer = await ana.slash(f"pepper {command}")
        assert answer is not None
        assert answer.is_private
        assert words in answer.text
    assert lounge.everything_public == ()


async def test_help_tells_the_rules_of_the_channels_table(lounge: Lounge) -> None:
    ana = lounge.person("Ana")
    await ana.slash("pepper start", preset="iowa")
    answer = await ana.slash("pepper help")
    assert answer is not None
    assert "**31**" in answer.text
