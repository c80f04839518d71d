"""How cogs answer: in the presser's own private message where there is one, else in a new one."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.client import PepperBot
from bot.i18n import text
from bot.presses import Interaction, deferring, once_more
from bot.publisher import is_emoji_refused, strip_emojis
from bot.screens.hand import hand
from bot.screens.layout import Screen, sentence
from bot.tables import Refusal, Refused, Table, TableState
from pepper.bids import Call
from pepper.view import seat_view

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")


async def answer_hand(interaction: Interaction, table: Table, note: str = "", unsure: Call | None = None) -> None:
    """Show a person their hand, which the bot then keeps fresh.

    `note` is a sentence on top of it, `unsure` a lone bid that is asked about once more.

    Raises Refused for who doesn't sit at the table.
    """
    bot: PepperBot = interaction.client
    shown = table.state
    seat = shown.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    async with deferring(interaction):
        await bot.person(interaction)
    if shown.match is None:
        if not table.is_open:
            raise Refused(Refusal.TABLE_GONE)
        await answer_seated(interaction, table, "hand-before-start")
        return
    screen = hand(str(interaction.locale), table, seat_view(shown.match, seat), bot.emojis_by_card, note, unsure)
    _opened(interaction, table, shown, await answer(interaction, screen))


async def answer_seated(interaction: Interaction, table: Table, message_id: str) -> None:
    """Say something to a person at a lobby; the message becomes their hand when the match starts."""
    locale, shown = str(interaction.locale), table.state
    _opened(interaction, table, shown, await answer(interaction, sentence(text(locale, message_id))))


async def answer_sentence(interaction: Interaction, message_id: str, **values: str | int) -> None:
    """Answer with a sentence."""
    await answer(interaction, sentence(text(str(interaction.locale), message_id, **values)))


async def answer(interaction: Interaction, screen: Screen) -> int:
    """Answer in the presser's own private message where there is one, else in a new one. Returns the message's id."""
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return await answer_anew(interaction, screen)
    if interaction.response.is_done():
        await _sent(screen, lambda: interaction.edit_original_response(view=screen))
    else:
        await _sent(screen, lambda: interaction.response.edit_message(view=screen))
    return message.id


async def answer_anew(interaction: Interaction, screen: Screen) -> int:
    """Answer in a new private message and return its id."""
    if interaction.response.is_done():
        sent: discord.WebhookMessage = await interaction.followup.send(view=screen, ephemeral=True, wait=True)
        return sent.id
    response = await _sent(screen, lambda: interaction.response.send_message(view=screen, ephemeral=True))
    assert response.message_id is not None, "the answer is a message"
    return response.message_id


async def _sent(screen: Screen, send: Callable[[], Awaitable[_Answer]]) -> _Answer:
    """Send a screen, and again without emojis if Discord refuses one."""
    try:
        return await once_more(send)
    except discord.HTTPException as error:
        if not is_emoji_refused(error):
            raise
        log.warning("an emoji was refused, letters serve instead: %s", error)
        strip_emojis(screen)
        return await once_more(send)


def _opened(interaction: Interaction, table: Table, shown: TableState, message_id: int) -> None:
    bot: PepperBot = interaction.client
    bot.hands.opened(table, shown, interaction.user.id, str(interaction.locale), interaction.token, message_id)
    if table.state is not shown:
        # Somebody acted while the answer was under way, and this hand wasn't there yet to be refreshed.
        bot.publisher.changed(table, answered_first=False)
