"""Every word people read, by Fluent id and locale. The words stand in `locales/`, one file a language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

LOCALES = Path(__file__).parent / "locales"
LANGUAGES = tuple(sorted(file.stem for file in LOCALES.glob("*.ftl")))
FALLBACK = "en"

Value = str | int | float
"""What a placeholder takes. Numbers are grouped and pluralised as the language does; give ids as str."""


class TextError(LookupError):
    """A text that can't be made: an unknown id, a placeholder without its value, or a wrong file."""


def text(locale: str, message_id: str, /, **values: Value) -> str:
    """Return a message in the language of a Discord locale, filled with the values.

    Values go in as they are: escape names before. Half a microsecond when asked before with the same values,
    else 4 to 20. Raises TextError for an unknown id and for a placeholder without a value.
    """
    return _text(language(locale), message_id, tuple(values.items()))


@lru_cache(maxsize=256)
def language(locale: str) -> str:
    """Return which of LANGUAGES serves a Discord locale: `es-419` is served by itself, else es, else English."""
    return next((name for name in (locale, locale.partition("-")[0]) if name in LANGUAGES), FALLBACK)


def ids(language: str) -> frozenset[str]:
    """Return the ids of one of LANGUAGES. Raises TextError if its file is wrong."""
    return frozenset(_catalog(language).messages)


def placeholders(language: str, message_id: str) -> frozenset[str]:
    """Return the names of the values a message needs, itself or in a message it refers to."""
    return _catalog(language).placeholders(message_id)


@dataclass(frozen=True, slots=True)
class Catalog:
    """The messages of one language: each id once, each with a text, all well-formed."""

    language: str
    messages: Mapping[str, ast.Message]
    bundle: FluentBundle

    @classmethod
    def parse(cls, language: str, source: str) -> Self:
        """Read Fluent source. Raises TextError for what isn't Fluent, an id twice or one without text."""
        resource = FluentResource(source)
        bundle = FluentBundle([language], use_isolating=False)
        bundle.add_resource(resource)
        return cls(language, _messages(language, resource), bundle)

    def format(self, message_id: str, values: Mapping[str, Value]) -> str:
        """Return a message with its values. Raises TextError for an unknown id and what Fluent finds wrong."""
        self._message(message_id)
        pattern = self.bundle.get_message(message_id).value
        assert pattern is not None  # every message has a text
        result, errors = self.bundle.format_pattern(pattern, dict(values))
        if errors:
            raise TextError(f"{self.language}: {message_id} with {dict(values)}: {errors[0]}")
        return str(result)

    def placeholders(self, message_id: str) -> frozenset[str]:
        """Return the names of the values a message needs. Raises TextError for an unknown id."""
        found = _Found()
        found.visit(self._message(message_id))
        return found.variables.union(*map(self.placeholders, found.references))

    def _message(self, message_id: str) -> ast.Message:
        if message_id not in self.messages:
            raise TextError(f"{self.language}: no message {message_id!r}")
        return self.messages[message_id]


class _Found(Visitor):
    """The variables and messages that a message refers to; a term takes no values from outside."""

    def __init__(self) -> None:
        self.variables: frozenset[str] = frozenset()
        self.references: frozenset[str] = frozenset()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # Fluent's visitor names it
        self.variables |= {node.id.name}

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802  # the same
        self.references |= {node.id.name}


def _messages(language: str, resource: ast.Resource) -> dict[str, ast.Message]:
    messages: dict[str, ast.Message] = {}
    seen: set[tuple[type, str]] = set()
    for entry in resource.body:
        if isinstance(entry, ast.Junk):
            raise TextError(f"{language}: not Fluent: {entry.content!r}")
        if not isinstance(entry, (ast.Message, ast.Term)):
            continue
        key = type(entry), entry.id.name
        if key in seen or entry.value is None or entry.attributes:
            raise TextError(f"{language}: {entry.id.name} must stand once, with a text and without attributes")
        seen.add(key)
        if isinstance(entry, ast.Message):
            messages[entry.id.name] = entry
    return messages


@cache
def _catalog(language: str) -> Catalog:
    return Catalog.parse(language, (LOCALES / f"{language}.ftl").read_text(encoding="utf-8"))


@lru_cache(maxsize=8192)  # a table repeats few texts: suits, bids, seats, small numbers and the names of four
def _text(language: str, message_id: str, values: tuple[tuple[str, Value], ...]) -> str:
    return _catalog(language).format(message_id, dict(values))
