"""The lobby: who sits where, by which rules, and the buttons to join and start."""

from typing import Any

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import Screen, Style, button, lines, panel, rows
from bot.screens.rules import changes, rules_line
from bot.screens.words import level_name, name_text
from bot.tables import Partners, Table
from bot.tables.seating import Occupant
from pepper.seats import SEATS, Side


def lobby(locale: str, table: Table) -> Screen:
    """Return the public message of a lobby."""
    state = table.state
    hint = text(locale, "lobby-hint" if None in state.places else "lobby-hint-full")
    seats = _sides(locale, table) if state.partners is Partners.CHOSEN else _row(locale, table)
    return Screen(
        panel(
            text(locale, "lobby-title"),
            lines([rules_line(locale, state.rules), changes(locale, state.rules)]),
            seats,
            lines([text(locale, f"lobby-partners-{state.partners.value}"), _timer(locale, table), hint]),
            *rows(_buttons(locale, table)),
        )
    )


def _timer(locale: str, table: Table) -> str:
    seconds = table.state.timer
    return text(locale, "lobby-no-timer") if seconds is None else text(locale, "lobby-timer", seconds=seconds)


def _row(locale: str, table: Table) -> str:
    return lines([f"{number}. {_occupant(locale, table, who)}" for number, who in enumerate(table.state.places, 1)])


def _sides(locale: str, table: Table) -> str:
    def members(side: Side) -> str:
        places = (table.state.places[seat.index] for seat in SEATS if seat.side is side)
        return " & ".join(_occupant(locale, table, who) for who in places)

    return lines([f"{text(locale, f'side-{side.value}')}: {members(side)}" for side in Side])


def _occupant(locale: str, table: Table, who: Occupant | None) -> str:
    if who is None:
        return text(locale, "lobby-free")
    name = f"**{name_text(who.name)}**"
    if who.level is not None:
        return text(locale, "lobby-computer", name=name, level=level_name(locale, who.level))
    return text(locale, "lobby-host", name=name) if who.user_id == table.state.host_id else name


def _buttons(locale: str, table: Table) -> list[discord.ui.Button[Any]]:
    full = None not in table.state.places
    join = Style.primary
    shuffle: list[discord.ui.Button[Any]] = []
    if table.state.partners is Partners.CHOSEN:
        shuffle = [button(text(locale, "button-shuffle"), verb_id(table.id, "shuffle"))]
        joins = [
            button(text(locale, "button-join-ns"), verb_id(table.id, "join-ns"), join, disabled=full),
            button(text(locale, "button-join-ew"), verb_id(table.id, "join-ew"), join, disabled=full),
        ]
    else:
        joins = [button(text(locale, "button-join"), verb_id(table.id, "join"), join, disabled=full)]
    return [
        *joins,
        button(text(locale, "button-leave"), verb_id(table.id, "leave")),
        button(text(locale, "button-add"), verb_id(table.id, "add"), disabled=full),
        button(text(locale, "button-start"), verb_id(table.id, "start"), Style.success),
        button(text(locale, "button-computers"), verb_id(table.id, "computers")),
        button(text(locale, "button-rules"), verb_id(table.id, "rules")),
        button(text(locale, "button-house"), verb_id(table.id, "house")),
        *shuffle,
    ]
