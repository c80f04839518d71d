"""Open hands: the private messages people have on screen, and refreshing them while their token lives."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from bot.i18n import text
from bot.presses import UNREACHED
from bot.publisher.emojis import is_emoji_refused, strip_emojis
from bot.screens.hand import hand
from bot.screens.layout import Screen, sentence
from bot.tables import Table, TableState
from pepper.view import seat_view

log = logging.getLogger(__name__)

# Discord takes a token for 15 minutes; one known to be dead must not be used.
TOKEN_LIFE = timedelta(minutes=14)


@dataclass(slots=True)
class _OpenHand:
    """A private message: the token and id by which it is edited, and what it showed last."""

    token: str
    message_id: int
    opened: datetime
    locale: str
    deal: int
    step: int
    away: bool
    out: bool
    held: bool


class OpenHands:
    """The newest private message of each person at each table."""

    def __init__(self, client: discord.Client, emojis: Mapping[str, str]) -> None:
        self._client = client
        self._emojis = emojis
        self._open: dict[int, dict[int, _OpenHand]] = {}

    def opened(self, table: Table, state: TableState, user_id: int, locale: str, token: str, message_id: int) -> None:
        """Note that a person has just been shown a state of a table in a private message."""
        deal = len(state.match.deals) - 1 if state.match else -1
        away = _is_away(state, user_id)
        out = _sits_out(state, user_id)
        now, held = discord.utils.utcnow(), table.waits_for_channel
        shown = _OpenHand(token, message_id, now, locale, deal, state.step, away, out, held)
        if table.is_open:
            self._open.setdefault(table.id, {})[user_id] = shown

    async def refresh(self, table: Table) -> None:
        """Refresh the hands of whoever must act now, has been dealt new cards, sits out, is away or has left.

        All are refreshed when the table begins to wait for its channel, or goes on.

        Failures change nothing else.
        """
        for user_id, shown in tuple(self._open.get(table.id, {}).items()):
            if discord.utils.utcnow() - shown.opened > TOKEN_LIFE:
                self._forget(table, user_id, shown)
            elif self._is_due(table, user_id, shown):
                await self._refresh(table, user_id, shown)
        if not table.is_open:
            self._open.pop(table.id, None)

    def _is_due(self, table: Table, user_id: int, shown: _OpenHand) -> bool:
        state = table.state
        if state.seat_of(user_id) is None or shown.away != _is_away(state, user_id):
            return True
        if state.match is None:
            return False
        if shown.held != table.waits_for_channel:
            return True
        if shown.step == state.step and shown.deal >= 0 and table.is_open:
            return False
        if _sits_out(state, user_id) and not shown.out:
            return True
        turn = table.turn is not None and state.occupant(table.turn).user_id == user_id
        return turn or shown.deal < len(state.match.deals) - 1 or not table.is_open

    async def _refresh(self, table: Table, user_id: int, shown: _OpenHand) -> None:
        state = table.state
        seat = state.seat_of(user_id)
        if seat is None:
            # Who has left reads no cards any more.
            self._forget(table, user_id, shown)
            screen = sentence(text(shown.locale, "left"))
        else:
            assert state.match is not None, "a lobby has no hands to refresh"
            # Noted before the request: what happens meanwhile makes the hand due again.
            shown.step, shown.deal = state.step, len(state.match.deals) - 1
            shown.away, shown.out = _is_away(state, user_id), _sits_out(state, user_id)
            shown.held = table.waits_for_channel
            screen = hand(shown.locale, table, seat_view(state.match, seat), self._emojis)
        application_id = self._client.application_id
        assert application_id is not None, "a client that got presses is logged in"
        webhook = discord.Webhook.partial(application_id, shown.token, client=self._client)
        try:
            await _edit(webhook, shown.message_id, screen)
        except UNREACHED as error:
            # Dismissed by its owner, or the token died early: My hand brings a new one.
            log.info("table %d: the hand of %d can't be refreshed: %s", table.id, user_id, error)
            self._forget(table, user_id, shown)

    def _forget(self, table: Table, user_id: int, shown: _OpenHand) -> None:
        hands = self._open.get(table.id, {})
        if hands.get(user_id) is shown:
            del hands[user_id]


async def _edit(webhook: discord.Webhook, message_id: int, screen: Screen) -> None:
    try:
        await webhook.edit_message(message_id, view=screen)
    except discord.HTTPException as error:
        if not is_emoji_refused(error):
            raise
        strip_emojis(screen)
        await webhook.edit_message(message_id, view=screen)


def _sits_out(state: TableState, user_id: int) -> bool:
    """Whether a person's partner plays this deal alone."""
    seat = None if state.match is None else state.match.deal.preparation.sitting_out
    return seat is not None and state.occupant(seat).user_id == user_id


def _is_away(state: TableState, user_id: int) -> bool:
    return any(person.away for person in state.people if person.user_id == user_id)
