"""House rules: the panel of a lobby and of a server, presets, and saving them under a name."""

from collections.abc import Callable
from dataclasses import replace

from bot.client import PepperBot
from bot.i18n import text
from bot.presses import Interaction, Press, deferring, one_chosen
from bot.screens.house import (
    MENUS,
    MOST_LETTERS,
    OTHER,
    TOGGLES,
    house,
    preset_bad_name,
    preset_form,
    preset_saved,
    presets_full,
    rule_refused,
    target_form,
)
from bot.screens.words import plain_name
from bot.storage import PresetsFullError, SavedPreset, ServerSettings, preset_key
from bot.tables import Refusal, Refused
from cogs.answers import answer
from cogs.server import guild_of, manager_of
from pepper.rules import CHOICES, PRESETS, Rules, RulesError, preset

Change = Callable[[Rules], Rules]


async def setup(bot: PepperBot) -> None:
    """Take the presses."""
    for verb, handler in (
        ("house", press_house),
        ("preset", press_preset),
        ("rule", press_rule),
        ("toggle", press_toggle),
        ("target", press_target),
        ("save-preset", press_save_preset),
        ("name-preset", press_name_preset),
    ):
        bot.presses.register(verb, handler)


async def press_house(interaction: Interaction, press: Press) -> None:
    """Show the panel: in a new message from the lobby, in place of the settings of a server."""
    await _change(interaction, press, _as_they_are)


async def press_preset(interaction: Interaction, press: Press) -> None:
    """Begin with the rules of a preset."""
    async with deferring(interaction):
        rules = await named_preset(interaction, one_chosen(interaction))
    await _change(interaction, press, lambda _: rules)


async def press_rule(interaction: Interaction, press: Press) -> None:
    """Set one rule, or ask for a target that isn't in the menu."""
    field, value = press.argument, one_chosen(interaction)
    if field == "target" and value == OTHER:
        await _changed(interaction, press, _as_they_are)  # refuses who may not
        await interaction.response.send_modal(target_form(str(interaction.locale), press.table_id))
    elif field == "target":
        await _change(interaction, press, lambda rules: _with_target(rules, value))
    elif field in MENUS:
        await _change(interaction, press, lambda rules: _with_choice(rules, field, value))
    else:
        raise Refused(Refusal.UNKNOWN_BUTTON)


async def press_toggle(interaction: Interaction, press: Press) -> None:
    """Switch one rule on or off, as its button said: pressed twice, or by two people, it is switched once."""
    field, _, wanted = press.argument.partition("-")
    if field not in TOGGLES or wanted not in ("on", "off"):
        raise Refused(Refusal.UNKNOWN_BUTTON)
    await _change(interaction, press, lambda rules: rules.with_changes({field: wanted == "on"}))


async def press_target(interaction: Interaction, press: Press) -> None:
    """Set the target that was typed."""
    typed = one_chosen(interaction)
    await _change(interaction, press, lambda rules: _with_target(rules, typed))


def _as_they_are(rules: Rules) -> Rules:
    return rules


def _with_target(rules: Rules, typed: str) -> Rules:
    typed = typed.strip()
    number: int | str = int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 9 else typed
    return rules.with_changes({"target": number})


def _with_choice(rules: Rules, field: str, value: str) -> Rules:
    found = [choice for choice in CHOICES[field] if str(choice) == value]
    if not found:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    changes: dict[str, object] = {field: found[0]}
    if changes == {"deck": 32}:
        # With 32 cards all eight are played, so nothing can be said of a sixth card.
        changes["sixth_card"] = "held"
    return rules.with_changes(changes)


async def _change(interaction: Interaction, press: Press, change: Change) -> None:
    """Change the rules of a lobby or of new tables, and show the panel as it is then."""
    note = ""
    async with deferring(interaction):
        try:
            rules = await _changed(interaction, press, change)
        except RulesError as error:
            note = rule_refused(str(interaction.locale), error)
            rules = await _changed(interaction, press, _as_they_are)
    await _show(interaction, press, rules, note)


async def _changed(interaction: Interaction, press: Press, change: Change) -> Rules:
    """Return the rules after a change that is saved. Raises Refused for who may not, RulesError for what can't be."""
    bot: PepperBot = interaction.client
    if press.table_id:
        table = await bot.tables.change_rules(press.table_id, interaction.user.id, change)
        return table.state.rules

    def changed(settings: ServerSettings) -> ServerSettings:
        return replace(settings, rules=change(Rules().with_changes(settings.rules)).changes())

    settings = await bot.storage.change_settings(manager_of(interaction), changed)
    return Rules().with_changes(settings.rules)


async def _show(interaction: Interaction, press: Press, rules: Rules, note: str) -> None:
    bot: PepperBot = interaction.client
    async with deferring(interaction):
        presets = await bot.storage.presets(guild_of(interaction))
    may_save = interaction.permissions.manage_guild
    await answer(
        interaction, house(str(interaction.locale), press.table_id, rules, presets, may_save=may_save, note=note)
    )


# --- presets of the server


async def press_save_preset(interaction: Interaction, press: Press) -> None:
    """Ask for the name under which to save the rules of the panel."""
    manager_of(interaction)
    await interaction.response.send_modal(preset_form(str(interaction.locale), press.table_id))


async def press_name_preset(interaction: Interaction, press: Press) -> None:
    """Save the rules of the panel under the name that was typed."""
    guild_id, typed = manager_of(interaction), one_chosen(interaction)
    async with deferring(interaction):
        rules = await _changed(interaction, press, _as_they_are)
        note = await _saved(interaction, guild_id, typed, rules)
    await _show(interaction, press, rules, note)


async def _saved(interaction: Interaction, guild_id: int, typed: str, rules: Rules) -> str:
    """Save rules under a name that was typed, and return the sentence that says how it went."""
    bot: PepperBot = interaction.client
    locale, name = str(interaction.locale), _fit_name(typed)
    if name is None:
        return preset_bad_name(locale, typed)
    try:
        await bot.storage.save_preset(guild_id, SavedPreset(name, rules.changes()))
    except PresetsFullError:
        return presets_full(locale)
    return preset_saved(locale, name)


def _fit_name(typed: str) -> str | None:
    """Return a preset's name on one line without invisible characters; None for one that can't be.

    It needs a letter or a number, has at most 24 characters, mentions nobody, and isn't the name of one of the game's.
    """
    name = plain_name(typed)
    is_long = len(" ".join(typed.split())) > MOST_LETTERS
    if is_long or preset_key(name) in PRESETS or set(name) & set("@<>") or not any(map(str.isalnum, name)):
        return None
    return name


async def named_preset(interaction: Interaction, name: str) -> Rules:
    """Return the rules of a preset of the game or of the server, by its name or by the words that are shown for it.

    Raises Refused when there is none of that name.
    """
    bot: PepperBot = interaction.client
    wanted = preset_key(name.strip())
    if wanted in PRESETS:
        return preset(wanted)
    for saved in await bot.storage.presets(guild_of(interaction)):
        if preset_key(saved.name) == wanted:
            return Rules().with_changes(saved.rules)
    for shown in PRESETS:
        if preset_key(text(str(interaction.locale), f"preset-{shown}")) == wanted:
            return preset(shown)
    raise Refused(Refusal.UNKNOWN_PRESET)
