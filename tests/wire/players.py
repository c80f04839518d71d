"""People who play whole matches on the real bot: they press what they are shown, and nothing else."""

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.wire.loopback import Loopback
from tests.wire.state import Channel, Interaction, Message, User

NAMES = ("anna", "ben", "clara", "dora")
DECISION = re.compile(r"pepper:\d+:(?P<step>\d+):(?P<token>.+)")
LOOK_AGAIN = 0.5  # seconds until people who saw nothing to do look at their hands again


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision somebody is offered, and the button that makes it."""

    player: User
    hand: Message
    custom_id: str

    @property
    def step(self) -> int:
        return int(self.custom_id.split(":")[2])

    @property
    def token(self) -> str:
        return self.custom_id.split(":")[3]


class Players:
    """Up to four people in one channel, the first of whom is host; what they choose follows from the seed."""

    def __init__(self, server: Loopback, channel: Channel, names: tuple[str, ...] = NAMES, seed: int = 0) -> None:
        self.server = server
        self.channel = channel
        self.people = tuple(server.create_user(name) for name in names)
        self._random = Random(seed)

    @property
    def host(self) -> User:
        return self.people[0]

    # --- what they see

    @property
    def public(self) -> tuple[Message, ...]:
        """Every public message, oldest first."""
        return tuple(one for one in self.server.visible(self.host, self.channel) if not one.ephemeral)

    def offering(self, verb: str) -> Message:
        """Return the newest public message with an enabled button of a verb; raises LookupError for none."""
        for message in reversed(self.public):
            if button(message, verb):
                return message
        raise LookupError(f"nobody can press {verb}: {[one.texts() for one in self.public]}")

    @property
    def is_over(self) -> bool:
        """Whether the newest message with something to press is a result."""
        for message in reversed(self.public):
            if any(button(message, verb) for verb in ("start", "hand", "rematch")):
                return bool(button(message, "rematch"))
        return False

    def hand(self, player: User) -> Message | None:
        """Return the newest private message of somebody from which the hand can be refreshed."""
        mine = [one for one in self.server.visible(player, self.channel) if one.ephemeral and button(one, "hand")]
        return mine[-1] if mine else None

    def offered(self) -> Turn | None:
        """Return a decision of whoever is offered some, chosen by the seed."""
        for player in self.people:
            hand = self.hand(player)
            if hand is not None and (choices := decisions(hand)):
                return Turn(player, hand, self._choose(choices))
        return None

    def _choose(self, choices: tuple[str, ...]) -> str:
        # Pass or the lowest bid: whoever wants to finish doesn't gamble.
        tokens = [custom_id.split(":")[3] for custom_id in choices]
        if "little" in tokens:
            return choices[self._random.randrange(min(2, len(choices)))]
        return self._random.choice(choices)

    # --- what they do

    async def open(self, **options: Any) -> Interaction:
        """Open a table; returns once its lobby is there."""
        asked = await self.server.slash(self.host, self.channel, "pepper start", **options)
        await self.server.until(lambda: any(button(one, "start") for one in self.public))
        return asked

    async def begin(self) -> None:
        """Let everybody join, computers take what is free, and the host start; returns once the table is there."""
        lobby = self.offering("start")
        for player in self.people[1:]:
            await self.press(player, lobby, "join")
        await self.press(self.host, lobby, "start")
        await self.server.until(lambda: any(button(one, "hand") and one.attachments for one in self.public))

    async def press(self, player: User, message: Message, wanted: str) -> Interaction:
        """Press a message's button, by its verb or whole id."""
        return await self.server.click(player, message.id, button(message, wanted) or wanted)

    async def look(self, player: User) -> Interaction:
        """Open somebody's hand, or refresh it where it is open."""
        hand = self.hand(player) or self.offering("hand")
        return await self.press(player, hand, "hand")

    async def turn(self, looks: int = 40) -> Turn | None:
        """Return the next decision, None after the match; people look at their hands where none came by itself.

        Raises TimeoutError when nothing is offered after so many looks.
        """
        for look in range(looks):
            try:
                await self.server.until(lambda: self.is_over or self.offered(), LOOK_AGAIN if look else 0.01)
            except TimeoutError:
                for player in self.people:
                    if not self.is_over:
                        await self.look(player)
                continue
            return None if self.is_over else self.offered()
        raise TimeoutError(f"nobody can go on: {[one.texts() for one in self.public[-3:]]}")

    async def decide(self, turn: Turn) -> Interaction:
        """Make a decision."""
        return await self.press(turn.player, turn.hand, turn.custom_id)

    async def play(self, presses: int = 3000) -> int:
        """Play on until the match is over or so many decisions are made, each answered; returns how many were."""
        for made in range(presses):
            turn = await self.turn()
            if turn is None:
                return made
            decided = await self.decide(turn)
            assert not decided.failed, f"{turn.custom_id} was not answered: {decided.refusals}"
        return presses


def button(message: Message, wanted: str) -> str:
    """Return the custom id of an enabled button by its verb or whole id, empty where there is none."""
    for custom_id, part in message.interactive().items():
        if not part.get("disabled") and (custom_id == wanted or custom_id.split(":")[2:3] == [wanted]):
            return custom_id
    return ""


def decisions(hand: Message) -> tuple[str, ...]:
    """Return the custom ids of the decisions a hand offers."""
    offered = hand.interactive().items()
    return tuple(one for one, part in offered if DECISION.fullmatch(one) and not part.get("disabled"))
