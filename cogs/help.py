"""`/pepper help`: the game in a minute."""

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.screens.rules import how_to_play
from pepper.rules import Rules


async def setup(bot: PepperBot) -> None:
    """Add the command."""
    bot.pepper.add_command(help_command)


@app_commands.command(name="help", description=command_text("command-help"))
async def help_command(interaction: discord.Interaction[PepperBot]) -> None:
    """Show how Pepper goes, privately; by the rules of this channel's table where there is one."""
    table = interaction.client.tables.open_in(interaction.channel_id)
    screen = how_to_play(str(interaction.locale), table.state.rules if table else Rules())
    await interaction.response.send_message(view=screen, ephemeral=True)
