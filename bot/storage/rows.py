"""Rows of tables as dataclasses: seats, deals, actions and finished matches."""

from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who sits at a place, 0 to 3: a person by `user_id`, or a computer by `level`; flags are 0 or 1."""

    place: int
    user_id: int | None
    name: str
    level: str | None
    misses: int = 0
    away: int = 0
    wants_end: int = 0
    wants_misdeal: int = 0


@dataclass(frozen=True, slots=True)
class SavedDeal:
    """A deal as dealt: the dealer's letter, and the hands N E S W as text."""

    number: int
    dealer: str
    hands: tuple[str, ...]


class SavedAction(NamedTuple):
    """An accepted action: its step at the table, the seat's letter and the token; a misdeal is `void`, without seat.

    A named tuple, because a start reads hundreds of thousands of them.
    """

    step: int
    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A finished match: the winning side, its record, and who sat where (None for a computer) and won."""

    guild_id: int
    finished_at: str
    winner: str
    record: str
    players: tuple[tuple[str, int | None, bool], ...]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """An open table with everything needed to go on. `cut` and `rules` are as their owners wrote them."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    locale: str
    stage: str
    rules: dict[str, Any]
    partners: str
    timer: int | None
    cut: Any = None
    message_id: int | None = None
    message_deal: int | None = None
    notice_id: int | None = None
    seats: tuple[SavedSeat, ...] = ()
    deals: tuple[SavedDeal, ...] = ()
    actions: tuple[SavedAction, ...] = ()
