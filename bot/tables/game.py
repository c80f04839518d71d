"""Actions of the game at a table: a person's, a computer's own, and those a computer makes for a person."""

import asyncio
import logging
from dataclasses import replace
from random import Random

from bot.tables import absence, lobby
from bot.tables.clock import Clock, Timer
from bot.tables.ledger import Ledger
from bot.tables.pauses import pauses
from bot.tables.seating import Refusal, Refused, TableState
from bot.tables.table import MISDEAL, Table
from bot.thinking import Thinkers, quick
from pepper import match as matches
from pepper.deal import Action, Event, Phase
from pepper.record import read_action
from pepper.seats import Seat
from pepper.view import seat_view

log = logging.getLogger(__name__)

RETRY_AFTER = 5.0  # seconds until a move that failed, as on a full disk, is tried again

# Cards laid face down don't belong in a log.
_FACE_DOWN = (Phase.OFFER, Phase.RETURN, Phase.DISCARD)


class Game:
    """Judges and saves actions, and lets computers move; `pace` is the pause before their moves in seconds."""

    def __init__(self, ledger: Ledger, random: Random, clock: Clock, pace: float, thinkers: Thinkers) -> None:
        self._ledger = ledger
        self._random = random
        self._clock = clock
        self._pace = pace
        self._thinkers = thinkers
        self._computers: dict[int, asyncio.Task[None]] = {}

    # --- people

    async def act(self, table: Table, user_id: int, step: int, token: str) -> None:
        """Make a person's action.

        Raises Refused for a person or step that doesn't fit, Illegal for an action against the rules.
        """
        async with table.lock:
            seat, action = _decision(table, user_id, step, token)
            await self._play(table, seat, action, absence.acted(table.state, seat), by_person=True)

    async def propose_misdeal(self, table: Table, user_id: int) -> None:
        """Note that a person wants the cards dealt again, and do so once two players of different sides want it.

        Raises Refused for who doesn't sit there, Illegal when somebody has spoken.
        """
        async with table.lock:
            state = absence.wish_misdeal(table.state, user_id)
            assert state.match is not None, "a match is played"
            match = matches.void(state.match)
            if not absence.is_misdeal_agreed(state):
                await self._ledger.save_seats(table, state)
                return
            state = replace(absence.after_misdeal(state), match=match)
            log.info("table %d step %d: misdeal", table.id, state.step)
            await self._ledger.save_action(table, "", MISDEAL, state, by_person=True)

    async def move_for(self, table: Table, step: int) -> None:
        """Make the one move for which a person has let the time run out; nothing if it has been made."""
        async with table.lock:
            seat = table.turn
            # By turn, never by person: who acted in the last second has acted.
            if seat is None or table.state.step != step or table.turn_of_person is None or table.unreachable:
                return
            log.info("table %d step %d: %s ran out of time", table.id, step, seat)
            await self._move(table, seat, absence.missed(absence.acted(table.state, None), seat))
        self.resume(table)

    async def _play(
        self, table: Table, seat: Seat, action: Action, state: TableState, *, by_person: bool
    ) -> tuple[Event, ...]:
        """Judge and save; in between nothing else is awaited.

        `state` is the table's state with what the action means for those who sit there.
        """
        assert state.match is not None, "only a running match is played"
        match, events = matches.play(state.match, seat, action)
        hidden = state.match.deal.phase in _FACE_DOWN
        await self._ledger.save_action(table, str(seat), str(action), replace(state, match=match), by_person=by_person)
        log.info("table %d step %d: %s %s", table.id, state.step, seat, "(face down)" if hidden else action)
        return events

    # --- computers

    def resume(self, table: Table) -> None:
        """Let computers move, if it is their turn and they aren't at it."""
        if table.turn_of_computer is None or table.id in self._computers:
            return
        task = asyncio.create_task(self._move_computers(table), name=f"computers of table {table.id}")
        self._computers[table.id] = task
        task.add_done_callback(lambda done: self._done(table, done))

    async def _move_computers(self, table: Table) -> None:
        events: tuple[Event, ...] = ()
        while (seat := table.turn_of_computer) is not None:
            before = table.state
            action = await self._chosen(before, seat, events)
            async with table.lock:
                # Meanwhile cards may have been dealt again, the table ended, or somebody have sat down there.
                if table.turn_of_computer is seat and _stands(before, table.state, seat):
                    state = absence.acted(table.state, None)
                    events = await self._play(table, seat, action, state, by_person=False)

    async def _chosen(self, state: TableState, seat: Seat, events: tuple[Event, ...]) -> Action:
        """Return what a computer does, after a pause of which its thinking is a part; the table isn't locked."""
        assert state.match is not None, "a seat has the turn"
        loop, view = asyncio.get_running_loop(), seat_view(state.match, seat)
        began = loop.time()
        action = await self._thinkers.choose(view, _level(state, seat), self._random.getrandbits(64))
        pause = self._pace * pauses(view, events) - (loop.time() - began)
        if pause > 0:
            await asyncio.sleep(pause)
        return action

    async def _move(self, table: Table, seat: Seat, state: TableState) -> None:
        """Make a move at once, with the lock held."""
        assert state.match is not None, "a seat has the turn"
        action = quick(seat_view(state.match, seat), _level(state, seat), self._random.getrandbits(64))
        await self._play(table, seat, action, state, by_person=False)

    def _done(self, table: Table, task: asyncio.Task[None]) -> None:
        del self._computers[table.id]
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("table %d: a computer's move failed", table.id, exc_info=task.exception())
            self._clock.set(table.id, Timer.COMPUTER, RETRY_AFTER, lambda: self._resume_later(table))
        else:
            self.resume(table)

    async def _resume_later(self, table: Table) -> None:
        self.resume(table)

    async def close(self) -> None:
        """Stop the computers. Everything is saved already."""
        tasks = tuple(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _level(state: TableState, seat: Seat) -> str:
    # A person's seat is held by a regular computer.
    return state.occupant(seat).level or lobby.COMPUTER_LEVEL


def _stands(before: TableState, now: TableState, seat: Seat) -> bool:
    """Tell whether what was thought about is still so: the same cards and actions, and the same player."""
    return now.match is before.match and now.occupant(seat) == before.occupant(seat)


def _decision(table: Table, user_id: int, step: int, token: str) -> tuple[Seat, Action]:
    """Return what a person's press means now. Raises Refused when it means nothing."""
    state = table.state
    seat = state.seat_of(user_id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    if state.match is None:
        raise Refused(Refusal.NOT_STARTED)
    if not table.is_open:
        raise Refused(Refusal.MATCH_OVER)
    if step != state.step:
        raise Refused(Refusal.OLD_BUTTON)
    try:
        return seat, read_action(state.match.deal.phase, token)
    except ValueError:
        raise Refused(Refusal.UNKNOWN_BUTTON) from None
