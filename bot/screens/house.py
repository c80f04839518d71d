"""The House rules panel: every field of `Rules` with its values, presets to begin with, and saving under a name."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import GREY, Item, Screen, Style, button, choice, lines, panel, rows, selection
from bot.screens.rules import changes, rules_line
from bot.screens.words import name_text
from bot.storage import MOST_PRESETS, SavedPreset
from pepper.rules import CHOICES, MAX_TARGET, MIN_TARGET, PRESETS, Rules, RulesError

# Fields with two values, off and on, are buttons; the others are menus.
TOGGLES = tuple(field for field, values in CHOICES.items() if values == (False, True))
MENUS = tuple(field for field in CHOICES if field not in TOGGLES)
TARGETS = (10, 15, 21, 25, 31, 42, 52, 62, 84, 100)
OTHER = "other"
MOST_LETTERS = 24  # of a preset's name, which must be read on a phone


def house(
    locale: str, table_id: int, rules: Rules, presets: Sequence[SavedPreset], *, may_save: bool, note: str = ""
) -> Screen:
    """Return the panel for a lobby, or with table 0 for what new tables of the server begin with."""
    title = text(locale, "house-title" if table_id else "house-title-server")
    return Screen(
        panel(
            f"⚠️ {note}" if note else None,
            lines([title, rules_line(locale, rules), changes(locale, rules)]),
            *_preset_menus(locale, table_id, rules, presets),
            _target_menu(locale, table_id, rules),
            *rows([_toggle(locale, table_id, rules, field) for field in TOGGLES]),
            *(_menu(locale, table_id, rules, field) for field in MENUS),
            *rows(_closing_buttons(locale, table_id, may_save=may_save)),
            accent=GREY,
        )
    )


def _preset_menus(locale: str, table_id: int, rules: Rules, saved: Sequence[SavedPreset]) -> tuple[Item, ...]:
    # The game's and the server's are more than the 25 choices of one menu.
    game = [choice(text(locale, f"preset-{name}"), name, is_set=PRESETS[name] == rules) for name in PRESETS]
    menus = [selection(text(locale, "house-preset"), verb_id(table_id, "preset"), game)]
    if saved:
        ours = [choice(preset.name, preset.name) for preset in saved]
        menus.append(selection(text(locale, "house-preset-saved"), verb_id(table_id, "preset", "saved"), ours))
    return tuple(menus)


def _target_menu(locale: str, table_id: int, rules: Rules) -> Item:
    targets = sorted({*TARGETS, rules.target})
    choices = [
        choice(text(locale, "value-target", target=target), str(target), is_set=target == rules.target)
        for target in targets
    ]
    other = choice(text(locale, "value-target-other", least=MIN_TARGET, most=MAX_TARGET), OTHER)
    return selection(text(locale, "house-target"), verb_id(table_id, "rule", "target"), [*choices, other])


def _menu(locale: str, table_id: int, rules: Rules, field: str) -> Item:
    if field == "sixth_card" and rules.deck == 32:
        # The only combination that can't be: with 32 cards all eight are played.
        impossible = text(locale, "house-sixth-card-32")
        return selection(impossible, verb_id(table_id, "rule", field), [choice(impossible, "held")], disabled=True)
    choices = [
        choice(_value(locale, field, value), str(value), is_set=getattr(rules, field) == value)
        for value in CHOICES[field]
    ]
    return selection(_value(locale, field, CHOICES[field][0]), verb_id(table_id, "rule", field), choices)


def _value(locale: str, field: str, value: object) -> str:
    return text(locale, f"value-{field}-{value}")


def _toggle(locale: str, table_id: int, rules: Rules, field: str) -> discord.ui.Button[Any]:
    is_on = bool(getattr(rules, field))
    label = text(locale, f"toggle-{field}")
    return button(
        f"✓ {label}" if is_on else label,
        verb_id(table_id, "toggle", f"{field}-{'off' if is_on else 'on'}"),
        Style.success if is_on else Style.secondary,
    )


def _closing_buttons(locale: str, table_id: int, *, may_save: bool) -> list[discord.ui.Button[Any]]:
    buttons = [button(text(locale, "button-what-rules"), verb_id(table_id, "rules"))] if table_id else []
    if may_save:
        buttons.append(button(text(locale, "button-save-preset"), verb_id(table_id, "save-preset")))
    if not table_id:
        buttons.append(button(text(locale, "button-settings"), verb_id(0, "settings")))
    return buttons


# --- forms, and sentences on top of the panel


def target_form(locale: str, table_id: int) -> discord.ui.Modal:
    """Return the form that asks for a target."""
    label = text(locale, "form-target-label", least=MIN_TARGET, most=MAX_TARGET)
    return _form(text(locale, "form-target"), verb_id(table_id, "target"), label, most=6)


def preset_form(locale: str, table_id: int) -> discord.ui.Modal:
    """Return the form that asks for a preset's name."""
    label = text(locale, "form-preset-label")
    return _form(text(locale, "form-preset"), verb_id(table_id, "name-preset"), label, most=MOST_LETTERS)


def _form(title: str, custom_id: str, label: str, *, most: int) -> discord.ui.Modal:
    form = discord.ui.Modal(title=title, custom_id=custom_id)
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="value", max_length=most)
    form.add_item(discord.ui.Label(text=label, component=field))
    # Its submission arrives through `Presses`, so discord.py needs not keep it.
    form.stop()
    return form


def rule_refused(locale: str, error: RulesError) -> str:
    """Return why a rule can't be as somebody wanted it."""
    if error.field == "sixth_card":
        return text(locale, "house-sixth-card-32")
    return text(locale, "house-bad-target", value=name_text(str(error.value)), least=MIN_TARGET, most=MAX_TARGET)


def preset_saved(locale: str, name: str) -> str:
    """Return the sentence that says under which name rules were saved."""
    return text(locale, "preset-saved", name=name_text(name))


def preset_bad_name(locale: str, name: str) -> str:
    """Return the sentence that says what a preset's name must be like."""
    return text(locale, "preset-bad-name", name=name_text(name), most=MOST_LETTERS)


def presets_full(locale: str) -> str:
    """Return the sentence that says no more presets can be saved."""
    return text(locale, "preset-full", most=MOST_PRESETS)
