"""House rules: the panel of a lobby and of a server, presets, and saving them under a name."""

from collections.abc import Callable
from dataclasses import replace

from bot.client import PepperBot
from bot.i18n import text
from bot.presses import Interaction, Press, chosen, deferring
from bot.screens.house import MENUS, OTHER, TOGGLES, house, preset_form, presets_full, target_form
from bot.screens.words import plain_name
from bot.storage import PresetsFullError, SavedPreset
from bot.tables import Refusal, Refused
from cogs.answers import answer
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
    await _change(interaction, press, lambda rules: rules)


async def press_preset(interaction: Interaction, press: Press) -> None:
    """Begin with the rules of a preset."""
    rules = await named_preset(interaction, _one(interaction))
    await _change(interaction, press, lambda _: rules)


async def press_rule(interaction: Interaction, press: Press) -> None:
    """Set one rule, or ask for a target that isn't in the menu."""
    field, value = press.argument, _one(interaction)
    if field == "target" and value == OTHER:
        await interaction.response.send_modal(target_form(str(interaction.locale), press.table_id))
    elif field == "target":
        await _change(interaction, press, lambda rules: _with_target(rules, value))
    elif field in MENUS:
        await _change(interaction, press, lambda rules: _with_choice(rules, field, value))
    else:
        raise Refused(Refusal.UNKNOWN_BUTTON)


async def press_toggle(interaction: Interaction, press: Press) -> None:
    """Switch one rule on or off."""
    field = press.argument
    if field not in TOGGLES:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    await _change(interaction, press, lambda rules: rules.with_changes({field: not getattr(rules, field)}))


async def press_target(interaction: Interaction, press: Press) -> None:
    """Set the target that was typed."""
    await _change(interaction, press, lambda rules: _with_target(rules, _one(interaction)))


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
    bot: PepperBot = interaction.client
    locale, note = str(interaction.locale), ""
    async with deferring(interaction):
        try:
            rules = await _changed(interaction, press, change)
        except RulesError as error:
            note = text(locale, "rule-refused", value=plain_name(str(error.value)), allowed=error.allowed)
            rules = await _changed(interaction, press, lambda rules: rules)
    await _show(interaction, press, rules, note)
    bot.resume(press.table_id)


async def _changed(interaction: Interaction, press: Press, change: Change) -> Rules:
    """Return the rules after a change that is saved. Raises Refused for who may not, RulesError for what can't be."""
    bot: PepperBot = interaction.client
    if press.table_id:
        table = await bot.tables.change_rules(press.table_id, interaction.user.id, change)
        return table.state.rules
    guild_id = manager_of(interaction)
    settings = await bot.storage.settings(guild_id)
    rules = change(Rules().with_changes(settings.rules))
    await bot.storage.save_settings(guild_id, replace(settings, rules=rules.changes()))
    return rules


async def _show(interaction: Interaction, press: Press, rules: Rules, note: str) -> None:
    bot: PepperBot = interaction.client
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
    bot: PepperBot = interaction.client
    locale, guild_id = str(interaction.locale), manager_of(interaction)
    name = plain_name(_one(interaction))
    rules = await _changed(interaction, press, lambda rules: rules)
    if name.casefold() in PRESETS or not any(letter.isalnum() for letter in name):
        note = text(locale, "preset-bad-name", name=name)
    else:
        try:
            await bot.storage.save_preset(guild_id, SavedPreset(name, rules.changes()))
            note = text(locale, "preset-saved", name=name)
        except PresetsFullError:
            note = presets_full(locale)
    await _show(interaction, press, rules, note)


async def named_preset(interaction: Interaction, name: str) -> Rules:
    """Return the rules of a preset of the game or of the server. Raises Refused when there is none of that name."""
    bot: PepperBot = interaction.client
    if name in PRESETS:
        return preset(name)
    for saved in await bot.storage.presets(guild_of(interaction)):
        if saved.name.casefold() == name.casefold():
            return Rules().with_changes(saved.rules)
    raise Refused(Refusal.UNKNOWN_PRESET)


def guild_of(interaction: Interaction) -> int:
    """Return the server an interaction comes from. Raises Refused outside servers."""
    if interaction.guild_id is None:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    return interaction.guild_id


def manager_of(interaction: Interaction) -> int:
    """Return the server whose settings a person may change. Raises Refused for who may not manage it."""
    if not interaction.permissions.manage_guild:
        raise Refused(Refusal.MAY_NOT_MANAGE)
    return guild_of(interaction)


def _one(interaction: Interaction) -> str:
    """Return the one value that was picked or typed. Raises Refused when there is none."""
    values = chosen(interaction)
    if not values:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    return values[0]
