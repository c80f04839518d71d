"""Short public messages: whose turn it is, and that the bot is back."""

from datetime import datetime

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import GOLD, Screen, Style, button, lines, panel, rows
from bot.screens.words import player
from bot.tables import Table


def turn_notice(locale: str, table: Table, user_id: int, deadline: datetime | None) -> Screen:
    """Return the message that mentions who must act; with a deadline it says when a computer will move instead."""
    warning = None
    if deadline is not None:
        warning = text(locale, "notice-warning", when=discord.utils.format_dt(deadline, "R"))
    return _notice(locale, table, lines([text(locale, "notice-turn", mention=f"<@{user_id}>"), warning]))


def back_notice(locale: str, table: Table) -> Screen:
    """Return the message that says the bot was away, and who must act; it mentions nobody."""
    turn = table.turn
    waits = None if turn is None else text(locale, "hand-waits", name=player(table.state, turn))
    return _notice(locale, table, lines([text(locale, "notice-back"), waits]))


def _notice(locale: str, table: Table, words: str) -> Screen:
    hand = button(text(locale, "button-hand"), verb_id(table.id, "hand"), Style.primary)
    return Screen(panel(words, *rows([hand]), accent=GOLD))
