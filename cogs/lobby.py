"""Lobbies: `/pepper start`, and the presses of Join, Add computer, Start and Rematch."""

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.i18n import text
from bot.presses import Interaction, Press, deferring
from bot.tables import DEFAULT_TIMER, TIMERS, Partners
from cogs.answers import answer_hand, answer_seated, answer_sentence
from pepper.rules import PRESETS
from pepper.rules import preset as rules_of
from pepper.seats import Side

# What a table needs in its channel, in the order in which it is asked for.
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")


NO_TIMER = 0


def _timer_text(seconds: int) -> app_commands.locale_str:
    return command_text("timer-none") if seconds == NO_TIMER else command_text("timer-seconds", seconds=seconds)


async def setup(bot: PepperBot) -> None:
    """Add the command and take the presses."""
    bot.pepper.add_command(start)
    for verb, handler in (
        ("join", press_join),
        ("join-ns", press_join),
        ("join-ew", press_join),
        ("add", press_add),
        ("start", press_start),
        ("rematch", press_rematch),
    ):
        bot.presses.register(verb, handler)


@app_commands.command(name="start", description=command_text("command-start"))
@app_commands.rename(
    preset=command_text("option-preset-name"),
    partners=command_text("option-partners-name"),
    timer=command_text("option-timer-name"),
)
@app_commands.describe(
    preset=command_text("option-preset"), partners=command_text("option-partners"), timer=command_text("option-timer")
)
@app_commands.choices(
    preset=[app_commands.Choice(name=command_text(f"preset-{name}"), value=name) for name in PRESETS],
    partners=[
        app_commands.Choice(name=command_text(f"partners-{which.value}"), value=which.value) for which in Partners
    ],
)
@app_commands.choices(
    timer=[app_commands.Choice(name=_timer_text(seconds), value=seconds) for seconds in (*TIMERS, NO_TIMER)]
)
async def start(
    interaction: discord.Interaction[PepperBot],
    preset: str = "classic",
    partners: str = Partners.CUT.value,
    timer: int = DEFAULT_TIMER,
) -> None:
    """Open a lobby in this channel."""
    bot = interaction.client
    if await _told_what_lacks(interaction):
        return
    assert interaction.guild_id is not None, "the command exists in servers only"
    assert interaction.channel_id is not None, "a server's command comes from a channel"
    async with deferring(interaction):
        table = await bot.tables.open(
            interaction.guild_id,
            interaction.channel_id,
            str(interaction.guild_locale or "en"),
            await bot.person(interaction),
            rules_of(preset),
            Partners(partners),
            None if timer == NO_TIMER else timer,
        )
    try:
        await answer_seated(interaction, table, "start-opened")
    finally:
        bot.resume(table.id)


async def _told_what_lacks(interaction: Interaction) -> bool:
    """Name the permissions that a table would lack in this channel, if any."""
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    locale, held = str(interaction.locale), interaction.app_permissions
    missing = [text(locale, f"permission-{name}") for name in needed if not getattr(held, name)]
    if missing:
        await answer_sentence(interaction, "start-lacks", permissions=", ".join(missing))
    return bool(missing)


async def press_join(interaction: Interaction, press: Press) -> None:
    """Seat a person, of a side where sides are chosen."""
    bot: PepperBot = interaction.client
    side = {"join-ns": Side.NS, "join-ew": Side.EW}.get(press.verb)
    async with deferring(interaction):
        table = await bot.tables.join(press.table_id, await bot.person(interaction), side)
    await answer_seated(interaction, table, "joined")


async def press_add(interaction: Interaction, press: Press) -> None:
    """Seat a computer; the lobby shows it, so nothing is said."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.tables.add_computer(press.table_id, interaction.user.id)
    if not interaction.response.is_done():
        await interaction.response.defer()


async def press_start(interaction: Interaction, press: Press) -> None:
    """Start the match; the host sees the cards at once."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.start(press.table_id, interaction.user.id)
    await answer_hand(interaction, table)


async def press_rematch(interaction: Interaction, press: Press) -> None:
    """Open a lobby with the same players."""
    bot: PepperBot = interaction.client
    if await _told_what_lacks(interaction):
        return
    async with deferring(interaction):
        await bot.person(interaction)
        table = await bot.tables.rematch(press.table_id, interaction.user.id)
    try:
        await answer_seated(interaction, table, "rematch-opened")
    finally:
        bot.resume(table.id)
