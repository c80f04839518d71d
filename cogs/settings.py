"""`/pepper settings`: what everyone may choose for themselves, and what a server wants at its tables."""

import re
from dataclasses import replace

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.i18n import text
from bot.presses import Interaction, Press, answering_refusals, chosen, deferring
from bot.screens.settings import MOST_CHANNELS, NO_TIMER, preset_deleted
from bot.screens.settings import settings as settings_screen
from bot.storage import EVERYONE, MODERATORS, ServerSettings
from bot.tables import TIMERS, Partners, Refusal, Refused
from cogs.answers import answer
from cogs.server import guild_of, manager_of, settings_of


async def setup(bot: PepperBot) -> None:
    """Add the command and take the presses."""
    bot.pepper.add_command(settings)
    for verb, handler in (
        ("settings", press_settings),
        ("set", press_set),
        ("reset", press_reset),
        ("delete-preset", press_delete_preset),
    ):
        bot.presses.register(verb, handler)


@app_commands.command(name="settings", description=command_text("command-settings"))
@answering_refusals
async def settings(interaction: discord.Interaction[PepperBot]) -> None:
    """Show the settings."""
    await show_settings(interaction)


async def press_settings(interaction: Interaction, press: Press) -> None:
    """Come back from the House rules to the settings."""
    del press
    await show_settings(interaction)


async def press_set(interaction: Interaction, press: Press) -> None:
    """Save one setting of the server."""
    bot: PepperBot = interaction.client
    guild_id, values = manager_of(interaction), chosen(interaction)
    async with deferring(interaction):
        await bot.storage.change_settings(guild_id, lambda settings: _with(settings, press.argument, values))
    await show_settings(interaction)


def _with(settings: ServerSettings, name: str, values: tuple[str, ...]) -> ServerSettings:
    """Return settings with one of them changed. Raises Refused for a name or value that can't be."""
    # Discord's ids are 64-bit numbers.
    ids = len(values) <= MOST_CHANNELS and all(map(re.compile("[0-9]{1,20}").fullmatch, values))
    match name, values:
        case "partners", (value,) if value in {which.value for which in Partners}:
            return replace(settings, partners=value)
        case "timer", (value,) if ids and int(value) in (*TIMERS, int(NO_TIMER)):
            return replace(settings, timer=int(value) or None)
        case "starters", (value,) if value in (EVERYONE, MODERATORS):
            return replace(settings, starters=value)
        case "role", ():
            return replace(settings, starters=EVERYONE)
        case "role", (value,) if ids:
            return replace(settings, starters=value)
        case "channels", _ if ids:
            return replace(settings, channels=tuple(map(int, values)))
        case _:
            raise Refused(Refusal.UNKNOWN_BUTTON)


async def press_reset(interaction: Interaction, press: Press) -> None:
    """Forget what the server has set."""
    del press
    bot: PepperBot = interaction.client
    guild_id = manager_of(interaction)
    async with deferring(interaction):
        await bot.storage.reset_settings(guild_id)
    await show_settings(interaction, text(str(interaction.locale), "settings-were-reset"))


async def press_delete_preset(interaction: Interaction, press: Press) -> None:
    """Delete a preset of the server."""
    del press
    bot: PepperBot = interaction.client
    guild_id, names = manager_of(interaction), chosen(interaction)
    async with deferring(interaction):
        deleted = [name for name in names if await bot.storage.delete_preset(guild_id, name)]
    await show_settings(interaction, preset_deleted(str(interaction.locale), deleted[0]) if deleted else "")


async def show_settings(interaction: Interaction, note: str = "") -> None:
    """Show the settings a person may change."""
    bot: PepperBot = interaction.client
    guild_id = guild_of(interaction)
    is_manager = interaction.permissions.manage_guild
    async with deferring(interaction):
        person = await bot.person(interaction)
        screen = settings_screen(
            str(interaction.locale),
            notices=await bot.storage.wants_notices(person.id),
            server=await settings_of(interaction) if is_manager else None,
            presets=await bot.storage.presets(guild_id) if is_manager else (),
            note=note,
        )
    await answer(interaction, screen)
