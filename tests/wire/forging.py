"""Presses, choices, forms and commands that nobody was offered, and what they must not change."""

import random
import sqlite3
import string
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.client import PepperBot
from bot.tables import Table
from pepper.deal import legal
from tests.wire.loopback import Loopback
from tests.wire.players import Players
from tests.wire.state import COMMAND, COMPONENT, FORM, MODAL, Channel, Interaction, Json, Message, User

TOKENS = (
    *("pass", "1", "2", "3", "4", "5", "6", "7", "8", "little", "big", "super", "lone-little", "lone-big"),
    *("S", "H", "D", "C", "NT", "keep", "void", "9S", "TD", "JH", "AC", "QS", "KD", "7C", "8H", "1S", "ZZ"),
)
ARGUMENTS = ("", "N", "E", "S", "W", "X", "NS", "on", "off", "0", "1", "-1", "classic", "target", "deck", "__class__")
ALPHABET = string.ascii_letters + string.digits + ":-_ .%/\\'\"\0\n\u202e♠é😀"
OWN_WISHES = ("notices",)  # of whoever presses, with or without a table: nothing that could be forged
READING = ("hand", "last", "rules", "more", "house", "settings")  # verbs that only show something
VALUES = ("", "x", "classic", "bogus", "cut", "90", 0, 1, -1, 45, 10**18, 2.5, True, None, "'; DROP TABLE tables; --")


@dataclass(frozen=True, slots=True)
class Forgery:
    """One thing nobody could do in Discord's client: who, where, and the data that arrives."""

    kind: int
    user: User
    channel: Channel
    data: Json
    source: Message | None = None


