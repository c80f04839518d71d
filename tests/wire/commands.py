"""What Discord refuses in a command registration, and the data a person's slash command arrives with."""

import re
from typing import Any

from tests.wire.limits import Problems, length
from tests.wire.state import Channel, Json, User

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
CHAT_INPUT = 1
NAME = re.compile(r"[-_'\w]{1,32}")
# https://discord.com/developers/docs/reference#locales
# fmt: off
LOCALES = frozenset({
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
    "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN",
    "ja", "zh-TW", "ko",
})
# fmt: on


def registration_problems(commands: list[Json]) -> Problems:
    """Finds what is wrong with a whole list of commands: at most 100 of them, no name twice."""
    slash = [command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT]
    if len(slash) > 100:
        yield "commands", "Maximum number of application commands reached (100)."
    names = [(command.get("type", CHAT_INPUT), command.get("name")) for command in commands]
    if len(set(names)) < len(names):
        yield "commands", "Application command names must be unique"
    for index, command in enumerate(commands):
        yield from command_problems(str(index), command)
    for index, command in enumerate(slash):
        if (size := command_size(command)) > 8000:
            yield str(index), f"Command exceeds maximum size (8000), is {size}"


def command_problems(path: str, command: Json) -> Problems:
    """Finds names, descriptions, translations and options of a command, or of an option, out of bounds."""
    name = command.get("name") or ""
    if command.get("type", CHAT_INPUT) == CHAT_INPUT or "." in path:
        yield from named(f"{path}.name", name)
        yield from length(f"{path}.description", command.get("description") or "", 100, 1)
    for locale, text in (command.get("name_localizations") or {}).items():
        yield from known(f"{path}.name_localizations", locale)
        yield from named(f"{path}.name_localizations.{locale}", text)
    for locale, text in (command.get("description_localizations") or {}).items():
        yield from known(f"{path}.description_localizations", locale)
        yield from length(f"{path}.description_localizations.{locale}", text, 100, 1)
    yield from option_problems(path, command.get("options") or [])
    yield from choice_problems(path, command.get("choices") or [])


def named(path: str, name: str) -> Problems:
    """Finds a name that isn't 1–32 lower-case letters, digits, `-`, `_` or `'`."""
    if not NAME.fullmatch(name) or name != name.lower():
        yield path, f"String value did not match validation regex: {name!r}"


def known(path: str, locale: str) -> Problems:
    """Finds a language Discord doesn't have."""
    if locale not in LOCALES:
        yield f"{path}.{locale}", "Unknown locale"


def option_problems(path: str, options: list[Json]) -> Problems:
    """Finds over 25 options, a name twice, or a required option after an optional one."""
    if len(options) > 25:
        yield f"{path}.options", "Must be 25 or fewer in length"
    if len({option.get("name") for option in options}) < len(options):
        yield f"{path}.options", "Option names must be unique"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{path}.options", "Required options must be placed before non-required options"
    for index, option in enumerate(options):
        yield from command_problems(f"{path}.options.{index}", option)


def choice_problems(path: str, choices: list[Json]) -> Problems:
    """Finds over 25 choices, or one whose name or text is over 100."""
    if len(choices) > 25:
        yield f"{path}.choices", "Must be 25 or fewer in length"
    for index, choice in enumerate(choices):
        yield from length(f"{path}.choices.{index}.name", choice.get("name") or "", 100, 1)
        if isinstance(choice.get("value"), str):
            yield from length(f"{path}.choices.{index}.value", choice["value"], 100, 1)
        for locale, text in (choice.get("name_localizations") or {}).items():
            yield from known(f"{path}.choices.{index}.name_localizations", locale)
            yield from length(f"{path}.choices.{index}.name_localizations.{locale}", text, 100, 1)


def command_size(command: Json) -> int:
    """Counts a command's characters as Discord does: names, descriptions and values, the longest language each."""
    size = 0
    for key in ("name", "description"):
        texts = [command.get(key) or "", *(command.get(f"{key}_localizations") or {}).values()]
        size += max(map(len, texts))
    size += len(command["value"]) if isinstance(command.get("value"), str) else 0
    parts = (command.get("options") or []) + (command.get("choices") or [])
    return size + sum(map(command_size, parts))


def invocation(commands: list[Json], name: str, given: dict[str, Any], focused: str | None = None) -> Json:
    """Builds the data of a slash command such as "pepper start", as Discord would send it.

    Raises LookupError when the bot registered no such command or option, ValueError for a value Discord's own
    client wouldn't let a person enter.
    """
    root, *path = name.split()
    command = _named(commands, root)
    data: Json = {"id": command["id"], "name": root, "type": CHAT_INPUT}
    place, level = data, command
    for word in path:
        level = _named(level.get("options") or [], word)
        nested: Json = {"name": word, "type": level["type"]}
        place["options"] = [nested]
        place = nested
    offered = level.get("options") or []
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in offered):
        raise LookupError(f"/{name} is a group, not a command")
    missing = {option["name"] for option in offered if option.get("required")} - given.keys()
    if missing and focused is None:
        raise ValueError(f"/{name} needs {sorted(missing)}")
    place["options"] = [_entered(_named(offered, key), value, focused) for key, value in given.items()]
    return data


def _named(items: list[Json], name: str) -> Json:
    for item in items:
        if item["name"] == name:
            return item
    raise LookupError(f"there is no {name!r} among {[item['name'] for item in items]}")


def _entered(option: Json, value: Any, focused: str | None) -> Json:
    entered: Json = {"name": option["name"], "type": option["type"], "value": value}
    if option["name"] == focused:
        return entered | {"focused": True}
    if isinstance(value, User | Channel):
        entered["value"] = str(value.id)
        return entered
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ValueError(f"{option['name']} is one of {choices}, not {value!r}")
    if not _fits(option, value):
        raise ValueError(f"Discord's client takes no {value!r} for {option['name']}")
    return entered


def _fits(option: Json, value: Any) -> bool:
    match option["type"]:
        case 3:
            return isinstance(value, str) and (
                option.get("min_length", 0) <= len(value) <= option.get("max_length", 6000)
            )
        case 4 | 10:
            number = isinstance(value, int if option["type"] == INTEGER else int | float)
            return number and option.get("min_value", value) <= value <= option.get("max_value", value)
        case 5:
            return isinstance(value, bool)
        case _:
            return isinstance(value, str)
