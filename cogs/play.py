"""Playing: `/pepper start`, `hand`, `table` and `end`, and the presses of lobby, table and hand."""

from typing import Any

import discord
from discord import app_commands

from bot.client import PepperBot, command_text
from bot.i18n import text
from bot.presses import Interaction, Press, Presses, deferring, verb_id
from bot.screens import words
from bot.screens.hand import hand
from bot.screens.layout import Screen, Style, button, rows, sentence
from bot.screens.rules import how_to_play
from bot.screens.table import last_trick
from bot.tables import Partners, Refusal, Refused, Table
from pepper.deal import Illegal
from pepper.rules import PRESETS
from pepper.rules import preset as rules_of
from pepper.seats import Side
from pepper.view import seat_view

# What a table needs in its channel, in the order in which it is asked for.
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")


async def setup(bot: PepperBot) -> None:
    """Add the commands and take the presses."""
    commands: tuple[app_commands.Command[Any, ..., Any], ...] = (start, show_hand, show_table, end)
    for command in commands:
        bot.pepper.add_command(command)
    for verb, handler in (
        (Presses.DECISION, press_decision),
        ("join", press_join),
        ("join-ns", press_join),
        ("join-ew", press_join),
        ("leave", press_leave),
        ("add", press_add),
        ("start", press_start),
        ("hand", press_hand),
        ("last", press_last),
        ("rules", press_rules),
        ("more", press_more),
        ("end", press_end),
        ("rematch", press_rematch),
    ):
        bot.presses.register(verb, handler)


# --- commands


@app_commands.command(name="start", description=command_text("command-start"))
@app_commands.rename(preset=command_text("option-preset-name"), partners=command_text("option-partners-name"))
@app_commands.describe(preset=command_text("option-preset"), partners=command_text("option-partners"))
@app_commands.choices(
    preset=[app_commands.Choice(name=command_text(f"preset-{name}"), value=name) for name in PRESETS],
    partners=[
        app_commands.Choice(name=command_text(f"partners-{which.value}"), value=which.value) for which in Partners
    ],
)
async def start(
    interaction: discord.Interaction[PepperBot], preset: str = "classic", partners: str = Partners.CUT.value
) -> None:
    """Open a lobby in this channel."""
    bot = interaction.client
    missing = _missing_permissions(interaction)
    if missing:
        names = ", ".join(text(str(interaction.locale), f"permission-{name}") for name in missing)
        await _answer(interaction, sentence(text(str(interaction.locale), "start-lacks", permissions=names)))
        return
    host = await bot.person(interaction)
    assert interaction.guild_id is not None, "the command exists in servers only"
    assert interaction.channel_id is not None, "a server's command comes from a channel"
    table = await bot.tables.open(
        interaction.guild_id,
        interaction.channel_id,
        str(interaction.guild_locale or "en"),
        host,
        rules_of(preset),
        Partners(partners),
    )
    try:
        await _seated(interaction, table, "start-opened")
    finally:
        bot.resume(table.id)


@app_commands.command(name="hand", description=command_text("command-hand"))
async def show_hand(interaction: discord.Interaction[PepperBot]) -> None:
    """Show the hand at this channel's table."""
    await _show_hand(interaction, interaction.client.tables.in_channel(_channel(interaction)))


@app_commands.command(name="table", description=command_text("command-table"))
async def show_table(interaction: discord.Interaction[PepperBot]) -> None:
    """Send this channel's table anew, at the end of the channel."""
    bot = interaction.client
    table = bot.tables.in_channel(_channel(interaction))
    await _answer(interaction, sentence(text(str(interaction.locale), "table-sent")))
    await bot.publisher.resend(table)
    bot.resume(table.id)


@app_commands.command(name="end", description=command_text("command-end"))
async def end(interaction: discord.Interaction[PepperBot]) -> None:
    """End this channel's table."""
    await _end(interaction, interaction.client.tables.in_channel(_channel(interaction)))


# --- presses of the lobby


async def press_join(interaction: Interaction, press: Press) -> None:
    """Seat a person, of a side where sides are chosen."""
    bot: PepperBot = interaction.client
    side = {"join-ns": Side.NS, "join-ew": Side.EW}.get(press.verb)
    async with deferring(interaction):
        table = await bot.tables.join(press.table_id, await bot.person(interaction), side)
    await _seated(interaction, table, "joined")


async def press_leave(interaction: Interaction, press: Press) -> None:
    """Free a person's place in the lobby."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.tables.leave(press.table_id, interaction.user.id)
    await _answer(interaction, sentence(text(str(interaction.locale), "left")))


async def press_add(interaction: Interaction, press: Press) -> None:
    """Seat a computer; the lobby shows it, so nothing is said."""
    bot: PepperBot = interaction.client
    await bot.tables.add_computer(press.table_id, interaction.user.id)
    await interaction.response.defer()


async def press_start(interaction: Interaction, press: Press) -> None:
    """Start the match; the host sees the cards at once."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        table = await bot.tables.start(press.table_id, interaction.user.id)
    await _show_hand(interaction, table)


