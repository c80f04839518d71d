"""The computers of a lobby: how well each of them plays, and which of them go."""

from bot.client import PepperBot
from bot.presses import Interaction, Press, deferring, one_chosen
from bot.screens.computers import IN_PANEL, REMOVE, computers
from cogs.answers import answer


async def setup(bot: PepperBot) -> None:
    """Take the presses."""
    for verb, handler in (("computers", press_computers), ("level", press_level), ("add", press_add)):
        bot.presses.register(verb, handler)


async def press_computers(interaction: Interaction, press: Press) -> None:
    """Show the panel to the host."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.as_host(press.table_id, interaction.user.id)
    await answer(interaction, computers(str(interaction.locale), table))


async def press_level(interaction: Interaction, press: Press) -> None:
    """Let a computer play as well as was picked, or go."""
    bot: PepperBot = interaction.client
    picked, user_id, name = one_chosen(interaction), interaction.user.id, press.argument
    async with deferring(interaction):
        if picked == REMOVE:
            table = await bot.tables.remove_computer(press.table_id, user_id, name)
        else:
            table = await bot.tables.set_level(press.table_id, user_id, name, picked)
    await answer(interaction, computers(str(interaction.locale), table))


async def press_add(interaction: Interaction, press: Press) -> None:
    """Seat a computer; the lobby shows it, so nothing is said but in the panel."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.add_computer(press.table_id, interaction.user.id)
    if press.argument == IN_PANEL:
        await answer(interaction, computers(str(interaction.locale), table))
    elif not interaction.response.is_done():
        await interaction.response.defer()
