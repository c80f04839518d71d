"""People at a simulated Discord: they read what is shown to them and press what is offered, nothing else."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import simcord
from simcord.backend.access import can_access_message

from bot.client import PepperBot, create_bot
from bot.config import Settings
from bot.publisher import Publisher
from bot.tables import Table, TableState

NAMES = ("Ana", "Bo", "Cy", "Di")
# A lone bid is asked about once more before it counts, so its first button stands for it too.
DECISION = re.compile(r"pepper:\d+:(?P<step>\d+|sure):(?P<token>[^:]+)")


@dataclass(frozen=True, slots=True)
class Button:
    """A button or menu as it is shown. Its id is what the bot gets; people see label and emoji.

    `chosen` are what a menu shows as chosen.
    """

    label: str
    emoji: str
    custom_id: str
    enabled: bool
    is_menu: bool = False
    chosen: tuple[str, ...] = ()

    @property
    def token(self) -> str | None:
        """The action it stands for, None if it is no decision."""
        decision = DECISION.fullmatch(self.custom_id)
        return decision["token"] if decision else None

    @property
    def purpose(self) -> str:
        """What it does and with what, such as "rule:deck"; empty for a link."""
        return self.custom_id.partition(":")[2].partition(":")[2]

    @property
    def verb(self) -> str | None:
        """What it does, None if it is a decision or a link."""
        parts = self.custom_id.split(":")
        return parts[2] if len(parts) > 2 and self.token is None else None


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as somebody sees it: every text in it, alternative texts and labels included."""

    id: int
    is_private: bool
    texts: tuple[str, ...]
    buttons: tuple[Button, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def decisions(self) -> tuple[Button, ...]:
        """The buttons that can be pressed now and stand for an action of the game."""
        return tuple(button for button in self.buttons if button.enabled and button.token)


@dataclass(frozen=True, slots=True)
class Version:
    """A message as it was at one moment: for everybody, or for the one person (by id) whom it is shown to.

    `states` are those of the table that it may have been made from: they came after its readers last saw anything new,
    and the one before. `deals_before` counts the deals there were when the message was first sent.
    """

    message_id: int
    reader: int | None
    texts: tuple[str, ...]
    custom_ids: tuple[str, ...]
    states: tuple[TableState, ...]
    deals_before: int

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


@dataclass(slots=True, eq=False)
class Lounge:
    """A guild with one channel, the real bot in it, everything that was ever shown there, and every state of its table.

    Nobody who plays is told of the states.
    """

    env: simcord.Env
    bot: PepperBot
    channel: simcord.ChannelHandle
    settings: Settings
    states: list[TableState]
    versions: list[Version] = field(default_factory=list)
    news: dict[int | None, int] = field(default_factory=dict)
    first_sent: dict[int, int] = field(default_factory=dict)
    guests: dict[str, "Person"] = field(default_factory=dict)

    def person(self, name: str) -> "Person":
        """Return who has this name, a new member of the guild the first time."""
        if name not in self.guests:
            actor = self.env.guild.add_member(self.env.create_user(name.lower(), global_name=name))
            self.guests[name] = Person(self, actor, name)
        return self.guests[name]

    def people(self, count: int) -> tuple["Person", ...]:
        """Return the first so many of Ana, Bo, Cy and Di."""
        return tuple(map(self.person, NAMES[:count]))

    @property
    def everything_public(self) -> tuple[Version, ...]:
        """Every public message there ever was, with every version of it."""
        return tuple(version for version in self.versions if version.reader is None)

    @property
    def deals(self) -> int:
        """How many deals the match at the table has had."""
        return _deals(self.states[-1]) if self.states else 0

    async def restart(self) -> None:
        """End the bot and start another on the same database."""
        await self.bot.close()
        self.bot = create_bot(self.settings)
        await self.env.restart_bot(self.bot)

    def record(self, message: Any) -> None:
        """Keep a message as it is now."""
        reader = int(message.interaction_metadata["user"]["id"]) if message.is_ephemeral else None
        texts, buttons = _texts(message), _buttons(message.components)
        custom_ids = tuple(button.custom_id for button in buttons if button.custom_id)
        states = tuple(self.states[self.news.get(reader, 0) :])
        self.news[reader] = max(0, len(self.states) - 1)
        deals = min(map(_deals, states), default=0)
        deals_before = self.first_sent.setdefault(message.id, deals)
        self.versions.append(Version(message.id, reader, texts, custom_ids, states, deals_before))


class PatientEnv(simcord.Env):
    """A simulated Discord that gives a bot more than its five seconds as long as the bot is still at work.

    Its own limit can't be raised for that: whatever is due within the limit counts as work.
    """

    ATTEMPTS = 24
    IDLE = 0.002  # seconds between two looks at a bot's work; with SimCord's own 0.05 a press often takes that long

    async def _settle_internal(self, *args: Any, _deadline: float | None = None, **options: Any) -> None:
        options.setdefault("idle", self.IDLE)
        for attempt in range(self.ATTEMPTS):
            try:
                await super()._settle_internal(*args, _deadline=_deadline, **options)
            except TimeoutError:
                if attempt + 1 == self.ATTEMPTS:
                    raise
                if _deadline is not None:
                    _deadline = asyncio.get_running_loop().time() + self.settle_timeout
            else:
                return


@asynccontextmanager
async def open_lounge(database: Path, seed: int = 0, **variables: str) -> AsyncIterator[Lounge]:
    """Give a lounge whose bot keeps its tables in `database`; the variables are the bot's settings.

    The cards and what computers play follow from the seed. Nothing waits: computers move at once. Ends with the bot
    closed; raises what went wrong inside it.
    """
    settings = Settings.from_env({"DATABASE_PATH": str(database), "PACE": "0", "THINKERS": "0", **variables})
    with patch("bot.client.SystemRandom", lambda: Random(seed)), _recorded_states() as states:
        bot = create_bot(settings)
        env = PatientEnv(bot)
        await env.start()
        channel = env.create_guild("Pepper Lounge").create_text_channel("pepper")
        lounge = Lounge(env, bot, channel, settings, states)
        _record_versions(lounge)
        try:
            yield lounge
        finally:
            await env.shutdown()
            await lounge.bot.close()
    env.raise_errors()


@contextmanager
def _recorded_states() -> Iterator[list[TableState]]:
    states: list[TableState] = []
    original = Publisher.changed

    def changed(publisher: Publisher, table: Table, *details: Any, **named: Any) -> None:
        states.append(table.state)
        original(publisher, table, *details, **named)

    with patch.object(Publisher, "changed", changed):
        yield states


def _deals(state: TableState) -> int:
    return len(state.match.deals) if state.match else 0


def _record_versions(lounge: Lounge) -> None:
    backend = lounge.env.backend
    # Every message that is sent is committed, whoever sends it and however.
    commit, edit = backend.commit_message, backend.edit_message

    def committed(*args: Any, **options: Any) -> Any:
        message = commit(*args, **options)
        lounge.record(message)
        return message

    def edited(*args: Any, **options: Any) -> Any:
        message = edit(*args, **options)
        lounge.record(message)
        return message

    backend.commit_message = committed  # type: ignore[method-assign]
    backend.edit_message = edited  # type: ignore[method-assign]


class Person:
    """Somebody in the channel."""

    def __init__(self, lounge: Lounge, actor: simcord.MemberActor, name: str) -> None:
        self.lounge = lounge
        self.actor = actor
        self.name = name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # --- reading

    def sees(self) -> tuple[Shown, ...]:
        """Return every message there is for this person, as it is now, the newest last."""
        env, channel = self.lounge.env, self.lounge.channel
        stored = env.backend.messages.get(channel.id, {})
        return tuple(
            Shown(message.id, message.is_ephemeral, _texts(message), _buttons(message.components))
            for message in sorted(stored.values(), key=lambda message: message.id)
            if can_access_message(env, channel.id, message, self.actor, history=True)
        )

    @property
    def private(self) -> tuple[Version, ...]:
        """Every message that only this person ever saw, with every version of it."""
        return tuple(version for version in self.lounge.versions if version.reader == self.actor.id)

    @property
    def last_private(self) -> Shown:
        """The newest message that only this person sees."""
        return [shown for shown in self.sees() if shown.is_private][-1]

    @property
    def last_public(self) -> Shown:
        """The newest message that everybody sees."""
        return [shown for shown in self.sees() if not shown.is_private][-1]

    @property
    def decisions(self) -> tuple[Button, ...]:
        """What the newest hand of this person lets them decide now; empty when it isn't their turn."""
        hands = [shown for shown in self.sees() if shown.is_private and any(b.verb == "hand" for b in shown.buttons)]
        return hands[-1].decisions if hands else ()

    def offers(self, wanted: str) -> tuple[Shown, Button] | None:
        """Return the newest message with an enabled button or menu of this label, token, verb, purpose or id."""
        for shown in reversed(self.sees()):
            for button in shown.buttons:
                if button.enabled and wanted in (
                    button.label,
                    button.token,
                    button.verb,
                    button.purpose,
                    button.custom_id,
                ):
                    return shown, button
        return None

    # --- doing

    async def slash(self, command: str, **options: Any) -> Shown | None:
        """Use a command. Returns the answer, None if there was none to see."""
        before = len(self.lounge.env.http_requests)
        result = await self.actor.slash(self.lounge.channel, command, **options)
        return self._answer(result, before)

    async def press(self, wanted: str) -> Shown | None:
        """Press the newest enabled button of this label, token, verb or id. Returns the answer as it is now."""
        offered = self.offers(wanted)
        assert offered is not None, f"{self.name} can't press {wanted!r}, only {self._enabled()}"
        return await self.press_on(*offered)

    async def press_on(self, shown: Shown, button: Button) -> Shown | None:
        """Press a button of a message, answered exactly once. Returns the answer as it is now."""
        env, channel = self.lounge.env, self.lounge.channel
        before = len(env.http_requests)
        message = simcord.ResponseMessage(env, env.backend.get_message(channel.id, shown.id))
        return self._answer(await self.actor.click(message, custom_id=button.custom_id), before)

    async def select(self, wanted: str, *values: Any) -> Shown | None:
        """Choose in the newest menu of this placeholder or purpose, answered exactly once. Returns the answer."""
        before = len(self.lounge.env.http_requests)
        return self._answer(await self._choose(wanted, values), before)

    async def fill_in(self, wanted: str, *values: Any, typed: str) -> Shown | None:
        """Press a button, or choose in a menu, that brings a form, and send it filled in. Returns the answer."""
        env = self.lounge.env
        before = len(env.http_requests)
        result = await self._choose(wanted, values)
        assert result.modal is not None, f"{self._answer(result, before)} is no form"
        before = len(env.http_requests)
        return self._answer(await self.actor.submit_modal(result, {"value": typed}), before)

    async def _choose(self, wanted: str, values: Sequence[Any]) -> simcord.InteractionResult:
        offered = self.offers(wanted)
        assert offered is not None, f"{self.name} finds no {wanted!r}, only {self._enabled()}"
        shown, menu = offered
        env = self.lounge.env
        message = simcord.ResponseMessage(env, env.backend.get_message(self.lounge.channel.id, shown.id))
        if menu.is_menu:
            return await self.actor.select(message, list(values), custom_id=menu.custom_id)
        return await self.actor.click(message, custom_id=menu.custom_id)

    def _answer(self, result: simcord.InteractionResult, before: int) -> Shown | None:
        interaction = result._interaction
        answers = [
            request
            for request in self.lounge.env.http_requests[before:]
            if request.method == "POST" and request.path.startswith(f"/interactions/{interaction.id}/")
        ]
        assert len(answers) == 1, f"{self.name} was answered {len(answers)} times"
        assert result.acknowledged, f"{self.name} wasn't answered"
        shown_in = {interaction.message_id, interaction.source_message_id, *interaction.followup_ids} - {None}
        return next((shown for shown in reversed(self.sees()) if shown.id in shown_in), None)

    def _enabled(self) -> list[str]:
        return [button.label for shown in self.sees() for button in shown.buttons if button.enabled]


# --- playing a match


Choice = Callable[[tuple[Button, ...], Random], Button]


def modest(decisions: tuple[Button, ...], random: Random) -> Button:
    """Choose as people do who want to finish: pass or bid 1 or 2, else anything."""
    tokens = {button.token: button for button in decisions}
    if "pass" in tokens:
        return random.choice([tokens[token] for token in ("pass", "1", "2") if token in tokens][:2])
    return tokens["3"] if "3" in tokens else random.choice(decisions)


async def start_match(host: Person, guests: Sequence[Person] = (), **options: str) -> None:
    """Open a table, let the guests join, fill it with computers and start."""
    await host.slash("pepper start", **options)
    for guest in guests:
        await guest.press("join")
    for _ in range(3 - len(guests)):
        await host.press("add")
    await host.press("start")


async def play_through(
    people: Sequence[Person],
    random: Random,
    choose: Choice = modest,
    *,
    until: Callable[[], bool] = lambda: False,
    presses: int = 1000,
) -> int:
    """Play until the match is over, or until something else.

    Returns how many decisions were pressed; fails when nobody can go on.
    """
    for made in range(presses):
        if is_over(people[0]) or until():
            return made
        person = await _whose_turn(people)
        assert person is not None, f"nobody can go on: {[shown.text for shown in people[0].sees()[-3:]]}"
        await person.press(choose(person.decisions, random).custom_id)
    raise AssertionError(f"the match isn't over after {presses} decisions")


def is_over(person: Person) -> bool:
    """Return whether the newest public message offers a rematch."""
    return any(button.verb == "rematch" and button.enabled for button in person.last_public.buttons)


async def _whose_turn(people: Sequence[Person]) -> Person | None:
    for person in people:
        if person.decisions:
            return person
    for person in people:
        if person.offers("hand") is not None:
            await person.press("hand")
            if person.decisions:
                return person
    return None


# --- what a message holds


def _texts(message: Any) -> tuple[str, ...]:
    texts = [message.content, *_strings(message.embeds), *_strings(message.components)]
    files = [text for file in message.attachments for text in (file["filename"], file.get("description"))]
    return tuple(text for text in (*texts, *files) if text)


_READ = frozenset({"content", "label", "description", "placeholder", "title", "name", "value", "text"})


def _strings(part: Any) -> Iterator[str]:
    """Yield what can be read in a component or an embed: texts, labels, options, alternative texts, emojis."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if key in _READ and isinstance(value, str):
                yield value
            else:
                yield from _strings(value)
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for child in part:
            yield from _strings(child)


def _buttons(part: Any) -> tuple[Button, ...]:
    return tuple(_walk_buttons(part))


_MENUS = (3, 5, 6, 7, 8)  # of texts, people, roles, both, channels


def _chosen(menu: Mapping[str, Any]) -> Iterator[str]:
    yield from (option["value"] for option in menu.get("options") or () if option.get("default"))
    yield from (str(value["id"]) for value in menu.get("default_values") or ())


def _walk_buttons(part: Any) -> Iterator[Button]:
    if isinstance(part, Mapping):
        if part.get("type") in (2, *_MENUS) and "custom_id" in part:
            emoji = part.get("emoji") or {}
            label = part.get("label") or part.get("placeholder") or ""
            yield Button(
                label,
                emoji.get("name") or "",
                part["custom_id"],
                not part.get("disabled"),
                part["type"] in _MENUS,
                tuple(_chosen(part)),
            )
        else:
            yield from _walk_buttons(tuple(part.values()))
    elif isinstance(part, (list, tuple)):
        for child in part:
            yield from _walk_buttons(child)
