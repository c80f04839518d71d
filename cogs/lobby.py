"""Lobbies: `/pepper start`, and the presses of Join, Start and Rematch."""

from typing import TypeVar

import discord
from discord import app_commands

from bot.client import PepperBot, command_text, person_of
from bot.i18n import text
from bot.presses import Interaction, Press, answering_refusals, deferring
from bot.storage import MODERATORS, ServerSettings
from bot.tables import TIMERS, Partners, Refusal, Refused
from cogs.answers import answer_hand, answer_seated, answer_sentence
from cogs.house import named_preset
from cogs.server import guild_of, settings_of
from pepper.rules import PRESETS, Rules
from pepper.seats import Side

# What a table needs in its channel, in the order in which it is asked for.
NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")


NO_TIMER = 0
PARTNERS = tuple(which.value for which in Partners)
T = TypeVar("T")


def _timer_text(seconds: int) -> app_commands.locale_str:
    return command_text("timer-none") if seconds == NO_TIMER else command_text("timer-seconds", seconds=seconds)


async def setup(bot: PepperBot) -> None:
    """Add the command and take the presses."""
    bot.pepper.add_command(start)
    for verb, handler in (
        ("join", press_join),
        ("join-ns", press_join),
        ("join-ew", press_join),
        ("start", press_start),
        ("shuffle", press_shuffle),
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
    partners=[
        app_commands.Choice(name=command_text(f"partners-{which.value}"), value=which.value) for which in Partners
    ],
)
@app_commands.choices(
    timer=[app_commands.Choice(name=_timer_text(seconds), value=seconds) for seconds in (*TIMERS, NO_TIMER)]
)
@answering_refusals
async def start(
    interaction: discord.Interaction[PepperBot],
    preset: str | None = None,
    partners: str | None = None,
    timer: int | None = None,
) -> None:
    """Open a lobby in this channel, with what the server wants where nothing else is said."""
    bot = interaction.client
    if await _told_what_lacks(interaction):
        return
    guild_id = guild_of(interaction)
    assert interaction.channel_id is not None, "a server's command comes from a channel"
    async with deferring(interaction):
        settings = await settings_of(interaction)
        _check_allowed(interaction, settings)
        rules = Rules().with_changes(settings.rules) if preset is None else await named_preset(interaction, str(preset))
        table = await bot.tables.open(
            guild_id,
            interaction.channel_id,
            str(interaction.guild_locale or "en"),
            person_of(interaction),
            rules,
            Partners(settings.partners if partners is None else _one_of(PARTNERS, partners)),
            settings.timer if timer is None else _one_of((*TIMERS, NO_TIMER), timer) or None,
        )
        await bot.person(interaction)
    try:
        await answer_seated(interaction, table, "start-opened")
    finally:
        bot.resume(table.id)


@start.autocomplete("preset")
async def suggest_presets(interaction: discord.Interaction[PepperBot], typed: str) -> list[app_commands.Choice[str]]:
    """Return the presets of the game and of the server whose name or words hold what was typed; at most 25."""
    locale, wanted = str(interaction.locale), typed.casefold().strip()
    names = [(text(locale, f"preset-{name}"), name) for name in PRESETS]
    names += [(saved.name, saved.name) for saved in await interaction.client.storage.presets(guild_of(interaction))]
    fitting = [
        app_commands.Choice(name=words[:100], value=name)
        for words, name in names
        if wanted in words.casefold() or wanted in name.casefold()
    ]
    return fitting[:25]


def _one_of(offered: tuple[T, ...], chosen: T) -> T:
    """Return a choice. Raises Refused for what wasn't offered: Discord checks it, the library doesn't."""
    if chosen not in offered or type(chosen) is not type(offered[0]):
        raise Refused(Refusal.UNKNOWN_CHOICE)
    return chosen


def _check_allowed(interaction: Interaction, settings: ServerSettings) -> None:
    """Raise Refused where or for whom the server allows no tables; who manages channels may always start one."""
    if interaction.permissions.manage_channels:
        return
    places = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if settings.channels and not places & set(settings.channels):
        raise Refused(Refusal.CHANNEL_NOT_ALLOWED)
    roles = {str(role.id) for role in getattr(interaction.user, "roles", ())}
    if settings.starters == MODERATORS or (settings.starters.isdigit() and settings.starters not in roles):
        raise Refused(Refusal.MAY_NOT_START)


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
        table = await bot.tables.join(press.table_id, person_of(interaction), side)
        await bot.person(interaction)
    await answer_seated(interaction, table, "joined")


async def press_shuffle(interaction: Interaction, press: Press) -> None:
    """Mix the sides; the lobby shows it, so nothing is said."""
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        await bot.tables.shuffle(press.table_id, interaction.user.id)
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
        table = await bot.tables.rematch(press.table_id, interaction.user.id)
        await bot.person(interaction)
    try:
        await answer_seated(interaction, table, "rematch-opened")
    finally:
        bot.resume(table.id)
