"""Names of any kind, and that everything which can happen has its words in every language."""

import re

import discord
import pytest

from bot.i18n import LANGUAGES, text
from bot.screens import words
from bot.screens.words import name_text, plain_name
from bot.tables import Partners, Refusal, Stage
from cogs.lobby import NEEDED, NEEDED_IN_THREADS
from pepper.bids import Call
from pepper.cards import Rank, Suit, Trump, card, deck
from pepper.deal import Illegal, Phase, Reason
from pepper.rules import CHOICES, PRESETS, Rules
from pepper.seats import Side
from tests.bot.screens.seen import matches_of, table_of

every_language = pytest.mark.parametrize("language", LANGUAGES)


# --- names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Zoë-Marie O'Neil", "Zoë-Marie O'Neil"),
        ("李小龍 🌶️", "李小龍 🌶️"),
        ("", "?"),
        ("   ", "?"),
        ("\n\t", "?"),
        ("\u200b\u200e\u2060", "?"),
        ("\u3164", "?"),
        ("\u2800\u2800", "?"),
        ("\u0300\u0301", "?"),
        ("a\nb", "a b"),
        ("a\r\n\r\nb\u2028c\u2029d\x0be", "a b c d e"),
        ("  a   b  ", "a b"),
        ("a\0b\x1bc", "abc"),
        ("\u202eanA\u202c", "anA"),
        ("a\ud800b", "ab"),
        ("\ue000a\uf8ff", "a"),
        ("e\u0301", "e\u0301"),
        ("z" + "\u0324" * 50 + "a", "z" + "\u0324" * 3 + "a"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
    ],
)
def test_a_name_is_one_line_of_what_can_be_seen(name: str, shown: str) -> None:
    assert plain_name(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "*b*",
        "**b**",
        "_i_",
        "__u__",
        "~~s~~",
        "||x||",
        "`c`",
        "```c```",
        "\\",
        "a\\",
        "\\*a*",
        "# big",
        "### big",
        "-# small",
        "- list",
        "* list",
        "> quote",
        ">>> quote",
        "[a](https://b.c)",
        "https://example.com/a_b",
        "<https://example.com>",
        "<#123456789012345678>",
        "<t:0:R>",
        "<:a:123456789012345678>",
        "<a:a:123456789012345678>",
        "</go:12345678901234567>",
        "<id:customize>",
        "@everyone",
        "@here",
        "<@123456789012345678>",
        "<@&12345678901234567>",
    ],
)
def test_nothing_in_a_name_is_live(name: str) -> None:
    shown = name_text(name)
    bare = re.sub(r"\\[^A-Za-z0-9\s]", "x", shown)
    assert not re.search(r"[*_~|`<\\]|^\s*(#|>|-)|://|(?<!x)\[.*\]\(", bare)
    assert not re.search(r"@(everyone|here|[!&]?\d)", shown)
    assert shown.replace("\\", "").replace("\u200b", "") == name.replace("\\", "")


def test_a_name_written_from_right_to_left_turns_nothing_around_it() -> None:
    assert name_text("דנה") == "\u2068דנה\u2069"
    assert name_text("ليلى 7") == "\u2068ليلى 7\u2069"
    assert name_text("Dana") == "Dana"


def test_computers_are_marked() -> None:
    table = table_of(next(matches_of(Rules(), 1)))
    names = [words.player(table.state, seat) for seat in (Side.NS.seats + Side.EW.seats)]
    assert names == ["Ana", "Cy", "Bo", "Di"]
    assert words.side("en", table.state, Side.NS) == "Ana & Cy"
    assert words.players(table.state, Side.EW.seats) == "Bo, Di"


# --- everything that can happen has its words


@every_language
def test_every_call_and_trump_has_its_words(language: str) -> None:
    calls = [words.bid(language, call) for call in Call]
    trumps = [words.trump(language, trump, {}) for trump in Trump]
    assert all(calls)
    assert len(set(calls)) == len(calls)
    assert len(set(trumps)) == len(trumps) == 5
    assert [words.trump(language, Trump(suit.value), {})[0] for suit in Suit] == list("♠♥♦♣")


@every_language
def test_every_card_has_a_short_label_of_its_own(language: str) -> None:
    labels = [words.card_label(language, each) for each in deck(32)]
    assert len(set(labels)) == 32
    assert max(map(len, labels)) <= 3
    assert len({words.rank(language, card(f"{rank.value}S")) for rank in Rank}) == len(Rank)


def test_cards_are_emojis_where_there_are_any() -> None:
    some = (card("JH"), card("TS"))
    assert words.cards("en", some, {"JH": "<:JH:1>"}) == "<:JH:1> **10♠**"
    assert words.cards("en", (), {}) == ""


@every_language
@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_its_sentence(language: str, refusal: Refusal) -> None:
    assert text(language, f"refusal-{refusal.value}").strip()


DETAILS = {Reason.MUST_FOLLOW: "H", Reason.BID_TOO_LOW: "lone-little", Reason.MUST_BID: "3"}


@every_language
@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_sentence(language: str, reason: Reason) -> None:
    sentence = words.illegal(language, Illegal(reason, DETAILS.get(reason, "JH")))
    assert sentence.strip()
    assert "{" not in sentence
    assert "lone-little" not in sentence


@every_language
def test_every_reason_that_names_something_names_it(language: str) -> None:
    for trump in Trump:
        if trump.suit:
            assert words.trump(language, trump, {}) in words.illegal(language, Illegal(Reason.MUST_FOLLOW, trump.value))
    for call in Call:
        assert words.bid(language, call) in words.illegal(language, Illegal(Reason.BID_TOO_LOW, call.value))


@every_language
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase not in (Phase.OVER, Phase.VOID)])
def test_every_phase_has_its_words(language: str, phase: Phase) -> None:
    assert text(language, f"hand-asked-{phase.value}").strip()
    assert "Ana" in text(language, f"table-turn-{phase.value}", name="Ana")


@every_language
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_name(language: str, preset: str) -> None:
    assert 0 < len(text(language, f"preset-{preset}")) <= 100


@every_language
@pytest.mark.parametrize("field", CHOICES)
def test_every_value_of_every_house_rule_has_its_words(language: str, field: str) -> None:
    default, *others = CHOICES[field]
    told = [text(language, f"rule-{field}", value=str(value).lower()) for value in (default, *others)]
    assert all(each.strip() and "{" not in each for each in told)
    assert len(set(told[1:])) == len(others)


@every_language
def test_every_permission_has_its_name_and_is_one_of_discords(language: str) -> None:
    for name in {*NEEDED, *NEEDED_IN_THREADS}:
        assert name in discord.Permissions.VALID_FLAGS
        assert text(language, f"permission-{name}").strip()


@every_language
def test_sides_and_ways_to_find_partners_have_their_words(language: str) -> None:
    assert len({text(language, f"side-{side.value}") for side in Side}) == 2
    assert len({text(language, f"partners-{partners.value}") for partners in Partners}) == 2
    assert len({text(language, f"lobby-partners-{partners.value}") for partners in Partners}) == 2


def test_stages_are_four() -> None:
    # Whoever adds one must say what its table looks like.
    assert [stage.value for stage in Stage] == ["lobby", "playing", "over", "closed"]
