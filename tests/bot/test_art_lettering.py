import unicodedata

import pytest

from bot.art.lettering import legible, text_mask

NAMES = [
    "Ana Núñez",
    "Jürgen Weiß",
    "עדי כהן 🔥",
    "علي حسن",
    "田中太郎",
    "สมชาย",
    "नमस्ते",
    "Z̷̢̛͖̈ͯa̸̡͒l̶̢̈g̵̛̈o̶̧ ̵",
    "🐼👩‍💻🇪🇸🏳️‍🌈👋🏽",
    "𝓕𝓪𝓷𝓬𝔂",
    "a\nb\tc\r\u2028d\u2029",
    "\ud800\udfff\uffff\ue000",
    "\u202egnp.exe",
    "\u3164",
    " ",
    "",
    "W" * 500,
    "i" * 500,
    "\u0301" * 50,
    "e" + "\u0301" * 500,
    "﷽" * 20,
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("width", [1, 40, 200])
def test_a_line_is_never_wider_than_asked_whatever_the_name(name: str, width: int) -> None:
    for lowest in (0, 18):
        mask = text_mask(name, 29, width, lowest)
        assert mask.width <= width
        assert mask.height <= 48


@pytest.mark.parametrize("letter", "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœŁğşžЖΩ·’–−+?")
def test_letters_of_europe_are_in_the_font(letter: str) -> None:
    assert legible(letter) == letter


@pytest.mark.parametrize("name", ["עדי כהן", "علي حسن", "สมชาย", "नमस्ते", "🐼🔥", "♠♥♦♣"])
def test_other_scripts_and_emojis_are_set_too(name: str) -> None:
    assert legible(name) == name
    assert text_mask(name, 29, 200).getbbox() is not None


def test_a_character_no_font_holds_becomes_a_dot() -> None:
    assert legible("田中 Ana") == "•• Ana"


def test_fancy_letters_become_plain_ones() -> None:
    assert legible("𝓕𝓪𝓷𝓬𝔂 Ｎａｍｅ") == "Fancy Name"


def test_one_mark_stays_on_a_letter() -> None:
    assert legible("q" + "\u0316" * 9 + "x") == "q\u0316x"


def test_what_cannot_be_seen_is_dropped() -> None:
    assert legible("A\u200b\u202e\u2066\ufe0f\x00n\ud800a") == "Ana"
    assert legible("👋🏽") == "👋"


def test_lines_become_one() -> None:
    assert legible(" a\nb\t\tc\u2028d ") == "a b c d"


def test_a_long_text_is_set_smaller_first_and_then_cut() -> None:
    natural = text_mask("Maximilian", 29, 900)
    smaller = text_mask("Maximilian", 29, natural.width - 10, 20)
    assert smaller.height < natural.height
    assert text_mask("Maximilian", 29, natural.width - 10).height == natural.height


def test_a_cut_text_ends_in_an_ellipsis() -> None:
    assert text_mask("Maximilian von Hohenstein", 29, 200).width > 160
    assert text_mask("Maximilian", 29, 3).width <= 3


def test_a_text_is_never_cut_between_a_letter_and_its_mark() -> None:
    decomposed = unicodedata.normalize("NFD", "ñ" * 60).replace("n", "q")
    assert text_mask(decomposed, 29, 100).width <= 100
