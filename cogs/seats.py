"""Seats and the end: More, Leave, Sit in, I'm back, Hand over, Deal again, turn notices, and `/pepper end`."""

import discord
from discord import app_commands

from bot.client import PepperBot, command_text, person_of
from bot.i18n import text
from bot.presses import Interaction, Press, answering_refusals, deferring
from bot.screens.layout import Screen
from bot.screens.more import more
from bot.screens.words import illegal, name_text
from bot.tables import Refusal, Refused, Table
from cogs.answers import answer, answer_anew, answer_hand, answer_sentence
from cogs.settings import show_settings
from pepper.deal import Illegal
from pepper.seats import Seat


async def setup(bot: PepperBot) -> None:
    """Add the command and take the presses."""
    bot.pepper.add_command(end)
    for verb, handler in (
        ("more", press_more),
        ("leave", press_leave),
        ("sit", press_sit),
        ("back", press_back),
        ("host", press_host),
        ("misdeal", press_misdeal),
        ("notices", press_notices),
        ("end", press_end),
    ):
        bot.presses.register(verb, handler)


@app_commands.command(name="end", description=command_text("command-end"))
@answering_refusals
async def end(interaction: discord.Interaction[PepperBot]) -> None:
    """End this channel's table, or propose it."""
    table = interaction.client.tables.in_channel(interaction.channel_id)
    try:
        await _end(interaction, table)
    finally:
        interaction.client.resume(table.id)


async def press_end(interaction: Interaction, press: Press) -> None:
    """End a table, or propose it."""
    bot: PepperBot = interaction.client
    await _end(interaction, await bot.tables.find(press.table_id))


async def _end(interaction: Interaction, table: Table) -> None:
    bot: PepperBot = interaction.client
    user_id = interaction.user.id
    # Permissions are those in the channel of the press.
    is_moderator = interaction.permissions.manage_channels and interaction.channel_id == table.channel_id
    async with deferring(interaction):
        if is_moderator or user_id == table.state.host_id:
            await bot.tables.end(table, user_id, is_moderator=is_moderator)
        else:
            await bot.tables.propose_end(table, user_id)
    await answer_sentence(interaction, "end-proposed" if table.is_open else "ended")


async def press_more(interaction: Interaction, press: Press) -> None:
    """Show what else a person can do at a table."""
    await answer_anew(interaction, await _more(interaction, press))


async def press_notices(interaction: Interaction, press: Press) -> None:
    """Switch the mentions of a person's turns on or off."""
    bot: PepperBot = interaction.client
    if press.argument not in ("on", "off"):
        raise Refused(Refusal.UNKNOWN_BUTTON)
    person = await bot.person(interaction)
    await bot.storage.set_notices(person.id, wanted=press.argument == "on")
    if press.table_id:
        await answer(interaction, await _more(interaction, press))
    else:
        await show_settings(interaction)


async def _more(interaction: Interaction, press: Press) -> Screen:
    bot: PepperBot = interaction.client
    table = await bot.tables.find(press.table_id)
    user_id, is_moderator = interaction.user.id, interaction.permissions.manage_channels
    notices = await bot.storage.wants_notices(user_id)
    return more(str(interaction.locale), table, user_id, is_moderator=is_moderator, notices=notices)


async def press_leave(interaction: Interaction, press: Press) -> None:
    """Free a person's place; in a match a computer takes over."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.tables.leave(press.table_id, interaction.user.id)
    await answer_sentence(interaction, "left")


async def press_sit(interaction: Interaction, press: Press) -> None:
    """Give a computer's seat to a person, who sees its hand."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.sit_in(press.table_id, person_of(interaction), _seat(press))
    await answer_hand(interaction, table)


async def press_back(interaction: Interaction, press: Press) -> None:
    """Give a person's seat back to them."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.back(press.table_id, interaction.user.id)
    await answer_hand(interaction, table)


async def press_host(interaction: Interaction, press: Press) -> None:
    """Make somebody else the host."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.hand_over(press.table_id, interaction.user.id, _seat(press))
    await answer_sentence(interaction, "handed-over", name=name_text(table.state.occupant(_seat(press)).name))


async def press_misdeal(interaction: Interaction, press: Press) -> None:
    """Propose to deal again; with one of the other side it is done."""
    bot: PepperBot = interaction.client
    note = ""
    async with deferring(interaction):
        table = await bot.tables.find(press.table_id)
        step = table.state.step
        try:
            await bot.tables.propose_misdeal(table, interaction.user.id)
        except Illegal as error:
            note = illegal(str(interaction.locale), error)
    if not note:
        note = text(str(interaction.locale), "misdeal-proposed" if table.state.step == step else "misdeal-done")
    await answer_hand(interaction, table, note)


def _seat(press: Press) -> Seat:
    """Return the seat a press names. Raises Refused when it names none."""
    try:
        return Seat(press.argument)
    except ValueError:
        raise Refused(Refusal.UNKNOWN_BUTTON) from None
