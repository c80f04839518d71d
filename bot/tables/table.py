"""One table in memory: its frozen state, its lock, and how it is saved and restored."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.storage import SavedAction, SavedDeal, SavedMatch, SavedSeat, SavedTable
from bot.tables.seating import Occupant, Partners, Places, Stage, TableState
from pepper import match as matches
from pepper.cards import card
from pepper.deal import Hands, Illegal, Trick, declare_void, play
from pepper.match import Cut, Draw, Match
from pepper.players import PLAYERS
from pepper.record import cards_text, read_action, read_cards, write
from pepper.rules import Rules
from pepper.seats import SEATS, Seat

MISDEAL = "void"
_SEATS = {seat.value: seat for seat in SEATS}


@dataclass(slots=True, eq=False)
class Table:
    """A table of a channel. Whoever replaces `state` holds `lock` and has saved the change before.

    `message_id` is the public message that shows the table, `message_deal` the number of the deal it shows, `notice_id`
    the message that reminds somebody of their turn; the publisher keeps them. While a table is `unreachable`, its
    channel can't be written to and nothing moves. `deadline` is when the turn of
    `timed_step` ends. `expired` tells that the table was closed because nobody did anything.
    """

    id: int
    guild_id: int
    channel_id: int
    locale: str
    state: TableState
    message_id: int | None = None
    message_deal: int | None = None
    notice_id: int | None = None
    unreachable: bool = False
    expired: bool = False
    deadline: datetime | None = None
    timed_step: int = -1
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def turn(self) -> Seat | None:
        """The seat that must act, None while nobody must."""
        if self.state.stage is not Stage.PLAYING or self.state.match is None:
            return None
        return self.state.match.deal.turn

    @property
    def turn_of_computer(self) -> Seat | None:
        """The seat that must act if a computer acts there, None if not, or while nothing moves."""
        seat = self.turn
        if seat is None or self.unreachable or self.state.is_deserted:
            return None
        return seat if self.state.occupant(seat).is_moved_by_computer else None

    @property
    def turn_of_person(self) -> Occupant | None:
        """The person who must act, None if a computer acts or nobody must."""
        seat = self.turn
        if seat is None or self.state.occupant(seat).is_moved_by_computer:
            return None
        return self.state.occupant(seat)

    @property
    def is_open(self) -> bool:
        """Whether the table still takes its channel."""
        return self.state.stage in (Stage.LOBBY, Stage.PLAYING)

    @property
    def waits_for_channel(self) -> bool:
        """Whether the table stands still because its channel can't be written to."""
        return self.unreachable and self.is_open

    @property
    def last_trick(self) -> Trick | None:
        """The last full trick, of this deal or the one before; None before the first."""
        if self.state.match is None:
            return None
        for deal in reversed(self.state.match.deals[-2:]):
            if deal.tricks:
                return deal.tricks[-1]
        return None


# --- saving


def saved_seats(places: Places) -> tuple[SavedSeat, ...]:
    """Return the occupied places as they are saved."""
    return tuple(
        SavedSeat(
            place,
            who.user_id,
            who.name,
            who.level,
            who.misses,
            int(who.away),
            int(who.wants_end),
            int(who.wants_misdeal),
        )
        for place, who in enumerate(places)
        if who is not None
    )


def saved_deal(match: Match) -> SavedDeal:
    """Return the current deal as it is saved: how it was dealt."""
    deal = match.deal
    return SavedDeal(len(match.deals) - 1, deal.dealer.value, tuple(map(cards_text, deal.opening.dealt)))


def saved_match(table: Table, state: TableState, finished_at: str) -> SavedMatch:
    """Return a finished match as it is saved, with its record."""
    match = state.match
    assert match is not None, "a finished match has been played"
    assert match.winner is not None, "somebody has won it"
    names = {seat: state.occupant(seat).name for seat in SEATS}
    players = tuple((seat.value, state.occupant(seat).user_id, seat.side is match.winner) for seat in SEATS)
    return SavedMatch(table.guild_id, finished_at, match.winner.value, write(match, names), players)


