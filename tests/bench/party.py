"""Four people who play whole matches on the real bot by pressing what their hands offer."""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial

from tests.wire.loopback import Loopback
from tests.wire.players import Players, Turn, button
from tests.wire.state import Interaction, Message

CARD = re.compile(r"[7-9TJQKA][SHDC]")

Press = Callable[[], Awaitable[Interaction]]


class Party(Players):
    """Four people in one channel; they bid as little as they may, name the first trump and play the first card.

    `patient` people press only when the table shows what the last one did, and their hand came by itself.
    """

    def __init__(self, server: Loopback, *, patient: bool = False) -> None:
        super().__init__(server, server.create_channel(server.create_guild()))
        self._patient = patient

    async def card_presses(self) -> AsyncGenerator[Press, None]:
        """Plays match after match, and yields every play of a card for the caller to press."""
        while True:
            await self.open()
            await self.begin()
            for player in self.people:
                await self.look(player)
            while (turn := await self.turn()) is not None:
                if CARD.fullmatch(turn.token):
                    yield partial(self.decide, turn)
                else:
                    await self.decide(turn)

    def _choose(self, choices: tuple[str, ...]) -> str:
        return next((one for one in choices if one.endswith(":1")), choices[0])

    async def decide(self, turn: Turn) -> Interaction:
        """Make a decision, whose answer must be the hand it is made in."""
        before = self.public[-1]
        edits = before.edits
        pressed = await super().decide(turn)
        assert pressed.message is turn.hand, f"{turn.custom_id} must be answered in the hand it is pressed in"
        if self._patient:
            await self.server.until(lambda: self._is_drawn(before, edits))
        return pressed

    def _is_drawn(self, before: Message, edits: int) -> bool:
        """Whether the newest public message has changed and is the table with its picture, or the result."""
        newest = self.public[-1]
        return (newest is not before or newest.edits > edits) and bool(newest.attachments or button(newest, "rematch"))
