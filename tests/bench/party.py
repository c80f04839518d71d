"""Four people who play whole matches on the real bot by pressing what their hands offer."""

import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial

from tests.wire.loopback import Loopback
from tests.wire.state import Channel, Interaction, Message, User

NAMES = ("anna", "ben", "clara", "dora")
CARD = re.compile(r"pepper:\d+:\d+:[7-9TJQKA][SHDC]")
DECISION = re.compile(r"pepper:\d+:\d+:.+")

Press = Callable[[], Awaitable[Interaction]]


class Party:
    """Four people in one channel; they bid as little as they may, name the first trump and play the first card.

    `patient` people press only when the table shows what the last one did, and their hand came by itself.
    """

    def __init__(self, server: Loopback, *, patient: bool = False) -> None:
        self._server = server
        self._patient = patient
        self._channel: Channel = server.create_channel(server.create_guild())
        self._people = tuple(server.create_user(name) for name in NAMES)
        self._hands: dict[User, Message] = {}

    async def card_presses(self) -> AsyncGenerator[Press, None]:
        """Plays match after match, and yields every play of a card for the caller to press."""
        while True:
            await self._begin()
            while (turn := await self._turn()) is not None:
                person, custom_id = turn
                if CARD.fullmatch(custom_id):
                    yield partial(self._decide, person, custom_id)
                else:
                    await self._decide(person, custom_id)

    async def _begin(self) -> None:
        host, *others = self._people
        await self._server.slash(host, self._channel, "pepper start")
        lobby = await self._shown("start")
        for person in others:
            await self._server.click(person, lobby.id, verb(lobby, "join"))
        await self._server.click(host, lobby.id, verb(lobby, "start"))
        table = await self._shown("hand")
        for person in self._people:
            self._hands[person] = (await self._server.click(person, table.id, verb(table, "hand"))).message

    async def _shown(self, wanted: str) -> Message:
        await self._server.until(lambda: self._public() and verb(self._newest(), wanted))
        return self._newest()

    async def _turn(self) -> tuple[User, str] | None:
        """Who may act and what they press, hands refreshed by their owners where needed; None after the match."""
        for person in self._people:
            if (choice := decision(self._hands[person])) is not None:
                return person, choice
        for person in self._people:
            refresh = verb(self._hands[person], "hand")
            if refresh:
                await self._press(person, refresh)
            if (choice := decision(self._hands[person])) is not None:
                return person, choice
        return None

    async def _decide(self, person: User, custom_id: str) -> Interaction:
        before = self._newest()
        edits = before.edits
        pressed = await self._press(person, custom_id)
        if self._patient:
            await self._server.until(lambda: self._is_drawn(before, edits))
        return pressed

    async def _press(self, person: User, custom_id: str) -> Interaction:
        pressed = await self._server.click(person, self._hands[person].id, custom_id)
        assert pressed.message is self._hands[person], f"{custom_id} must be answered in the hand it is pressed in"
        return pressed

    def _public(self) -> list[Message]:
        return [one for one in self._server.visible(self._people[0], self._channel) if not one.ephemeral]

    def _newest(self) -> Message:
        return self._public()[-1]

    def _is_drawn(self, before: Message, edits: int) -> bool:
        """Whether the newest public message has changed and is the table with its picture, or the result."""
        newest = self._newest()
        return (newest is not before or newest.edits > edits) and bool(newest.attachments or verb(newest, "rematch"))


def verb(message: Message, wanted: str) -> str:
    """The custom id of a message's button with a verb, empty where there is none."""
    return next((custom_id for custom_id in message.interactive() if custom_id.endswith(f":{wanted}")), "")


def decision(hand: Message) -> str | None:
    """The first decision a hand offers, a bid of 1 before a pass and a pass before more; None where it offers none."""
    offered = [one for one, part in hand.interactive().items() if DECISION.fullmatch(one) and not part.get("disabled")]
    return next((one for one in offered if one.endswith(":1")), offered[0] if offered else None)