class Forger:
    """Makes forgeries about a match of four people, without ever hitting on something that a person may do.

    Strangers press any verb, those seated decisions that aren't theirs now and verbs that only show; all of them
    nonsense. `empty` is a channel without a table, where a command that is believed would open one.
    """

    def __init__(
        self, bot: PepperBot, players: Players, strangers: tuple[User, ...], empty: Channel, seed: int
    ) -> None:
        self._bot = bot
        self._players = players
        self._strangers = strangers
        self._empty = empty
        self._random = random.Random(seed)
        self._verbs = tuple(verb for verb in bot.presses._handlers if verb and verb not in OWN_WISHES)
        self._table = bot.tables.in_channel(players.channel.id)

    def forgeries(self, count: int) -> Iterator[Forgery]:
        """Make so many."""
        kinds = (self._decision, self._decision, self._verb, self._mutated, self._garbage, self._choice, self._form)
        for number in range(count):
            yield self._command() if number % 10 == 0 else self._random.choice(kinds)()

    # --- presses

    def _decision(self) -> Forgery:
        """A decision of somebody else, of another time, or against the rules."""
        random, table = self._random, self._table
        user = random.choice((*self._players.people, *self._strangers))
        now = table.state.step
        step = random.choice((now, now, now - 1, now + 1, 0, random.randrange(1000), 10**8))
        token, number = random.choice(TOKENS), random.choice((table.id, table.id, 0, 2, 10**14))
        if _is_allowed(table, user, number, step, token):
            step = now + 1
        return self._press(user, f"pepper:{number}:{step}:{token}")

    def _verb(self) -> Forgery:
        random = self._random
        verb = random.choice(self._verbs)
        people = (*self._players.people, *self._strangers) if verb in READING else self._strangers
        number = random.choice((self._table.id, self._table.id, 0, 2, 10**14))
        argument = random.choice(ARGUMENTS)
        return self._press(random.choice(people), f"pepper:{number}:{verb}" + (f":{argument}" if argument else ""))

    def _mutated(self) -> Forgery:
        """An id of a button that is there, or of a decision, with some characters changed."""
        random = self._random
        source = self._any_message()
        letters = list(random.choice([*source.interactive(), self._decision().data["custom_id"]]))
        for _ in range(random.randint(1, 4)):
            place = random.randrange(len(letters) + 1)
            letters[place : place + random.randint(0, 2)] = random.choices(ALPHABET, k=random.randint(0, 2))
        return self._press(random.choice(self._strangers), "".join(letters)[:100])

    def _garbage(self) -> Forgery:
        length = self._random.choice((0, 1, 7, 20, 100))
        text = "".join(self._random.choices(ALPHABET, k=length))
        custom_id = self._random.choice((text, f"pepper:{text}"[:100], f"pepper:1:{text}"[:100], f"other:{text}"[:100]))
        return self._press(self._random.choice((*self._players.people, *self._strangers)), custom_id)

    def _choice(self) -> Forgery:
        """A menu's choice where there is no menu."""
        forged = self._random.choice((self._decision, self._verb, self._garbage))()
        values = self._random.choices([str(value) for value in VALUES], k=self._random.randint(0, 3))
        kind = self._random.choice((3, 5, 6, 7, 8))
        return Forgery(
            COMPONENT,
            forged.user,
            forged.channel,
            forged.data | {"component_type": kind, "values": values},
            forged.source,
        )

    def _form(self) -> Forgery:
        """A form that was never opened."""
        forged = self._random.choice((self._decision, self._verb, self._garbage))()
        field = {"type": 4, "id": 2, "custom_id": "target", "value": str(self._random.choice(VALUES))}
        data = {"custom_id": forged.data["custom_id"], "components": [{"type": 1, "id": 1, "components": [field]}]}
        return Forgery(MODAL, forged.user, forged.channel, data, forged.source)

    def _press(self, user: User, custom_id: str) -> Forgery:
        source = self._any_message(user)
        data = {"custom_id": custom_id, "component_type": 2, "id": self._random.randrange(40)}
        return Forgery(COMPONENT, user, source.channel, data, source)

    def _any_message(self, user: User | None = None) -> Message:
        """A public message, or a private one of that person."""
        mine = [] if user is None else [hand for hand in (self._players.hand(user),) if hand is not None]
        return self._random.choice([self._players.public[-1], *mine])

    # --- commands

    def _command(self) -> Forgery:
        """A command that isn't there, or with options that can't be chosen."""
        random = self._random
        root: Json = {"id": random.choice(("1", str(self._table.id))), "name": "pepper", "type": 1}
        nested: Json = {"name": random.choice(("start", "start", "starts", "hand", "")), "type": 1}
        nested["options"] = [self._wrong_option(), *(self._any_option() for _ in range(random.randint(0, 2)))]
        root["options"] = random.choice(([nested], [nested], [{"name": "start", "type": 2, "options": [nested]}], []))
        if random.random() < 0.1:
            root["name"] = "salt"
        user = random.choice((*self._strangers, *self._players.people))
        return Forgery(COMMAND, user, random.choice((self._players.channel, self._empty)), root)

    def _wrong_option(self) -> Json:
        name = self._random.choice(("preset", "partners", "timer"))
        right = {"preset": ("classic",), "partners": ("cut",), "timer": (90, 0)}[name]
        wrong = [value for value in VALUES if value is not None and (value not in right or isinstance(value, bool))]
        return {"name": name, "type": 4 if name == "timer" else 3, "value": self._random.choice(wrong)}

    def _any_option(self) -> Json:
        name = self._random.choice(("seat", "rules", "target", "", "Preset"))
        return {"name": name, "type": self._random.choice((3, 4, 5, 10)), "value": self._random.choice(VALUES[1:7])}


def _is_allowed(table: Table, user: User, number: int, step: int, token: str) -> bool:
    state = table.state
    seat, match = state.seat_of(user.id), state.match
    if number != table.id or step != state.step or match is None or seat is not match.deal.turn:
        return False
    return token in map(str, legal(match.deal))


# --- what must not change, and what must be


async def delivered(server: Loopback, forged: Forgery) -> Interaction:
    """Deliver a forgery and return once it is answered, or has failed."""
    asked = await server._deliver(forged.kind, forged.user, forged.channel, forged.data, source=forged.source)
    if asked.waiting:
        # A busy machine: the bot has deferred its answer.
        await server.shown(asked)
    return asked


def is_private(asked: Interaction) -> bool:
    """Tell whether the person, and nobody else, was told something."""
    if asked.failed or asked.waiting:
        return False
    if asked.response == FORM:
        return True
    shown = asked.followups[-1] if asked.followups else asked.original
    return shown is not None and shown.audience is not None and shown.audience.id == asked.user.id


def everything(bot: PepperBot, server: Loopback, database: Path) -> Any:
    """Return what may not change: every table's state, every row of the database, every public message."""
    states = {table.id: table.state for table in bot.tables.open_tables()}
    public = {one.id: (one.edits, one.components) for one in server.world.messages.values() if not one.ephemeral}
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        rows = dict(enumerate(connection.iterdump()))
    return states, rows, public
