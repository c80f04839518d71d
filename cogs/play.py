"""Playing: `/pepper hand` and `table`, and the presses of a table and of a hand."""

from typing import Any

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.i18n import text
from bot.presses import Interaction, Press, Presses, answering_refusals, deferring
from bot.screens import words
from bot.screens.rules import how_to_play
from bot.screens.table import last_trick
from bot.tables import Refusal, Refused
from cogs.answers import answer_anew, answer_hand, answer_sentence
from pepper.bids import Call
from pepper.deal import Illegal


async def setup(bot: PepperBot) -> None:
    """Add the commands and take the presses."""
    commands: tuple[app_commands.Command[Any, ..., Any], ...] = (hand, table)
    for command in commands:
        bot.pepper.add_command(command)
    bot.presses.register(Presses.DECISION, press_decision)
    bot.presses.register("hand", press_hand)
    bot.presses.register("sure", press_sure)
    bot.presses.register("last", press_last)
    bot.presses.register("rules", press_rules)


@app_commands.command(name="hand", description=command_text("command-hand"))
@answering_refusals
async def hand(interaction: discord.Interaction[PepperBot]) -> None:
    """Show the hand at this channel's table."""
    await answer_hand(interaction, interaction.client.tables.in_channel(interaction.channel_id))


@app_commands.command(name="table", description=command_text("command-table"))
@answering_refusals
async def table(interaction: discord.Interaction[PepperBot]) -> None:
    """Send this channel's table anew, at the end of the channel."""
    bot = interaction.client
    found = bot.tables.in_channel(interaction.channel_id)
    await answer_sentence(interaction, "table-sent")
    bot.publisher.resend(found)
    bot.resume(found.id)


async def press_decision(interaction: Interaction, press: Press) -> None:
    """Make an action of the game, and show the hand as it is then."""
    bot: PepperBot = interaction.client
    note = ""
    async with deferring(interaction):
        found = await bot.tables.find(press.table_id)
        try:
            await bot.tables.act(found, interaction.user.id, press.step, press.token)
        except Illegal as error:
            note = words.illegal(str(interaction.locale), error)
        except Refused as error:
            # What a player pressed too late or wrongly is answered with the hand as it is.
            if found.state.seat_of(interaction.user.id) is None:
                raise
            note = text(str(interaction.locale), f"refusal-{error.refusal.value}")
    await answer_hand(interaction, found, note)


async def press_hand(interaction: Interaction, press: Press) -> None:
    """Show the hand, or refresh it where it is open."""
    bot: PepperBot = interaction.client
    await answer_hand(interaction, await bot.tables.find(press.table_id))


async def press_sure(interaction: Interaction, press: Press) -> None:
    """Ask once more before a lone bid; nothing is bid yet."""
    bot: PepperBot = interaction.client
    try:
        call = Call(press.argument)
    except ValueError:
        raise Refused(Refusal.UNKNOWN_BUTTON) from None
    await answer_hand(interaction, await bot.tables.find(press.table_id), unsure=call)


async def press_last(interaction: Interaction, press: Press) -> None:
    """Show the last full trick."""
    bot: PepperBot = interaction.client
    found, locale = await bot.tables.find(press.table_id), str(interaction.locale)
    trick = found.last_trick
    if trick is None:
        await answer_sentence(interaction, "last-trick-none")
        return
    await answer_anew(interaction, last_trick(locale, found, trick, bot.emojis_by_card))


async def press_rules(interaction: Interaction, press: Press) -> None:
    """Show how the game goes, and the rules of this table."""
    bot: PepperBot = interaction.client
    found = await bot.tables.find(press.table_id)
    await answer_anew(interaction, how_to_play(str(interaction.locale), found.state.rules))
