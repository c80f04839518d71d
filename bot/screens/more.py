"""What else a person can do at a table: leave or sit in, come back, hand over, deal again, notices, the end."""

from typing import Any

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import GREY, Screen, Style, button, panel, rows
from bot.screens.words import plain_name
from bot.tables import Stage, Table
from pepper.seats import SEATS, Seat

Button = discord.ui.Button[Any]


def more(locale: str, table: Table, user_id: int, *, is_moderator: bool, notices: bool) -> Screen:
    """Return the private message behind More; `notices` tells whether the person is mentioned at their turns."""
    seat = table.state.seat_of(user_id)
    buttons: list[Button] = []
    if table.is_open:
        buttons += _of_spectator(locale, table) if seat is None else _of_player(locale, table, seat)
        if seat is not None or is_moderator:
            ends = is_moderator or user_id == table.state.host_id
            label = text(locale, "button-end" if ends else "button-propose-end")
            buttons.append(button(label, verb_id(table.id, "end"), Style.danger))
    wish, label = ("off", "button-notices-off") if notices else ("on", "button-notices-on")
    buttons.append(button(text(locale, label), verb_id(table.id, "notices", wish)))
    return Screen(panel(text(locale, "more"), *rows(buttons), accent=GREY))


def _of_spectator(locale: str, table: Table) -> list[Button]:
    if table.state.stage is not Stage.PLAYING:
        return []
    free = [seat for seat in SEATS if table.state.occupant(seat).level is not None]
    return [
        button(text(locale, "button-sit", name=_name(table, seat)), verb_id(table.id, "sit", seat.value))
        for seat in free
    ]


def _of_player(locale: str, table: Table, seat: Seat) -> list[Button]:
    buttons = [button(text(locale, "button-leave"), verb_id(table.id, "leave"))]
    state = table.state
    if state.stage is not Stage.PLAYING:
        return buttons
    if state.occupant(seat).away:
        buttons.insert(0, button(text(locale, "button-back"), verb_id(table.id, "back"), Style.success))
    if state.match is not None and not state.match.deal.actions:
        buttons.append(button(text(locale, "button-misdeal"), verb_id(table.id, "misdeal")))
    if state.occupant(seat).user_id == state.host_id:
        heirs = [other for other in SEATS if other is not seat and state.occupant(other).user_id is not None]
        buttons += [
            button(text(locale, "button-host", name=_name(table, heir)), verb_id(table.id, "host", heir.value))
            for heir in heirs
        ]
    return buttons


def _name(table: Table, seat: Seat) -> str:
    return plain_name(table.state.occupant(seat).name)