# --- presses of a match


async def press_decision(interaction: Interaction, press: Press) -> None:
    """Make an action of the game, and show the hand as it is then."""
    bot: PepperBot = interaction.client
    note = ""
    async with deferring(interaction):
        table = await bot.tables.find(press.table_id)
        try:
            await bot.tables.act(table, interaction.user.id, press.step, press.token)
        except Illegal as error:
            note = words.illegal(str(interaction.locale), error)
        except Refused as error:
            # What a player pressed too late or wrongly is answered with the hand as it is.
            if table.state.seat_of(interaction.user.id) is None:
                raise
            note = text(str(interaction.locale), f"refusal-{error.refusal.value}")
    await _show_hand(interaction, table, note)


async def press_hand(interaction: Interaction, press: Press) -> None:
    """Show the hand, or refresh it where it is open."""
    bot: PepperBot = interaction.client
    await _show_hand(interaction, await bot.tables.find(press.table_id))


async def press_last(interaction: Interaction, press: Press) -> None:
    """Show the last full trick."""
    bot: PepperBot = interaction.client
    table, locale = await bot.tables.find(press.table_id), str(interaction.locale)
    trick = table.last_trick
    if trick is None:
        await _send(interaction, sentence(text(locale, "last-trick-none")))
        return
    await _send(interaction, last_trick(locale, table, trick, bot.emojis_by_card))


async def press_rules(interaction: Interaction, press: Press) -> None:
    """Show how the game goes, and the rules of this table."""
    bot: PepperBot = interaction.client
    table = await bot.tables.find(press.table_id)
    await _send(interaction, how_to_play(str(interaction.locale), table.state.rules))


async def press_more(interaction: Interaction, press: Press) -> None:
    """Show what else can be done with a table."""
    locale = str(interaction.locale)
    ending = button(text(locale, "button-end"), verb_id(press.table_id, "end"), Style.danger)
    await _send(interaction, sentence(text(locale, "more"), *rows([ending])))


async def press_end(interaction: Interaction, press: Press) -> None:
    """End a table."""
    bot: PepperBot = interaction.client
    await _end(interaction, await bot.tables.find(press.table_id))


async def press_rematch(interaction: Interaction, press: Press) -> None:
    """Open a lobby with the same players."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.person(interaction)
        table = await bot.tables.rematch(press.table_id, interaction.user.id)
    await _seated(interaction, table, "rematch-opened")
    bot.publisher.release(table.id)


# --- answers


async def _show_hand(interaction: Interaction, table: Table, note: str = "") -> None:
    bot: PepperBot = interaction.client
    await bot.person(interaction)
    locale = str(interaction.locale)
    seat = table.state.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    if table.state.match is None:
        await _seated(interaction, table, "hand-before-start")
        return
    screen = hand(locale, table, seat_view(table.state.match, seat), bot.emojis_by_card, note)
    _opened(interaction, table, await _answer(interaction, screen))


async def _seated(interaction: Interaction, table: Table, message_id: str) -> None:
    """Say something to a person at a lobby; the message becomes their hand when the match starts."""
    locale = str(interaction.locale)
    _opened(interaction, table, await _answer(interaction, sentence(text(locale, message_id))))


def _opened(interaction: Interaction, table: Table, message_id: int) -> None:
    bot: PepperBot = interaction.client
    bot.hands.opened(table, interaction.user.id, str(interaction.locale), interaction.token, message_id)


async def _end(interaction: Interaction, table: Table) -> None:
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.tables.end(table, interaction.user.id, is_moderator=interaction.permissions.manage_channels)
    await _answer(interaction, sentence(text(str(interaction.locale), "ended")))
    bot.resume(table.id)


async def _answer(interaction: Interaction, screen: Screen) -> int:
    """Answer in the presser's own private message where there is one, else in a new one. Returns the message's id."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return await _send(interaction, screen)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=screen)
    else:
        await interaction.response.edit_message(view=screen)
    return message.id


async def _send(interaction: Interaction, screen: Screen) -> int:
    """Answer in a new private message and return its id."""
    if interaction.response.is_done():
        sent: discord.WebhookMessage = await interaction.followup.send(view=screen, ephemeral=True, wait=True)
        return sent.id
    response = await interaction.response.send_message(view=screen, ephemeral=True)
    assert response.message_id is not None, "the answer is a message"
    return response.message_id


def _channel(interaction: discord.Interaction[Any]) -> int:
    assert interaction.channel_id is not None, "a server's command comes from a channel"
    return interaction.channel_id


def _missing_permissions(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    held = interaction.app_permissions
    return tuple(name for name in needed if not getattr(held, name))
