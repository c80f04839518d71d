"""Hundreds of people at once: a loopback Discord that tells each channel's people what they see, and how they play."""

import asyncio
import gc
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from random import Random

from tests.wire.http import Logged
from tests.wire.loopback import Loopback
from tests.wire.players import button, decisions
from tests.wire.state import ANSWER_SECONDS, Channel, Guild, Interaction, Message, User

KEPT_REQUESTS = 1000
NEWEST = 6  # public messages of a channel that people look at
PATIENCE = 4.0  # seconds without anything to do, after which somebody looks at the hand again


class Tally(deque[Logged]):
    """The log of requests, which counts them by kind and forgets old ones."""

    def __init__(self) -> None:
        super().__init__(maxlen=KEPT_REQUESTS)
        self.kinds: Counter[str] = Counter()

    def append(self, logged: Logged, /) -> None:
        self.kinds[_kind(logged)] += 1
        super().append(logged)


def _kind(logged: Logged) -> str:
    if not 200 <= logged.status < 300:
        return "refused"
    if logged.path.startswith("/interactions/"):
        return "answers"
    if logged.path.startswith("/webhooks/"):
        return "pushed hands"
    if not logged.path.startswith("/channels/"):
        return "others"
    if logged.method == "DELETE":
        return "deletes"
    pictured = isinstance(logged.body, dict) and logged.body.get("attachments")
    return ("sends" if logged.method == "POST" else "edits") + (" with picture" if pictured else "")


class Town(Loopback):
    """A loopback Discord with many channels; `clicks` holds every press and what became of it, oldest first."""

    def __init__(self) -> None:
        super().__init__(schemas=False)
        self._http.requests = self.tally = Tally()
        self.rooms: dict[int, Room] = {}
        self.clicks: list[Click] = []
        # The collector would go through hundreds of thousands of bodies over and over, and people would wait.
        gc.disable()

    def _announce(self, event: str, message: Message) -> None:
        room = self.rooms.get(message.channel.id)
        if room is not None and message.author is self.world.application:
            room.notice(event, message)
        super()._announce(event, message)

    async def pressed(self, user: User, message: Message, custom_id: str, *, times: int = 1) -> Interaction | None:
        """Press a button and wait for the answer, at most Discord's 3 s; None when the button went before the press."""
        try:
            asked = await self.click(user, message.id, custom_id, times=times, wait=False)
        except LookupError:
            return None
        return await self.heard(asked)

    async def heard(self, asked: Interaction) -> Interaction:
        """Wait for the answer, at most Discord's 3 s, and count it."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await asked.heard.wait()
        except TimeoutError:
            pass
        waited = asked.elapsed if asked.answered is not None else None
        self.clicks.append(Click(time.monotonic(), waited, str(asked.data.get("custom_id", "")), asked))
        asked.payload = {}
        return asked


@dataclass(frozen=True, slots=True)
class Click:
    """A press: when it was over, and the seconds until it was answered, None if it wasn't."""

    at: float
    waited: float | None
    custom_id: str
    asked: Interaction


@dataclass(frozen=True, slots=True)
class Habits:
    """How people play: seconds they think on average, and the share of presses that arrive twice."""

    think: float
    twice: float = 0.0


@dataclass(eq=False)
class Room:
    """A channel with up to four people, who play match after match by pressing what they see."""

    town: Town
    channel: Channel
    people: tuple[User, ...]
    habits: Habits
    random: Random
    matches: int = 0
    _table: str = ""  # how the ids of the running table's buttons begin; empty until its lobby is there
    _hands: dict[int, Message] = field(default_factory=dict)
    _public: dict[int, Message] = field(default_factory=dict)
    _seen: dict[int, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    _stir: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    def furnish(cls, town: Town, guild: Guild, people: int, habits: Habits, random: Random) -> "Room":
        """Open a channel with so many people of its own."""
        number = len(town.rooms)
        channel = town.create_channel(guild, f"table-{number}")
        seated = tuple(town.create_user(f"person {number}-{place}") for place in range(people))
        room = town.rooms[channel.id] = cls(town, channel, seated, habits, random)
        return room

    # --- what they see

    def notice(self, event: str, message: Message) -> None:
        """See what the bot shows in the channel."""
        if message.audience is not None:
            # What still comes of the match before is nobody's hand any more.
            if self._table and button(message, "hand").startswith(self._table):
                self._hands[message.audience.id] = message
        elif event == "MESSAGE_DELETE":
            self._public.pop(message.id, None)
        else:
            self._public[message.id] = message
            while len(self._public) > NEWEST:
                del self._public[min(self._public)]
        self._stir.set()

    def _offering(self, verb: str) -> Message | None:
        offering = (
            one for one in reversed(self._public.values()) if button(one, verb).startswith(self._table or "pepper:")
        )
        return next(offering, None)

    def _decisions(self, hand: Message) -> tuple[str, ...]:
        edits, offered = self._seen.get(hand.id, (-1, ()))
        if edits != hand.edits:
            offered = decisions(hand)
            self._seen[hand.id] = hand.edits, offered
        return offered

    def _turn(self) -> tuple[User, Message, str] | None:
        for person in self.people:
            hand = self._hands.get(person.id)
            if hand is not None and (offered := self._decisions(hand)):
                return person, hand, self._choose(offered)
        return None

    def _choose(self, offered: tuple[str, ...]) -> str:
        # A bid of one before a pass, and any card: so matches end soon.
        lowest = [one for one in offered if one.endswith(":1")]
        bidding = any(one.endswith(":pass") for one in offered)
        return lowest[0] if lowest else offered[0] if bidding else self.random.choice(offered)

    # --- what they do

    async def play_match(self) -> None:
        """Open a table, play it to its end, and leave the result standing."""
        await self.begin()
        while self._offering("rematch") is None:
            if self._turn() is None:
                await self._wait_for_a_turn()
                continue
            await asyncio.sleep(self.random.expovariate(1 / self.habits.think))
            # While somebody thought, the hand may have changed.
            if turn := self._turn():
                await self._press(*turn)
        self.matches += 1

    async def begin(self) -> None:
        """Open a lobby, sit down, start, and open everybody's hand; what comes to nothing is tried again."""
        self._hands.clear()
        self._public.clear()
        self._table = ""
        host, *others = self.people
        while (lobby := self._offering("start")) is None:
            await self.town.heard(await self.town.slash(host, self.channel, "pepper start", wait=False))
            await self._until_offered("start")
        self._table = button(lobby, "start").removesuffix("start")
        for person in others:
            await self._press(person, lobby, button(lobby, "join"))
        while (table := self._offering("hand")) is None:
            await self._press(host, lobby, button(lobby, "start"))
            await self._until_offered("hand")
        for person in self.people:
            await self._press(person, table, button(table, "hand"))

    async def _until_offered(self, verb: str) -> None:
        """Wait for a button, but not for ever."""
        while self._offering(verb) is None:
            if not await self._stirred(PATIENCE):
                return

    async def _wait_for_a_turn(self) -> None:
        if await self._stirred(PATIENCE):
            return
        # Nothing came by itself: everybody looks, at the hand or at the table.
        for person in self.people:
            shown = self._hands.get(person.id) or self._offering("hand")
            if shown is not None and (look := button(shown, "hand")):
                await self._press(person, shown, look)

    async def _stirred(self, seconds: float) -> bool:
        self._stir.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._stir.wait()
        except TimeoutError:
            return False
        return True

    async def _press(self, person: User, message: Message, custom_id: str) -> None:
        times = 2 if self.random.random() < self.habits.twice else 1
        await self.town.pressed(person, message, custom_id, times=times)
