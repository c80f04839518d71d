"""The panels of house rules and settings, in every state."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import discord
import pytest

from bot.i18n import LANGUAGES, text
from bot.screens.house import (
    MENUS,
    MOST_LETTERS,
    TARGETS,
    TOGGLES,
    house,
    preset_form,
    rule_refused,
    target_form,
)
from bot.screens.layout import LABEL_LENGTH
from bot.screens.settings import settings
from bot.storage import EVERYONE, MODERATORS, MOST_PRESETS, SavedPreset, ServerSettings
from bot.tables import TIMERS
from pepper.rules import CHOICES, PRESETS, Rules, RulesError
from tests.bench.house import combinations
from tests.bot.screens.seen import look
from tests.bot.screens.test_hand import EVERYTHING

every_language = pytest.mark.parametrize("language", LANGUAGES)

ODD = ("W" * MOST_LETTERS, "*_~`|>#1", "x\u0301\u0302\u0303", "שלום", "🌶️ 1", "1", "a: b, c")
TWENTY = tuple(SavedPreset(f"{number}{ODD[number % len(ODD)]}"[:MOST_LETTERS], {}) for number in range(MOST_PRESETS))
ALL_ON = Rules(**{**EVERYTHING.changes(), **dict.fromkeys(TOGGLES, True)})  # type: ignore[arg-type]
STATES = (*PRESETS.values(), EVERYTHING, ALL_ON, ALL_ON.with_changes({"sixth_card": "held", "deck": 32}))
LONG_NOTE = "x" * 200


def whole_labels(screen: discord.ui.LayoutView) -> Iterator[str]:
    """Yield what can be read on buttons, as it was made."""
    for item in screen.walk_children():
        if isinstance(item, discord.ui.Button):
            yield item.label or ""


@every_language
@pytest.mark.parametrize("rules", STATES)
def test_the_panel_fits_into_a_message_whatever_is_set(language: str, rules: Rules) -> None:
    for table_id, presets, may_save, note in product((0, 10**14), ((), TWENTY), (True, False), ("", LONG_NOTE)):
        look(house(language, table_id, rules, presets, may_save=may_save, note=note))


def test_any_combination_fits_into_a_message() -> None:
    for rules in combinations(200):
        look(house("en", 10**14, rules, TWENTY, may_save=True, note=LONG_NOTE))


@every_language
@pytest.mark.parametrize("rules", STATES)
def test_no_label_is_cut(language: str, rules: Rules) -> None:
    server = ServerSettings(rules.changes())
    panels = [house(language, table_id, rules, TWENTY, may_save=True) for table_id in (0, 1)]
    panels += [settings(language, notices=notices, server=server, presets=TWENTY) for notices in (True, False)]
    for label in (each for panel in panels for each in whole_labels(panel)):
        assert len(label) <= LABEL_LENGTH
        assert not label.endswith("…")


def test_every_rule_has_a_menu_or_a_button() -> None:
    seen = look(house("en", 7, Rules(), (), may_save=False))
    ids = {button.custom_id for button in seen.buttons}
    assert ids >= {f"pepper:7:rule:{field}" for field in ("target", *MENUS)}
    assert ids >= {f"pepper:7:toggle:{field}-on" for field in TOGGLES}
    assert {*MENUS, *TOGGLES} == set(CHOICES)


def menus_of(screen: discord.ui.LayoutView) -> dict[str, tuple[list[str], list[str]]]:
    """Return the values of each menu, and those that are chosen."""
    return {
        item.custom_id: (
            [option.value for option in item.options],
            [option.value for option in item.options if option.default],
        )
        for item in screen.walk_children()
        if isinstance(item, discord.ui.Select)
    }


@pytest.mark.parametrize("target", [5, 37, 42, 200])
def test_the_target_that_is_set_stands_in_its_menu(target: int) -> None:
    values, chosen = menus_of(house("en", 7, Rules(target=target), (), may_save=False))["pepper:7:rule:target"]
    assert chosen == [str(target)]
    assert values == [*map(str, sorted({*TARGETS, target})), "other"]


def test_the_presets_of_a_server_have_a_menu_of_their_own_and_all_are_in_it() -> None:
    menus = menus_of(house("en", 7, Rules(), TWENTY, may_save=True))
    assert menus["pepper:7:preset"] == (list(PRESETS), ["classic"])
    assert menus["pepper:7:preset:saved"] == ([preset.name for preset in TWENTY], [])
    assert "pepper:7:preset:saved" not in menus_of(house("en", 7, Rules(), (), may_save=True))


def test_what_can_not_be_is_disabled_and_says_why() -> None:
    seen = look(house("en", 7, PRESETS["big32"], (), may_save=False))
    disabled = [(button.custom_id, button.label) for button in seen.buttons if not button.enabled]
    assert disabled == [("pepper:7:rule:sixth_card", text("en", "house-sixth-card-32"))]
    assert all(button.enabled for button in look(house("en", 7, Rules(), (), may_save=False)).buttons)


@every_language
def test_a_refused_rule_has_a_sentence_without_markdown_or_mentions(language: str) -> None:
    assert "\\*" in rule_refused(language, RulesError("target", "*" * 50, "numbers"))
    assert "@everyone" not in rule_refused(language, RulesError("target", "@everyone", "numbers"))
    assert rule_refused(language, RulesError("sixth_card", "played", "held")) == text(language, "house-sixth-card-32")


@every_language
def test_forms_keep_to_what_discord_takes(language: str) -> None:
    for form in (target_form(language, 10**14), preset_form(language, 10**14)):
        sent: Any = form.to_dict()
        (label,) = sent["components"]
        assert len(sent["title"]) <= 45
        assert len(label["label"]) <= 45
        assert len(sent["custom_id"]) <= 100
        assert json.dumps(sent)


# --- settings


def server_of(**values: Any) -> ServerSettings:
    return ServerSettings(**values)


@every_language
@pytest.mark.parametrize("rules", STATES)
def test_settings_fit_into_a_message_whatever_is_set(language: str, rules: Rules) -> None:
    for starters, channels, timer in product(
        (EVERYONE, MODERATORS, "123456789012345678"), ((), tuple(range(1, 26))), (*TIMERS, None)
    ):
        server = server_of(rules=rules.changes(), starters=starters, channels=channels, timer=timer, partners="chosen")
        look(settings(language, notices=True, server=server, presets=TWENTY, note=LONG_NOTE))


def test_who_may_not_manage_the_server_sees_nothing_of_it() -> None:
    seen = look(settings("en", notices=True, server=None))
    assert [button.custom_id for button in seen.buttons] == ["pepper:0:notices:off"]
    assert text("en", "settings-server") not in seen.text
    assert text("en", "settings-notices-on") in seen.text
    assert text("en", "settings-notices-off") in look(settings("en", notices=False, server=None)).text


def test_what_a_server_wants_is_what_its_menus_show() -> None:
    menus = menus_of(settings("en", notices=True, server=server_of(timer=None, starters=MODERATORS, partners="chosen")))
    assert menus["pepper:0:set:timer"][1] == ["0"]
    assert menus["pepper:0:set:starters"][1] == [MODERATORS]
    assert menus["pepper:0:set:partners"][1] == ["chosen"]
    assert menus_of(settings("en", notices=True, server=server_of(starters="12")))["pepper:0:set:starters"][1] == []


def test_only_a_server_with_presets_is_offered_to_delete_one() -> None:
    assert "pepper:0:delete-preset" not in menus_of(settings("en", notices=True, server=server_of()))
    menus = menus_of(settings("en", notices=True, server=server_of(), presets=TWENTY))
    assert len(menus["pepper:0:delete-preset"][0]) == MOST_PRESETS
