import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import i18n
from bot.i18n import Catalog, TextError

ROOT = Path(__file__).parents[2]
SOURCES = sorted(file for package in ("bot", "cogs") for file in (ROOT / package).rglob("*.py"))


def parse(source: str) -> Catalog:
    return Catalog.parse("en", source)


def test_english_is_there_and_is_what_others_fall_back_to() -> None:
    assert i18n.FALLBACK in i18n.LANGUAGES


@pytest.fixture
def four_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    names = ("en", "es", "pt", "zh-CN")
    for name in names:
        (tmp_path / f"{name}.ftl").write_text(f"hello = {name}: {{ $name }}", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(i18n, "LOCALES", tmp_path)
        patch.setattr(i18n, "LANGUAGES", names)
        forget()
        yield
    forget()


def forget() -> None:
    for cached in (i18n.language, i18n._catalog, i18n._text):
        cached.cache_clear()


@pytest.mark.parametrize("locale", ["en", "en-GB", "en-US", "xx", "", "xx-YY", "unknown", "../en"])
def test_a_locale_of_english_or_of_no_language_is_served_in_english(locale: str) -> None:
    assert i18n.language(locale) == "en"


@pytest.mark.usefixtures("four_languages")
def test_a_locale_is_served_by_its_own_file_before_its_languages() -> None:
    assert [i18n.language(locale) for locale in ("es-419", "pt-BR", "zh-CN", "zh-TW")] == ["es", "pt", "zh-CN", "en"]


@pytest.mark.usefixtures("four_languages")
def test_text_is_the_message_of_the_locales_language() -> None:
    assert [i18n.text(locale, "hello", name="Ana") for locale in ("pt-BR", "fr")] == ["pt: Ana", "en: Ana"]


def test_an_unknown_id_is_an_error() -> None:
    with pytest.raises(TextError, match="en: no message 'no-such-text'"):
        i18n.text("en", "no-such-text")


def test_values_stand_in_the_text_without_invisible_marks() -> None:
    assert parse("said = { $name } says { $bid }").format("said", {"name": "Ana", "bid": 3}) == "Ana says 3"


def test_numbers_are_written_and_counted_as_the_language_does() -> None:
    counted = parse("tricks = { $n ->\n    [one] one trick\n   *[other] { $n } tricks\n }")
    assert [counted.format("tricks", {"n": n}) for n in (0, 1, 1200)] == ["0 tricks", "one trick", "1,200 tricks"]


def test_a_placeholder_without_a_value_is_an_error() -> None:
    with pytest.raises(TextError, match=r"said with \{\}: Unknown external: name"):
        parse("said = { $name } says").format("said", {})


def test_a_value_of_another_type_is_an_error() -> None:
    with pytest.raises(TextError, match="Unsupported external type: name"):
        parse("said = { $name } says").format("said", {"name": None})  # type: ignore[dict-item]  # that is the point


@pytest.mark.parametrize(
    "source",
    ["what is this", "a = one\na = two", "-a = one\n-a = two\n", "a =\n    .label = b", "a = one\n    .label = b"],
)
def test_a_file_that_is_wrong_is_refused_as_a_whole(source: str) -> None:
    with pytest.raises(TextError):
        parse(f"fine = Fine\n{source}\n")


def test_a_message_may_have_the_name_of_a_term() -> None:
    assert parse("-game = Pepper\ngame = { -game }!").format("game", {}) == "Pepper!"


def test_placeholders_are_those_of_the_message_and_of_what_it_refers_to() -> None:
    catalog = parse("a = { $x ->\n   *[other] { $y } { b }\n }\nb = { $z } { -t }\n-t = { $inner }")
    assert catalog.placeholders("a") == {"x", "y", "z"}


def test_a_reference_to_no_message_is_an_error() -> None:
    with pytest.raises(TextError):
        parse("a = { b }").placeholders("a")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_language_has_every_id_and_no_other(language: str) -> None:
    assert i18n.ids(language) == i18n.ids(i18n.FALLBACK)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_message_takes_the_same_values_in_every_language(language: str) -> None:
    assert values_of(language) == values_of(i18n.FALLBACK)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_message_can_be_made_and_is_not_empty(language: str) -> None:
    made = {name: i18n.text(language, name, **dict.fromkeys(needs, 1)) for name, needs in values_of(language).items()}
    assert [name for name, text in made.items() if not text.strip()] == []


def test_every_id_that_code_asks_for_exists() -> None:
    missing = [
        f"{file.relative_to(ROOT)}:{node.lineno}: {pattern.pattern}"
        for file in SOURCES
        for node in asked_for(ast.parse(file.read_text(encoding="utf-8")))
        for pattern in patterns(node)
        if not any(pattern.fullmatch(name) for name in i18n.ids(i18n.FALLBACK))
    ]
    assert missing == []


def test_every_id_is_used_by_code() -> None:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in SOURCES]
    used = {pattern for tree in trees for node in ast.walk(tree) for pattern in patterns(node)}
    unused = {name for name in i18n.ids(i18n.FALLBACK) if not any(pattern.fullmatch(name) for pattern in used)}
    assert unused - referred_to() == set()


def values_of(language: str) -> dict[str, frozenset[str]]:
    return {name: i18n.placeholders(language, name) for name in i18n.ids(language)}


def asked_for(tree: ast.AST) -> Iterator[ast.expr]:
    """Every id in `text(locale, id)` and `locale_str(…, id=id)`, both of `one if this else another`."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="text") | ast.Attribute(attr="text"), args=[_, expression, *_]):
                yield from branches(expression)
            case ast.Call(func=ast.Name(id="locale_str") | ast.Attribute(attr="locale_str"), keywords=keywords):
                yield from (each for keyword in keywords if keyword.arg == "id" for each in branches(keyword.value))


def branches(expression: ast.expr) -> Iterator[ast.expr]:
    if isinstance(expression, ast.IfExp):
        yield from branches(expression.body)
        yield from branches(expression.orelse)
    else:
        yield expression


def patterns(node: ast.AST) -> Iterator[re.Pattern[str]]:
    """What ids a string names: itself, or for an f-string such as `reason-{reason}` all that fit."""
    match node:
        case ast.Constant(value=str(name)):
            yield re.compile(re.escape(name))
        case ast.JoinedStr(values=parts):
            fixed = [part.value if isinstance(part, ast.Constant) else None for part in parts]
            if any(isinstance(each, str) and "-" in each for each in fixed):
                yield re.compile("".join(".+" if each is None else re.escape(str(each)) for each in fixed))


def referred_to() -> set[str]:
    source = (i18n.LOCALES / f"{i18n.FALLBACK}.ftl").read_text(encoding="utf-8")
    return set(re.findall(r"\{\s*([a-z][\w-]*)\s*\}", source))
