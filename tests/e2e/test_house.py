"""House rules and settings, as hosts and managers set them: through the panels alone, and bad ones refused."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import simcord

from bot.i18n import text
from bot.screens.house import MENUS
from bot.storage import MOST_PRESETS, SavedPreset, ServerSettings
from bot.tables import Partners
from pepper.record import read
from pepper.rules import CHOICES, PRESETS, Rules
from pepper.seats import Side
from tests.bench.house import combinations, play, records
from tests.e2e.panels import change, forge, forge_form, member, open_house
from tests.e2e.people import Lounge, is_over, open_lounge, play_through

pytestmark = pytest.mark.usefixtures("no_errors")

OTHER_VALUES = [(field, value) for field, values in CHOICES.items() for value in values[1:]]


def rules_of(lounge: Lounge) -> Rules:
    """Return the rules of the one table there is."""
    (table,) = lounge.bot.tables.open_tables()
    return table.state.rules


# --- every rule, through the panel


async def test_every_value_of_every_rule_can_be_set_and_taken_back(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    for field, value in [("target", 5), ("target", 200), ("target", 37), *OTHER_VALUES]:
        shown = await change(ana, field, value)
        assert rules_of(lounge) == Rules().with_changes({field: value})
        if field != "target":
            said = text("en", f"rule-{field}", value=str(value).lower())
            assert said in shown.text
            assert said in ana.last_public.text, "everybody sees it in the lobby"
        await change(ana, field, getattr(Rules(), field))
        assert rules_of(lounge) == Rules()


async def test_every_preset_can_be_begun_with(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    for name, rules in PRESETS.items():
        shown = await ana.select("preset", name)
        assert rules_of(lounge) == rules
        assert shown is not None
        menu = next(button for button in shown.buttons if button.purpose == "preset")
        assert menu.chosen == (name,)
        assert text("en", f"preset-{name}") in ana.last_public.text


async def test_the_panel_shows_what_is_set(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    shown = await ana.select("preset", "iowa")
    assert shown is not None
    chosen = {button.purpose: button.chosen for button in shown.buttons if button.is_menu}
    rules = PRESETS["iowa"]
    assert {field: chosen[f"rule:{field}"] for field in MENUS} == {
        field: (str(getattr(rules, field)),) for field in MENUS
    }
    assert chosen["rule:target"] == ("31",)
    assert "toggle:no_trump_bids-off" in [button.purpose for button in shown.buttons]


async def test_with_32_cards_no_sixth_card_can_be_chosen(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    await change(ana, "sixth_card", "played")
    shown = await change(ana, "deck", 32)
    assert rules_of(lounge) == PRESETS["big32"]
    assert ana.offers("rule:sixth_card") is None
    assert text("en", "house-sixth-card-32") in shown.text
    answer = await forge(ana, "rule:sixth_card", "played")
    assert answer is not None
    assert text("en", "house-sixth-card-32") in answer.texts[0]
    assert rules_of(lounge) == PRESETS["big32"]


FULL_MATCHES: list[dict[str, Any]] = [
    {"sixth_card": "discarded", "auction": "rounds", "first_lead": "maker", "tie_break": "shootout"},
    {"deck": 32, "dealer_must_bid": 3, "no_trump_bids": True, "no_trump_rounding": "down", "made_bid_scores": "bid"},
    {
        "sixth_card": "played",
        "exchange": True,
        "lone": True,
        "super_pepper": True,
        "defenders_score": True,
        "strict_left_bower": True,
        "dealer_must_bid": 1,
    },
    {"deck": 32, "dealer_must_bid": 2},
]


@pytest.mark.parametrize("changes", FULL_MATCHES)
async def test_what_was_set_is_played_and_stands_in_the_record(tmp_path: Path, changes: dict[str, Any]) -> None:
    await play(Rules(target=5).with_changes(changes), tmp_path / "pepper.db", 3)


def test_those_matches_have_every_value_of_every_rule() -> None:
    assert {each for changes in FULL_MATCHES for each in changes.items()} == set(OTHER_VALUES)


@pytest.mark.parametrize("name", PRESETS)
async def test_a_preset_of_the_panel_is_played_and_stands_in_the_record(tmp_path: Path, name: str) -> None:
    database = tmp_path / "pepper.db"
    async with open_lounge(database) as lounge:
        (ana,) = lounge.people(1)
        await open_house(ana)
        await ana.select("preset", name)
        await change(ana, "target", 5)
        await ana.press("start")
        await play_through([ana], Random(3))
        assert is_over(ana)
    (record,) = records(database)
    assert read(record).match.rules == PRESETS[name].with_changes({"target": 5})


@pytest.mark.parametrize("number", range(6))
async def test_a_random_combination_is_played_to_the_end(tmp_path: Path, number: int) -> None:
    await play(combinations()[number], tmp_path / "pepper.db", number)


# --- what can't be


BAD_TARGETS = ["-1", "0", "4", "201", "100000", "abc", "42.0", "٤٢", "5 5", " ", "0x10", "+21", "²", "*42*"]


async def test_a_bad_target_is_refused_with_a_sentence_and_nothing_is_lost(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    await ana.select("preset", "iowa")
    for typed in BAD_TARGETS:
        shown = await change(ana, "target", typed)
        assert text("en", "house-bad-target", value="@", least=5, most=200).partition("@")[2] in shown.texts[0]
        assert rules_of(lounge) == PRESETS["iowa"]
    table_id = lounge.bot.tables.open_tables()[0].id
    for typed in ("", "1000000000", "9" * 4000):
        shown_then = await forge_form(ana, "target", typed, table_id)
        assert shown_then is not None
        assert "⚠️" in shown_then.text
    assert rules_of(lounge) == PRESETS["iowa"]
    assert (await change(ana, "target", " 021 ")).texts[0].startswith("##")
    assert rules_of(lounge).target == 21


@pytest.mark.parametrize(
    ("purpose", "values"),
    [
        ("rule:deck", ["48"]),
        ("rule:deck", ["True"]),
        ("rule:deck", []),
        ("rule:lone", ["True"]),
        ("rule:nonsense", ["1"]),
        ("rule", ["1"]),
        ("toggle:deck-on", []),
        ("toggle:lone", []),
        ("toggle:lone-perhaps", []),
        ("preset", ["no such preset"]),
        ("preset", ["@everyone **x** 🌶️" * 20]),
        ("preset", []),
    ],
)
async def test_forged_choices_are_refused_and_change_nothing(lounge: Lounge, purpose: str, values: list[str]) -> None:
    (ana,) = lounge.people(1)
    await open_house(ana)
    answer = await forge(ana, purpose, *values)
    known = {text("en", "refusal-unknown-button"), text("en", "refusal-unknown-preset")}
    assert answer is not None
    assert answer.text in known
    assert rules_of(lounge) == Rules()


async def test_only_the_host_changes_the_rules_of_a_table_and_only_in_the_lobby(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await bo.press("join")
    table_id = lounge.bot.tables.open_tables()[0].id
    for purpose, values in (
        ("house", ()),
        ("toggle:lone-on", ()),
        ("preset", ("iowa",)),
        ("rule:target", ("other",)),
        ("rule:target", ("21",)),
    ):
        answer = await forge(bo, purpose, *values, table_id=table_id)
        assert answer is not None
        assert answer.text == text("en", "refusal-not-host")
    await ana.press("house")
    panel = ana.last_private
    await ana.press("start")
    answer = await ana.press_on(panel, next(each for each in panel.buttons if each.purpose == "toggle:lone-on"))
    assert answer is not None
    assert answer.text == text("en", "refusal-already-started")
    (table,) = lounge.bot.tables.open_tables()
    assert table.state.rules == Rules()


# --- presets of the server


async def test_a_preset_is_saved_begun_with_in_every_way_and_deleted(lounge: Lounge) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await open_house(mo)
    await mo.select("preset", "iowa")
    await change(mo, "lone", True)
    saved = rules_of(lounge)
    shown = await mo.fill_in("save-preset", typed="  Grandma's\u200b  table 🌶️ ")
    assert shown is not None
    assert text("en", "preset-saved", name="Grandma's table 🌶️") in shown.text
    await mo.select("preset", "classic")
    await mo.select("preset:saved", "Grandma's table 🌶️")
    assert rules_of(lounge) == saved
    await mo.slash("pepper end")
    await mo.slash("pepper start", preset="GRANDMA'S TABLE 🌶️")
    assert rules_of(lounge) == saved
    await mo.slash("pepper settings")
    answer = await mo.select("delete-preset", "Grandma's table 🌶️")
    assert answer is not None
    assert text("en", "preset-deleted", name="Grandma's table 🌶️") in answer.text
    assert mo.offers("delete-preset") is None


@pytest.mark.parametrize(
    "name", ["classic", "CLASSIC", " Iowa ", "ｂｉｇ３２", "🌶️🌶️", "---", "@everyone", "a <@123>", "<#1>", "\u200b\u200b"]
)
async def test_a_name_that_cant_be_is_refused_with_a_sentence(lounge: Lounge, name: str) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await open_house(mo)
    shown = await mo.fill_in("save-preset", typed=name)
    assert shown is not None
    assert text("en", "preset-bad-name", name="@", most=24).partition("@")[2] in shown.texts[0]
    assert await lounge.bot.storage.presets(lounge.env.guild.id) == ()


async def test_too_long_a_name_is_refused(lounge: Lounge) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await open_house(mo)
    table_id = lounge.bot.tables.open_tables()[0].id
    shown = await forge_form(mo, "name-preset", "x" * 25, table_id)
    assert shown is not None
    assert "⚠️" in shown.text
    assert await lounge.bot.storage.presets(lounge.env.guild.id) == ()


async def test_a_21st_preset_is_refused_and_one_of_the_same_name_replaced(lounge: Lounge) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    guild_id = lounge.env.guild.id
    for number in range(MOST_PRESETS):
        await lounge.bot.storage.save_preset(guild_id, SavedPreset(f"{'W' * 20} {number}", {}))
    await open_house(mo)
    shown = await mo.fill_in("save-preset", typed="One more")
    assert shown is not None
    assert text("en", "preset-full", most=MOST_PRESETS) in shown.text
    await change(mo, "lone", True)
    await mo.fill_in("save-preset", typed=f"{'w' * 20} 7")
    presets = {preset.name: preset.rules for preset in await lounge.bot.storage.presets(guild_id)}
    assert len(presets) == MOST_PRESETS
    assert presets["w" * 20 + " 7"] == {"lone": True}


async def test_who_may_not_manage_saves_no_preset(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    shown = await open_house(ana)
    assert "save-preset" not in [button.verb for button in shown.buttons]
    table_id = lounge.bot.tables.open_tables()[0].id
    for answer in (
        await forge(ana, "save-preset"),
        await forge_form(ana, "name-preset", "Mine", table_id),
        await forge(ana, "delete-preset", "x", table_id=0),
    ):
        assert answer is not None
        assert answer.text == text("en", "refusal-may-not-manage")


JUNK = ["", "x" * 3000, "**", "@everyone", "🌶️" * 50, "\x00", "'; DROP TABLE presets;--", "%", "٤٢", "\u202e"]


async def test_suggestions_survive_junk_and_find_what_fits(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    for number in range(MOST_PRESETS):
        await lounge.bot.storage.save_preset(lounge.env.guild.id, SavedPreset(f"Own {number}", {}))

    async def suggested(typed: str) -> list[str]:
        choices = await ana.actor.autocomplete(lounge.channel, "pepper start", "preset", typed)
        assert all(1 <= len(choice["name"]) <= 100 and 1 <= len(choice["value"]) <= 100 for choice in choices)
        return [choice["value"] for choice in choices]

    for typed in JUNK:
        found = await suggested(typed)
        assert len(found) == (25 if typed == "" else 0)
    assert await suggested("IOWA") == ["iowa"]
    assert await suggested(" own 7") == ["Own 7"]


@pytest.mark.parametrize("typed", ["no such preset", "x" * 3000, "**quick**", "@everyone", "🌶️", "٤٢"])
async def test_a_preset_that_doesnt_exist_opens_no_table(lounge: Lounge, typed: str) -> None:
    (ana,) = lounge.people(1)
    answer = await ana.slash("pepper start", preset=typed)
    assert answer is not None
    assert answer.text == text("en", "refusal-unknown-preset")
    assert lounge.bot.tables.open_tables() == ()


@pytest.mark.parametrize("typed", ["quick", "QUICK", text("en", "preset-quick")])
async def test_a_preset_of_the_game_is_found_by_name_and_by_its_words(lounge: Lounge, typed: str) -> None:
    await lounge.person("Ana").slash("pepper start", preset=typed)
    assert rules_of(lounge) == PRESETS["quick"]


# --- settings


async def test_who_may_not_manage_sees_only_their_own_settings(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    shown = await ana.slash("pepper settings")
    assert shown is not None
    assert shown.is_private
    assert [button.verb for button in shown.buttons] == ["notices"]
    assert text("en", "settings-notices-on") in shown.text
    shown = await ana.press("notices")
    assert shown is not None
    assert text("en", "settings-notices-off") in shown.text
    assert not await lounge.bot.storage.wants_notices(ana.actor.id)


MANAGING = [
    ("set:partners", ["chosen"]),
    ("set:timer", ["30"]),
    ("set:starters", ["moderators"]),
    ("set:role", []),
    ("set:channels", []),
    ("reset", []),
    ("house", []),
    ("toggle:lone-on", []),
    ("rule:target", ["other"]),
    ("preset", ["iowa"]),
    ("delete-preset", ["x"]),
]


@pytest.mark.parametrize(("purpose", "values"), MANAGING)
async def test_who_may_not_manage_the_server_changes_nothing(lounge: Lounge, purpose: str, values: list[str]) -> None:
    (ana,) = lounge.people(1)
    await ana.slash("pepper settings")
    answer = await forge(ana, purpose, *values, table_id=0)
    assert answer is not None
    assert answer.text == text("en", "refusal-may-not-manage")
    assert await lounge.bot.storage.settings(lounge.env.guild.id) == ServerSettings()


FORGED = [
    ("set:partners", ["nobody"]),
    ("set:partners", []),
    ("set:timer", ["31"]),
    ("set:timer", ["-1"]),
    ("set:timer", ["9" * 5000]),
    ("set:starters", ["12"]),
    ("set:role", ["abc"]),
    ("set:role", ["1", "2"]),
    ("set:channels", ["x"]),
    ("set:channels", ["٤٢"]),
    ("set:channels", [str(number) for number in range(26)]),
    ("set:nonsense", ["1"]),
    ("set", ["1"]),
]


@pytest.mark.parametrize(("purpose", "values"), FORGED)
async def test_forged_settings_are_refused(lounge: Lounge, purpose: str, values: list[str]) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await mo.slash("pepper settings")
    answer = await forge(mo, purpose, *values)
    assert answer is not None
    assert answer.text == text("en", "refusal-unknown-button")
    assert await lounge.bot.storage.settings(lounge.env.guild.id) == ServerSettings()


async def test_what_a_server_wants_its_tables_begin_with_until_it_is_reset(lounge: Lounge) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await mo.slash("pepper settings")
    await mo.select("set:partners", "chosen")
    await mo.select("set:timer", "180")
    await mo.press("house")
    await mo.select("preset", "six")
    await mo.fill_in("rule:target", "other", typed="37")
    await mo.press("toggle:lone-on")
    shown = await mo.press("settings")
    wanted = PRESETS["six"].with_changes({"target": 37, "lone": True})
    assert shown is not None
    assert text("en", "rules-own", target=37) in shown.text
    assert {button.purpose: button.chosen for button in shown.buttons if button.is_menu} == {
        "set:partners": ("chosen",),
        "set:timer": ("180",),
        "set:starters": ("everyone",),
        "set:role": (),
        "set:channels": (),
    }
    await lounge.person("Ana").slash("pepper start")
    (table,) = lounge.bot.tables.open_tables()
    assert (table.state.rules, table.state.partners, table.state.timer) == (wanted, Partners.CHOSEN, 180)
    await mo.slash("pepper settings")
    answer = await mo.press("reset")
    assert answer is not None
    assert text("en", "settings-were-reset") in answer.text
    assert await lounge.bot.storage.settings(lounge.env.guild.id) == ServerSettings()


async def test_a_server_without_a_limit_of_time_has_none(lounge: Lounge) -> None:
    mo = member(lounge, "Mo", manage_guild=True)
    await mo.slash("pepper settings")
    shown = await mo.select("set:timer", "0")
    assert shown is not None
    assert ("0",) in [button.chosen for button in shown.buttons if button.purpose == "set:timer"]
    await mo.slash("pepper start")
    assert lounge.bot.tables.open_tables()[0].state.timer is None


async def test_only_who_the_server_wants_opens_tables(lounge: Lounge) -> None:
    mo, (ana,) = member(lounge, "Mo", manage_guild=True, manage_channels=True), lounge.people(1)
    role = lounge.env.guild.create_role("Players")
    bo = member(lounge, "Bo", role)
    await mo.slash("pepper settings")
    await mo.select("set:starters", "moderators")
    for person in (ana, bo):
        answer = await person.slash("pepper start")
        assert answer is not None
        assert answer.text == text("en", "refusal-may-not-start")
    shown = await mo.select("set:role", role)
    assert shown is not None
    assert (str(role.id),) in [button.chosen for button in shown.buttons]
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert answer.text == text("en", "refusal-may-not-start")
    await bo.slash("pepper start")
    assert len(lounge.bot.tables.open_tables()) == 1
    await bo.press("leave")
    await mo.slash("pepper start")
    assert len(lounge.bot.tables.open_tables()) == 1


async def test_a_role_that_is_gone_shuts_nobody_out(lounge: Lounge) -> None:
    mo, (ana,) = member(lounge, "Mo", manage_guild=True), lounge.people(1)
    role = lounge.env.guild.create_role("Players")
    await mo.slash("pepper settings")
    await mo.select("set:role", role)
    lounge.env.backend.delete_role(lounge.env.guild.id, role.id)
    await lounge.env.settle()
    shown = await mo.slash("pepper settings")
    assert shown is not None
    assert ("everyone",) in [button.chosen for button in shown.buttons if button.purpose == "set:starters"]
    await ana.slash("pepper start")
    assert len(lounge.bot.tables.open_tables()) == 1


async def test_tables_open_in_allowed_channels_and_their_threads_only(lounge: Lounge) -> None:
    mo, (ana,) = member(lounge, "Mo", manage_guild=True), lounge.people(1)
    here, other = lounge.channel, lounge.env.guild.create_text_channel("games")
    await mo.slash("pepper settings")
    shown = await mo.select("set:channels", other)
    assert shown is not None
    assert (str(other.id),) in [button.chosen for button in shown.buttons]
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert answer.text == text("en", "refusal-channel-not-allowed")
    backend = lounge.env.backend
    thread = backend.create_thread(other.id, "pepper", backend.bot_user.id, broadcast=False)
    backend.announce_thread_create(thread)
    lounge.channel = simcord.ChannelHandle(lounge.env, lounge.env.guild, thread)
    await ana.slash("pepper start")
    assert len(lounge.bot.tables.open_tables()) == 1
    lounge.channel = here


async def test_allowed_channels_that_are_gone_shut_nobody_out(lounge: Lounge) -> None:
    mo, (ana,) = member(lounge, "Mo", manage_guild=True), lounge.people(1)
    gone, other = (lounge.env.guild.create_text_channel(name) for name in ("gone", "other"))
    await mo.slash("pepper settings")
    await mo.select("set:channels", gone, other)
    lounge.env.backend.delete_channel(gone.id)
    await lounge.env.settle()
    shown = await mo.slash("pepper settings")
    assert shown is not None
    assert (str(other.id),) in [button.chosen for button in shown.buttons if button.purpose == "set:channels"]
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert answer.text == text("en", "refusal-channel-not-allowed")
    lounge.env.backend.delete_channel(other.id)
    await lounge.env.settle()
    await ana.slash("pepper start")
    assert len(lounge.bot.tables.open_tables()) == 1


async def test_two_managers_with_old_panels_lose_none_of_each_others_changes(lounge: Lounge) -> None:
    mo, jo = (member(lounge, name, manage_guild=True) for name in ("Mo", "Jo"))
    for person in (mo, jo):
        await person.slash("pepper settings")
        await person.press("house")
    for person, changes in ((mo, {"lone": True, "deck": 32}), (jo, {"lone": True, "exchange": True})):
        for field, value in changes.items():
            await change(person, field, value)
    settings = await lounge.bot.storage.settings(lounge.env.guild.id)
    assert settings.rules == {"deck": 32, "exchange": True, "lone": True}


# --- partners, and who sits out


async def test_sides_are_chosen_mixed_by_the_host_and_filled_with_computers(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    shown = await ana.slash("pepper start", partners="chosen")
    assert shown is not None
    await bo.press("join-ew")
    (table,) = lounge.bot.tables.open_tables()
    assert table.state.seat_of(bo.actor.id) in Side.EW.seats
    answer = await bo.press("shuffle")
    assert answer is not None
    assert answer.text == text("en", "refusal-not-host")
    seats = set()
    for _ in range(12):
        await ana.press("shuffle")
        seats.add((table.state.seat_of(ana.actor.id), table.state.seat_of(bo.actor.id)))
        assert {person.user_id for person in table.state.people} == {ana.actor.id, bo.actor.id}
    assert len(seats) > 3
    before = (table.state.seat_of(ana.actor.id), table.state.seat_of(bo.actor.id))
    await ana.press("start")
    assert (table.state.seat_of(ana.actor.id), table.state.seat_of(bo.actor.id)) == before
    assert None not in table.state.places


async def test_who_sits_out_is_told_so_without_asking(tmp_path: Path) -> None:
    async with open_lounge(tmp_path / "pepper.db") as lounge:
        ana, *others = people = lounge.people(4)
        await open_house(ana)
        await change(ana, "lone", True)
        for other in others:
            await other.press("join")
        await ana.press("start")
        for person in people:
            await person.press("hand")
        asked = next(person for person in people if person.decisions)
        await asked.press("lone-big")
        assert text("en", "hand-explain-lone", tricks=5, points=28) in asked.last_private.text
        (table,) = lounge.bot.tables.open_tables()
        assert table.state.step == 0, "nothing is bid yet"
        await asked.press("lone-big")
        assert table.state.match is not None
        out = table.state.match.deal.preparation.sitting_out
        assert out is not None
        sitting = next(person for person in people if person.actor.id == table.state.occupant(out).user_id)
        assert text("en", "hand-sits-out") in sitting.last_private.text
        assert not sitting.decisions