def saved_cut(cut: Cut) -> Any:
    """Return a cut as JSON."""
    return {"draws": [cards_text(draw) for draw in cut.draws], "seating": cut.seating, "dealer": cut.dealer.value}


# --- restoring


def restored(saved: SavedTable) -> Table:
    """Return a table as it stood when it was saved. Raises ValueError when its rows don't fit together."""
    try:
        table = _restored(saved)
    except (Illegal, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"table {saved.id}: {error!r}") from error
    if not _is_whole(table.state):
        raise ValueError(f"table {saved.id}: {saved.stage} with seats or deals that can't be")
    return table


def _restored(saved: SavedTable) -> Table:
    state = TableState(
        saved.host_id,
        Rules().with_changes(saved.rules),
        Partners(saved.partners),
        saved.timer,
        Stage(saved.stage),
        _places(saved.seats),
        None if saved.cut is None else _cut(saved.cut),
    )
    if saved.deals:
        match = _match(state.rules, saved.deals, saved.actions)
        state = replace(state, match=match, step=len(saved.actions))
    return Table(
        saved.id,
        saved.guild_id,
        saved.channel_id,
        saved.locale,
        state,
        saved.message_id,
        saved.message_deal,
        saved.notice_id,
    )


def _is_whole(state: TableState) -> bool:
    """Whether everybody is somebody, and there are four players and a match exactly when one is played or won."""
    occupants = [who for who in state.places if who is not None]
    if any((who.user_id is None) is (who.level is None) for who in occupants):
        return False
    if any(who.level is not None and who.level not in PLAYERS for who in occupants):
        return False
    if state.match is None:
        return state.stage in (Stage.LOBBY, Stage.CLOSED)
    is_won = state.match.winner is not None
    fitting = (Stage.OVER,) if is_won else (Stage.PLAYING, Stage.CLOSED)
    return state.stage in fitting and None not in state.places and state.cut is not None


def _places(seats: tuple[SavedSeat, ...]) -> Places:
    at = {seat.place: _occupant(seat) for seat in seats}
    return at.get(0), at.get(1), at.get(2), at.get(3)


def _occupant(seat: SavedSeat) -> Occupant:
    wants_end, wants_misdeal = bool(seat.wants_end), bool(seat.wants_misdeal)
    return Occupant(seat.name, seat.user_id, seat.level, seat.misses, bool(seat.away), wants_end, wants_misdeal)


def _cut(saved: Any) -> Cut:
    draws = tuple(_draw(text) for text in saved["draws"])
    north, east, south, west = saved["seating"]
    return Cut(draws, (north, east, south, west), Seat(saved["dealer"]))


def _draw(text: str) -> Draw:
    first, second, third, fourth = map(card, text.split())
    return first, second, third, fourth


def _match(rules: Rules, deals: tuple[SavedDeal, ...], actions: tuple[SavedAction, ...]) -> Match:
    if [deal.number for deal in deals] != list(range(len(deals))):
        raise ValueError("a deal is missing")
    if [action.step for action in actions] != list(range(len(actions))):
        raise ValueError("a step is missing")
    match = matches.start(rules, Seat(deals[0].dealer), _hands(deals[0]))
    deal = match.deal
    for _, seat, token in actions:
        if token == MISDEAL:
            match, _ = matches.with_deal(match, declare_void(deal))
        else:
            deal, events = play(deal, _SEATS[seat], read_action(deal.phase, token))
            # Of a deal that goes on the match needs to know no step: hundreds of thousands are replayed at a start.
            if not deal.is_over:
                continue
            match, _ = matches.with_deal(match, deal, events)
        if match.awaits_deal:
            match = matches.next_deal(match, _hands(deals[len(match.deals)]))
            deal = match.deal
    match, _ = matches.with_deal(match, deal)
    if len(match.deals) != len(deals):
        raise ValueError("a deal too many")
    return match


def _hands(deal: SavedDeal) -> Hands:
    north, east, south, west = map(read_cards, deal.hands)
    return north, east, south, west
