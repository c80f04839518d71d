"""What a server wants at its tables, as far as that can still be, and who may change it."""

from dataclasses import replace

import discord

from bot.client import PepperBot
from bot.presses import Interaction
from bot.storage import EVERYONE, ServerSettings
from bot.tables import Refusal, Refused


def guild_of(interaction: Interaction) -> int:
    """Return the server an interaction comes from. Raises Refused outside servers."""
    if interaction.guild_id is None:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    return interaction.guild_id


def manager_of(interaction: Interaction) -> int:
    """Return the server whose settings a person may change. Raises Refused for who may not manage it."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.MAY_NOT_MANAGE)
    return guild_of(interaction)


async def settings_of(interaction: Interaction) -> ServerSettings:
    """Return the settings of the server an interaction comes from, without channels and roles that are gone."""
    bot: PepperBot = interaction.client
    return without_gone(await bot.storage.settings(guild_of(interaction)), interaction.guild)


def without_gone(settings: ServerSettings, guild: discord.Guild | None) -> ServerSettings:
    """Return settings without deleted channels and roles, so that these shut nobody out.

    A server that isn't known at the moment keeps what it has.
    """
    if guild is None or guild.unavailable:
        return settings
    channels = tuple(each for each in settings.channels if guild.get_channel(each) is not None)
    starters = settings.starters
    if starters.isdigit() and guild.get_role(int(starters)) is None:
        starters = EVERYONE
    return replace(settings, channels=channels, starters=starters)
