"""The bot's settings, read once from the environment. Nothing else reads it, and the token is never shown."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOG_FORMATS = ("text", "json")
MOST_THINKERS = 64


class SettingsError(ValueError):
    """A variable whose value can't be used; `value` is None for the token, which is never shown."""

    def __init__(self, variable: str, value: str | None, allowed: str) -> None:
        found = "can't be used" if value is None else f"can't be {value!r}"
        super().__init__(f"{variable} {found}: it must be {allowed}")
        self.variable = variable
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs the bot decides. Each field is the variable of the same name in capitals.

    `discord_token` is None where nothing connects to Discord. `pace` is the seconds a computer takes before
    it moves, `turn_notice_after` the seconds until a player who hasn't moved is mentioned; both 0 or more.
    `thinkers` is the number of processes in which computers think, None for what suits the machine.
    `shard_count` is None to ask Discord, `shard_ids` None to run them all.
    """

    discord_token: str | None = field(default=None, repr=False)
    database_path: Path = Path("pepper.db")
    log_level: str = "INFO"
    log_format: str = "text"
    pace: float = 1.2
    turn_notice_after: float = 8.0
    thinkers: int | None = None
    shard_count: int | None = 1
    shard_ids: tuple[int, ...] | None = None

    @classmethod
    def from_env(cls, env: Mapping[str, str | None]) -> Self:
        """Return the settings found in `env`; a variable that is missing or empty has its default.

        Raises SettingsError for the first value that can't be used. Other variables are ignored.
        """
        given = {name: env.get(name.upper()) for name in _CASTS}
        settings = cls(**{name: _CASTS[name](name.upper(), text) for name, text in given.items() if text})
        settings._check_shards(given["shard_ids"])
        return settings

    def _check_shards(self, text: str | None) -> None:
        if self.shard_ids is None:
            return
        if self.shard_count is None:
            raise SettingsError("SHARD_IDS", text, "empty while SHARD_COUNT is auto")
        if max(self.shard_ids) >= self.shard_count:
            raise SettingsError("SHARD_IDS", text, f"numbers below SHARD_COUNT, which is {self.shard_count}")


def _token(variable: str, text: str) -> str:
    # A token is three parts of base64url set apart by dots. What goes wrong are quotes, spaces, a prefix.
    if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+){2}", text):
        raise SettingsError(variable, None, "the bot's token alone: three parts with dots, no spaces, no quotes")
    return text


def _path(variable: str, text: str) -> Path:
    if text.endswith("/") or Path(text).is_dir():
        raise SettingsError(variable, text, "a file, not a folder")
    return Path(text)


def _one_of(variable: str, text: str, choice: str, choices: tuple[str, ...]) -> str:
    if choice not in choices:
        raise SettingsError(variable, text, " or ".join(choices))
    return choice


def _log_level(variable: str, text: str) -> str:
    return _one_of(variable, text, text.upper(), LOG_LEVELS)


def _log_format(variable: str, text: str) -> str:
    return _one_of(variable, text, text.lower(), LOG_FORMATS)


def _seconds(variable: str, text: str) -> float:
    allowed = "a number of seconds, 0 or more"
    try:
        seconds = float(text)
    except ValueError as error:
        raise SettingsError(variable, text, allowed) from error
    if seconds < 0 or not math.isfinite(seconds):
        raise SettingsError(variable, text, allowed)
    return seconds


def _thinkers(variable: str, text: str) -> int:
    allowed = f"a whole number from 0 to {MOST_THINKERS}"
    count = _whole(variable, text, text, 0, allowed)
    if count > MOST_THINKERS:
        raise SettingsError(variable, text, allowed)
    return count


def _shard_count(variable: str, text: str) -> int | None:
    if text.lower() == "auto":
        return None
    return _whole(variable, text, text, 1, "auto or a whole number from 1 to 999999")


def _shard_ids(variable: str, text: str) -> tuple[int, ...]:
    allowed = "whole numbers separated by commas, each once, such as 0,1"
    ids = tuple(_whole(variable, text, part, 0, allowed) for part in text.split(","))
    if len(set(ids)) < len(ids):
        raise SettingsError(variable, text, allowed)
    return ids


def _whole(variable: str, text: str, part: str, least: int, allowed: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", part.strip()) or int(part) < least:
        raise SettingsError(variable, text, allowed)
    return int(part)


_CASTS: dict[str, Callable[[str, str], Any]] = {
    "discord_token": _token,
    "database_path": _path,
    "log_level": _log_level,
    "log_format": _log_format,
    "pace": _seconds,
    "turn_notice_after": _seconds,
    "thinkers": _thinkers,
    "shard_count": _shard_count,
    "shard_ids": _shard_ids,
}
