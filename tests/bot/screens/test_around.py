"""The screens around a deal: lobby, More, notices, rules, leaderboard."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.i18n import LANGUAGES, text
from bot.screens.computers import computers
from bot.screens.layout import button, lines, panel, sentence
from bot.screens.lobby import lobby
from bot.screens.more import more
from bot.screens.notice import back_notice, turn_notice
from bot.screens.rules import how_to_play, rules_line
from bot.screens.standings import leaderboard
from bot.storage import Standing
from bot.tables import Occupant, Partners, Stage, Table
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.seating import Places
from pepper.players import LEVELS, PLAYERS
from pepper.rules import PRESETS, Rules
from tests.bot.screens.seen import NAMES, Seen, look, matches_of, table_of
from tests.bot.screens.test_hand import EVERYTHING, STRANGE

every_language = pytest.mark.parametrize("language", LANGUAGES)
COMPUTER = Occupant("Juno", level="basic")


def lobby_of(*places: Occupant | None, partners: Partners = Partners.CUT, rules: Rules = PRESETS["classic"]) -> Table:
    row = [*places, *[None] * (4 - len(places))]
    return table_of(None, places=(row[0], row[1], row[2], row[3]), partners=partners, rules=rules)


def verbs(seen: Seen) -> dict[str, bool]:
    return {button.verb: button.enabled for button in seen.buttons}


# --- the lobby


@every_language
@pytest.mark.parametrize("partners", Partners)
@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERYTHING])
def test_a_lobby_shows_who_sits_there(rules: Rules, partners: Partners, language: str) -> None:
    table = lobby_of(Occupant("Ana", 11), COMPUTER, Occupant("*Bo*", 12), partners=partners, rules=rules)
    seen = look(lobby(language, table))
    assert text(language, "lobby-host", name="**Ana**") in seen.text
    assert text(language, "lobby-computer", name="**Juno**", level=text(language, "level-basic")) in seen.text
    assert r"**\*Bo\***" in seen.text
    assert seen.text.count(text(language, "lobby-free")) == 1


def test_a_lobby_offers_what_can_be_done() -> None:
    some = verbs(look(lobby("en", lobby_of(Occupant("Ana", 11)))))
    assert {verb: some[verb] for verb in ("join", "leave", "add", "start", "computers", "rules")} == dict.fromkeys(
        ("join", "leave", "add", "start", "computers", "rules"), True
    )
    full = verbs(look(lobby("en", lobby_of(Occupant("Ana", 11), COMPUTER, COMPUTER, COMPUTER))))
    assert (full["join"], full["add"], full["start"], full["leave"]) == (False, False, True, True)
    chosen = verbs(look(lobby("en", lobby_of(Occupant("Ana", 11), partners=Partners.CHOSEN))))
    assert "join" not in chosen
    assert chosen["join-ns"]
    assert chosen["join-ew"]


def test_a_lobby_says_where_computers_will_sit_only_while_seats_are_free() -> None:
    hint, full = text("en", "lobby-hint"), text("en", "lobby-hint-full")
    assert hint in look(lobby("en", lobby_of(Occupant("Ana", 11)))).text
    seen = look(lobby("en", lobby_of(Occupant("Ana", 11), COMPUTER, COMPUTER, COMPUTER))).text
    assert (hint in seen, full in seen) == (False, True)


def test_a_lobby_of_strange_names_and_every_rule_fits_into_a_message() -> None:
    people = [Occupant(name, number) for number, name in enumerate(STRANGE, 11)]
    for partners in Partners:
        look(lobby("en", lobby_of(*people, partners=partners, rules=EVERYTHING)))


@every_language
@pytest.mark.parametrize("level", PLAYERS)
def test_the_panel_of_computers_shows_each_level_and_lets_the_host_choose(level: str, language: str) -> None:
    table = lobby_of(Occupant("Ana", 11), Occupant("Juno", level=level), Occupant("Juno", 12))
    seen = look(computers(language, table))
    own = text(language, "computers-choice", name="Juno", level=text(language, f"level-{level}"))
    assert [(each.verb, each.custom_id.split(":")[3]) for each in seen.buttons] == [("level", "Juno"), ("add", "panel")]
    assert seen.buttons[0].label == own
    for name in LEVELS:
        assert text(language, f"computers-{name}") in seen.text


def test_at_a_full_table_the_panel_offers_no_more_computers() -> None:
    some = [Occupant(name, level="strong") for name in COMPUTER_NAMES[:3]]
    seen = look(computers("en", lobby_of(Occupant("Ana", 11), *some)))
    assert [each.verb for each in seen.buttons] == ["level"] * 3


def test_without_computers_the_panel_says_who_will_take_the_seats() -> None:
    seen = look(computers("en", lobby_of(Occupant("Ana", 11))))
    assert text("en", "computers-none") in seen.text
    assert verbs(seen) == {"add": True}


# --- More


def seats_of(*away: int) -> Places:
    first, second, third, fourth = (
        Occupant(name, number, away=number in away) for number, name in enumerate(NAMES, 11)
    )
    return first, second, third, fourth


def more_of(table: Table, user_id: int, *, is_moderator: bool = False, notices: bool = True) -> Seen:
    return look(more("en", table, user_id, is_moderator=is_moderator, notices=notices))


def test_more_offers_everyone_what_they_may_do() -> None:
    beginning, later = list(matches_of(Rules(), 1, 6))[0::5]
    host, guest, spectator = 11, 12, 99
    assert set(verbs(more_of(table_of(beginning), host))) >= {"leave", "misdeal", "host", "end", "notices"}
    assert "host" not in verbs(more_of(table_of(beginning), guest))
    assert "misdeal" not in verbs(more_of(table_of(later), host))
    assert set(verbs(more_of(table_of(beginning), spectator))) == {"notices"}
    assert set(verbs(more_of(table_of(beginning), spectator, is_moderator=True))) == {"notices", "end"}


def test_more_lets_a_spectator_sit_in_for_each_computer() -> None:
    match = next(matches_of(Rules(), 1))
    table = table_of(
        match, places=(Occupant("Ana", 11), COMPUTER, Occupant("Bo", 12), replace(COMPUTER, name="x" * 99))
    )
    labels = [each.label for each in more_of(table, 99).buttons if each.verb == "sit"]
    assert len(labels) == 2
    assert "Juno" in labels[0]
    assert [each.custom_id for each in more_of(table, 99).buttons if each.verb == "sit"] == [
        f"pepper:{table.id}:sit:E",
        f"pepper:{table.id}:sit:W",
    ]


def test_more_lets_who_is_away_come_back() -> None:
    table = table_of(next(matches_of(Rules(), 1)), places=seats_of(12))
    assert "back" in verbs(more_of(table, 12))
    assert "back" not in verbs(more_of(table, 11))


def test_more_switches_notices_the_other_way() -> None:
    table = table_of(next(matches_of(Rules(), 1)))
    for notices, argument in ((True, "off"), (False, "on")):
        ids = [each.custom_id for each in more_of(table, 11, notices=notices).buttons if each.verb == "notices"]
        assert ids == [f"pepper:{table.id}:notices:{argument}"]


@every_language
def test_more_of_a_lobby_and_of_an_ended_table_fits(language: str) -> None:
    ended = table_of(next(matches_of(Rules(), 1)), STRANGE)
    ended.state = replace(ended.state, stage=Stage.CLOSED)
    for table in (ended, lobby_of(Occupant("Ana", 11)), table_of(next(matches_of(Rules(), 1)), STRANGE)):
        for user_id in (11, 12, 99):
            for is_moderator in (True, False):
                look(more(language, table, user_id, is_moderator=is_moderator, notices=True))
    assert set(verbs(more_of(ended, 11))) == {"notices"}


# --- notices


@every_language
def test_a_turn_notice_mentions_one_person_and_offers_the_hand(language: str) -> None:
    table = table_of(next(matches_of(Rules(), 1)), STRANGE)
    for deadline in (None, datetime(2026, 1, 1, tzinfo=UTC)):
        seen = look(turn_notice(language, table, 12, deadline))
        assert seen.text.count("<@") == seen.text.count("<@12>") == 1
        assert ("<t:1767225600:R>" in seen.text) is (deadline is not None)
        assert verbs(seen) == {"hand": True}


@every_language
def test_the_notice_that_the_bot_is_back_mentions_nobody(language: str) -> None:
    for match in matches_of(Rules(), 1, 40):
        if match.deal.turn is not None:
            words = look(back_notice(language, table_of(match, STRANGE))).text
            assert not re.search(r"(?<!\\)<@", words)


# --- rules and standings


@every_language
def test_the_rules_of_any_house_fit_into_a_message(language: str) -> None:
    for rules in (*PRESETS.values(), EVERYTHING, replace(EVERYTHING, tie_break="shootout", made_bid_scores="bid")):
        seen = look(how_to_play(language, rules))
        assert rules_line(language, rules) in seen.text
        for field, value in rules.changes().items():
            if field != "target":
                assert text(language, f"rule-{field}", value=str(value).lower()) in seen.text


@every_language
def test_every_preset_is_called_by_its_name_and_other_rules_by_their_target(language: str) -> None:
    lines_of = [rules_line(language, rules) for rules in PRESETS.values()]
    assert lines_of == [text(language, f"preset-{name}") for name in PRESETS]
    assert "17" in rules_line(language, Rules(target=17))


@every_language
def test_a_leaderboard_lists_places_names_and_counts(language: str) -> None:
    random = Random(1)
    standings = [Standing(number, random.choice(STRANGE), 10**6, number) for number in range(20)]
    seen = look(leaderboard(language, standings))
    assert seen.text.count("\n") >= 20
    assert look(leaderboard(language, [])).text.count("\n") < 5


def test_one_win_in_one_match_is_told_in_the_singular() -> None:
    words = look(leaderboard("en", [Standing(1, "Ana", 1, 1), Standing(2, "Bo", 2, 0)])).text
    assert "1. **Ana** — 1 win in 1 match" in words
    assert "2. **Bo** — 0 wins in 2 matches" in words


# --- layout


def test_a_label_that_is_too_long_is_cut() -> None:
    assert [len(button("x" * length, "pepper:1:hand").label or "") for length in (1, 34, 35, 200)] == [1, 34, 34, 34]


def test_what_is_empty_is_left_out() -> None:
    assert lines(["a", None, "", "b"]) == "a\nb"
    assert len(panel("a", None, "", "b").children) == 2
    assert look(sentence("Hello.")).texts == ("Hello.",)


async def test_a_screen_is_finished_when_it_is_sent_so_that_the_library_does_not_keep_it() -> None:
    screen = sentence("Hello.")
    assert screen.is_finished()
    assert screen.timeout is None
