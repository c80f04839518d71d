"""Tables: lobbies, seats and running matches, one lock each. They know no Discord."""

from bot.tables.clock import Clock, Timer
from bot.tables.registry import Tables
from bot.tables.seating import DEFAULT_TIMER, TIMERS, Occupant, Partners, Person, Refusal, Refused, Stage, TableState
from bot.tables.table import Table

__all__ = [
    "DEFAULT_TIMER",
    "TIMERS",
    "Clock",
    "Occupant",
    "Partners",
    "Person",
    "Refusal",
    "Refused",
    "Stage",
    "Table",
    "TableState",
    "Tables",
    "Timer",
]
