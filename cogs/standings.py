"""`/pepper leaderboard`: who has won how often in this server."""

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.screens.standings import leaderboard as leaderboard_screen

PLACES = 20


async def setup(bot: PepperBot) -> None:
    """Add the command."""
    bot.pepper.add_command(leaderboard)


@app_commands.command(name="leaderboard", description=command_text("command-leaderboard"))
async def leaderboard(interaction: discord.Interaction[PepperBot]) -> None:
    """Show this server's leaderboard, privately."""
    assert interaction.guild_id is not None, "the command exists in servers only"
    standings = await interaction.client.storage.leaderboard(interaction.guild_id, PLACES)
    screen = leaderboard_screen(str(interaction.locale), standings)
    await interaction.response.send_message(view=screen, ephemeral=True)
