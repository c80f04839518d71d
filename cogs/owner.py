"""`/pepper about`: which version runs, since when, and how many tables there are."""

import discord
from discord import app_commands

from bot import __version__
from bot.client import PepperBot, command_text
from cogs.answers import answer_sentence


async def setup(bot: PepperBot) -> None:
    """Add the command."""
    bot.pepper.add_command(about)


@app_commands.command(name="about", description=command_text("command-about"))
async def about(interaction: discord.Interaction[PepperBot]) -> None:
    """Show version, uptime, tables and shard, privately."""
    bot = interaction.client
    shard = 0 if interaction.guild is None else interaction.guild.shard_id
    await answer_sentence(
        interaction,
        "about",
        version=__version__,
        since=discord.utils.format_dt(bot.started_at, "R"),
        tables=len(bot.tables.open_tables()),
        shard=str(shard),
        shards=str(bot.shard_count or 1),
    )
