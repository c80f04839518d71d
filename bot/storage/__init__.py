"""The database: the only SQL, written in what SQLite and PostgreSQL share. Rows become dataclasses here."""

from bot.storage.opening import APPLICATION_ID, MIGRATIONS, VERSION, StorageError
from bot.storage.people import People
from bot.storage.rows import SavedAction, SavedDeal, SavedMatch, SavedSeat, SavedTable
from bot.storage.settings import (
    EVERYONE,
    MODERATORS,
    MOST_PRESETS,
    PresetsFullError,
    SavedPreset,
    ServerSettings,
    Settings,
    preset_key,
)
from bot.storage.standings import Standing, Standings
from bot.storage.tables import ChannelTakenError, SavedTables

__all__ = [
    "APPLICATION_ID",
    "EVERYONE",
    "MIGRATIONS",
    "MODERATORS",
    "MOST_PRESETS",
    "VERSION",
    "ChannelTakenError",
    "PresetsFullError",
    "SavedAction",
    "SavedDeal",
    "SavedMatch",
    "SavedPreset",
    "SavedSeat",
    "SavedTable",
    "ServerSettings",
    "Standing",
    "Storage",
    "StorageError",
    "preset_key",
]


class Storage(People, SavedTables, Settings, Standings):
    """Everything that is kept, on one connection."""
