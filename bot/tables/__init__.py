"""Tables: lobbies, seats and running matches, one lock each. They know no Discord."""

from bot.tables.registry import Tables
from bot.tables.seating import Occupant, Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.table import Table

__all__ = ["Occupant", "Partners", "Person", "Refusal", "Refused", "Stage", "Table", "TableState", "Tables"]
