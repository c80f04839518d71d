"""Rows to save: a lobby, a deal, a finished match, with only what a test is about to be named."""

from typing import Any

from bot.storage import SavedDeal, SavedMatch, SavedSeat, SavedTable

ANA, BO, CY, DI = 11, 12, 13, 14


def lobby_row(channel_id: int = 7, *seats: SavedSeat, **values: Any) -> SavedTable:
    """Return a table of server 1 as it is saved when it opens."""
    given: dict[str, Any] = {
        "id": 0,
        "guild_id": 1,
        "channel_id": channel_id,
        "host_id": ANA,
        "locale": "en-US",
        "stage": "lobby",
        "rules": {},
        "partners": "cut",
        "timer": 90,
        "seats": seats or (person_row(0, ANA, "Ana"),),
    }
    return SavedTable(**(given | values))


def person_row(place: int, user_id: int, name: str) -> SavedSeat:
    return SavedSeat(place, user_id, name, None)


def computer_row(place: int, name: str = "Juno") -> SavedSeat:
    return SavedSeat(place, None, name, "basic")


def four_rows() -> tuple[SavedSeat, ...]:
    """Return two people and two computers, Ana and Bo being partners."""
    return (person_row(0, ANA, "Ana"), computer_row(1, "Juno"), person_row(2, BO, "Bo"), computer_row(3, "Otis"))


def deal_row(number: int = 0) -> SavedDeal:
    suits = "SHDC"
    return SavedDeal(number, "N", tuple(" ".join(f"{rank}{suit}" for rank in "9TJQKA") for suit in suits))


def won_row(*winners: int, guild_id: int = 1, losers: tuple[int, ...] = ()) -> SavedMatch:
    """Return a finished match that north and south won, the empty seats being computers'."""
    ns = [*winners, None, None][:2]
    ew = [*losers, None, None][:2]
    players = (("N", ns[0], True), ("E", ew[0], False), ("S", ns[1], True), ("W", ew[1], False))
    return SavedMatch(guild_id, "2026-01-01T00:00:00+00:00", "NS", '{"format": "pepper/1"}', players)
