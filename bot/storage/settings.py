"""What a server wants at its tables, and the house rules it has saved under names."""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.storage.database import Database, numbered

MOST_PRESETS = 20

EVERYONE = "everyone"
MODERATORS = "moderators"


class PresetsFullError(Exception):
    """The server has as many presets as it may."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's wishes: what its rules change of classic, how partners are found, and a turn's seconds or None.

    `starters` are `EVERYONE`, `MODERATORS` or the id of a role; `channels` the ids where tables may be opened, none for
    all.
    """

    rules: dict[str, Any] = field(default_factory=dict)
    partners: str = "cut"
    timer: int | None = 90
    starters: str = EVERYONE
    channels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedPreset:
    """House rules under a name: what they change of classic."""

    name: str
    rules: dict[str, Any]


_SETTINGS = "SELECT rules, partners, timer, starters, channels FROM server_settings WHERE guild_id = $1"
_SAVE_SETTINGS = (
    "INSERT INTO server_settings (guild_id, rules, partners, timer, starters, channels) "
    "VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (guild_id) DO UPDATE SET rules = excluded.rules, "
    "partners = excluded.partners, timer = excluded.timer, starters = excluded.starters, "
    "channels = excluded.channels"
)


def _settings(rows: list[Any]) -> ServerSettings:
    if not rows:
        return ServerSettings()
    rules, partners, timer, starters, channels = rows[0]
    return ServerSettings(json.loads(rules), partners, timer, starters, tuple(json.loads(channels)))


def _values(settings: ServerSettings) -> tuple[Any, ...]:
    rules, channels = json.dumps(settings.rules), json.dumps(settings.channels)
    return rules, settings.partners, settings.timer, settings.starters, channels


def preset_key(name: str) -> str:
    """Return a preset's name as names are compared: without regard to case or to letters of another width."""
    return unicodedata.normalize("NFKC", name).casefold()


class Settings(Database):
    """The queries about settings and presets."""

    async def settings(self, guild_id: int) -> ServerSettings:
        """Return a server's settings, the defaults where it has saved none."""
        return _settings(await self._all(_SETTINGS, guild_id))

    async def change_settings(
        self, guild_id: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change a server's settings in one step, so that two changes at once lose nothing, and return them.

        What `change` raises leaves them as they were.
        """
        async with self._transaction() as connection:
            before = _settings(list(await connection.execute_fetchall(_SETTINGS, numbered((guild_id,)))))
            after = change(before)
            if after != before:
                await connection.execute(_SAVE_SETTINGS, numbered((guild_id, *_values(after))))
        return after

    async def reset_settings(self, guild_id: int) -> None:
        """Forget a server's settings; its presets stay."""
        await self._write("DELETE FROM server_settings WHERE guild_id = $1", guild_id)

    async def presets(self, guild_id: int) -> tuple[SavedPreset, ...]:
        """Return the presets a server has saved, by name."""
        rows = await self._all("SELECT name, rules FROM presets WHERE guild_id = $1 ORDER BY key", guild_id)
        return tuple(SavedPreset(name, json.loads(rules)) for name, rules in rows)

    async def save_preset(self, guild_id: int, preset: SavedPreset) -> None:
        """Save house rules under a name, in place of those of the same name.

        Raises PresetsFullError when the server has 20 others.
        """
        key = preset_key(preset.name)
        async with self._transaction() as connection:
            count = "SELECT count(*) FROM presets WHERE guild_id = $1 AND key <> $2"
            rows = list(await connection.execute_fetchall(count, numbered((guild_id, key))))
            if rows[0][0] >= MOST_PRESETS:
                raise PresetsFullError
            await connection.execute(
                "INSERT INTO presets (guild_id, key, name, rules) VALUES ($1, $2, $3, $4) "
                "ON CONFLICT (guild_id, key) DO UPDATE SET name = excluded.name, rules = excluded.rules",
                numbered((guild_id, key, preset.name, json.dumps(preset.rules))),
            )

    async def delete_preset(self, guild_id: int, name: str) -> bool:
        """Delete a preset; False if there is none of that name."""
        sql = "DELETE FROM presets WHERE guild_id = $1 AND key = $2 RETURNING key"
        return bool(await self._all(sql, guild_id, preset_key(name)))
