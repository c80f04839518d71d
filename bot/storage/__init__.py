"""The database: the only SQL, written in what SQLite and PostgreSQL share. Rows become dataclasses here."""

from bot.storage.opening import APPLICATION_ID, MIGRATIONS, VERSION, StorageError
from bot.storage.people import People
from bot.storage.rows import SavedAction, SavedDeal, SavedMatch, SavedSeat, SavedTable
from bot.storage.standings import Standing, Standings
from bot.storage.tables import ChannelTakenError, SavedTables

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "VERSION",
    "ChannelTakenError",
    "SavedAction",
    "SavedDeal",
    "SavedMatch",
    "SavedSeat",
    "SavedTable",
    "Standing",
    "Storage",
    "StorageError",
]


class Storage(People, SavedTables, Standings):
    """Everything that is kept, on one connection."""
