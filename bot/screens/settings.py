"""Settings: what everyone may choose for themselves, and what a server wants at its tables."""

from collections.abc import Sequence

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import GREY, Item, Screen, Style, button, choice, line, lines, panel, rows, selection
from bot.screens.rules import changes, rules_line
from bot.screens.words import name_text
from bot.storage import EVERYONE, MODERATORS, SavedPreset, ServerSettings
from bot.tables import TIMERS, Partners
from pepper.rules import Rules

NO_TIMER = "0"
MOST_CHANNELS = 25  # of a menu
# Where tables can be opened: in threads and posts of these too.
PLACES = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
)


def settings(
    locale: str,
    *,
    notices: bool,
    server: ServerSettings | None,
    presets: Sequence[SavedPreset] = (),
    note: str = "",
) -> Screen:
    """Return the private panel; `server` is None for who may not manage the server."""
    return Screen(
        panel(
            f"⚠️ {note}" if note else None,
            lines([text(locale, "settings-own"), text(locale, f"settings-notices-{'on' if notices else 'off'}")]),
            *rows([_notices(locale, wanted=notices)]),
            *(() if server is None else _of_server(locale, server, presets)),
            accent=GREY,
        )
    )


def _notices(locale: str, *, wanted: bool) -> "discord.ui.Button[Screen]":
    label = text(locale, "button-notices-off" if wanted else "button-notices-on")
    return button(label, verb_id(0, "notices", "off" if wanted else "on"))


def _of_server(locale: str, server: ServerSettings, presets: Sequence[SavedPreset]) -> tuple[Item | str, ...]:
    rules = Rules().with_changes(server.rules)
    return (
        line(),
        lines([text(locale, "settings-server"), rules_line(locale, rules), changes(locale, rules)]),
        _partners(locale, server),
        _timer(locale, server),
        _starters(locale, server),
        _role(locale, server),
        _channels(locale, server),
        *_presets(locale, presets),
        *rows(
            [
                button(text(locale, "button-house"), verb_id(0, "house"), Style.primary),
                button(text(locale, "button-reset"), verb_id(0, "reset"), Style.danger),
            ]
        ),
    )


def _partners(locale: str, server: ServerSettings) -> Item:
    choices = [
        choice(text(locale, f"partners-{which.value}"), which.value, is_set=which.value == server.partners)
        for which in Partners
    ]
    return selection(text(locale, "option-partners"), verb_id(0, "set", "partners"), choices)


def _timer(locale: str, server: ServerSettings) -> Item:
    choices = [
        choice(text(locale, "settings-timer", seconds=seconds), str(seconds), is_set=seconds == server.timer)
        for seconds in TIMERS
    ]
    none = choice(text(locale, "settings-timer-none"), NO_TIMER, is_set=server.timer is None)
    return selection(text(locale, "option-timer"), verb_id(0, "set", "timer"), [*choices, none])


def _starters(locale: str, server: ServerSettings) -> Item:
    choices = [
        choice(text(locale, f"starters-{who}"), who, is_set=server.starters == who) for who in (EVERYONE, MODERATORS)
    ]
    placeholder = text(locale, "starters-role")
    return selection(placeholder, verb_id(0, "set", "starters"), choices)


def _role(locale: str, server: ServerSettings) -> Item:
    chosen = [discord.Object(int(server.starters))] if server.starters.isdigit() else []
    return discord.ui.ActionRow(
        discord.ui.RoleSelect[Screen](
            custom_id=verb_id(0, "set", "role"),
            placeholder=text(locale, "settings-role"),
            min_values=0,
            default_values=chosen,
        )
    )


def _channels(locale: str, server: ServerSettings) -> Item:
    return discord.ui.ActionRow(
        discord.ui.ChannelSelect[Screen](
            custom_id=verb_id(0, "set", "channels"),
            placeholder=text(locale, "settings-channels"),
            channel_types=list(PLACES),
            min_values=0,
            max_values=MOST_CHANNELS,
            default_values=[discord.Object(channel_id) for channel_id in server.channels],
        )
    )


def _presets(locale: str, presets: Sequence[SavedPreset]) -> tuple[Item, ...]:
    if not presets:
        return ()
    choices = [choice(preset.name, preset.name) for preset in presets]
    return (selection(text(locale, "settings-delete-preset"), verb_id(0, "delete-preset"), choices),)


def preset_deleted(locale: str, name: str) -> str:
    """Return the sentence that says which preset is gone."""
    return text(locale, "preset-deleted", name=name_text(name))
