"""People, places, messages and interactions as the loopback Discord records them."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import discord

Json = dict[str, Any]

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

TEXT, VOICE, PUBLIC_THREAD = 0, 2, 11
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
SAY, THINK, DEFER_EDIT, EDIT, SUGGEST, FORM = 4, 5, 6, 7, 8, 9

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0

BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_external_emojis=True,
    use_application_commands=True,
).value
MEMBER_PERMISSIONS = BOT_PERMISSIONS


@dataclass(frozen=True, slots=True)
class User:
    """Somebody; `permissions` are what the person may do in every guild."""

    id: int
    name: str
    locale: str = "en-US"
    permissions: int = MEMBER_PERMISSIONS
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Guild:
    """A server people are on."""

    id: int
    name: str
    locale: str = "en-US"


@dataclass(slots=True)
class Channel:
    """A text channel, a voice channel or a thread, with what the bot may do in it."""

    id: int
    guild: Guild
    name: str
    kind: int = TEXT
    parent: "Channel | None" = None
    bot_permissions: int = BOT_PERMISSIONS
    archived: bool = False
    locked: bool = False

    def bot_may(self, **permissions: bool) -> bool:
        """Tells whether the bot holds every permission named."""
        wanted = discord.Permissions(**permissions)
        return wanted <= discord.Permissions(self.bot_permissions)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message."""

    id: int
    filename: str
    data: bytes
    description: str | None = None


@dataclass(slots=True)
class Message:
    """A message as it stands now; an ephemeral one has an `audience` of one person."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    audience: User | None = None
    edits: int = 0
    edited_at: float | None = None
    pinged: tuple[int, ...] = ()
    cause: "Interaction | None" = None

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return self.audience is not None

    def visible_to(self, user: User) -> bool:
        """Tells whether that person sees the message."""
        return self.audience is None or self.audience.id == user.id

    def parts(self) -> Iterator[Json]:
        """Yields every component, nested ones and accessories included, in reading order."""
        return walk(self.components)

    def interactive(self) -> dict[str, Json]:
        """Maps each custom id to the button or select that bears it."""
        return {part["custom_id"]: part for part in self.parts() if "custom_id" in part}

    def texts(self) -> tuple[str, ...]:
        """Gathers everything in it a person could read, labels and alt texts included."""
        return tuple(_strings([self.content, self.embeds, self.components])) + tuple(
            file.description for file in self.attachments if file.description
        )


READABLE = ("content", "label", "title", "description", "name", "value", "text", "placeholder")


def _strings(value: Any, key: str = "content") -> Iterator[str]:
    if isinstance(value, str):
        if value and key in READABLE:
            yield value
    elif isinstance(value, dict):
        for inner, item in value.items():
            yield from _strings(item, inner)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, key)


def walk(components: Any) -> Iterator[Json]:
    """Yields components depth first, whatever shape the list has."""
    for part in components if isinstance(components, list) else ():
        if isinstance(part, dict):
            yield part
            yield from walk(part.get("components"))
            yield from walk([part.get("accessory"), part.get("component")])


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer Discord wouldn't take."""

    status: int
    code: int


@dataclass(slots=True)
class Interaction:
    """One press, command or form on its way to the bot, and what became of it.

    `delivered` and `answered` are seconds of the server's clock; `original` is what `@original` means. `heard` is set
    with the first answer, for who waits among hundreds.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    source: Message | None
    delivered: float
    payload: Json = field(default_factory=dict)
    answered: float | None = None
    response: int | None = None
    original: Message | None = None
    waiting: bool = False
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def failed(self) -> bool:
        """Whether the person reads "This interaction failed"."""
        return self.answered is None

    @property
    def elapsed(self) -> float:
        """Seconds from delivery to the first answer; raises AssertionError when there was none."""
        assert self.answered is not None, f"{self.data} was not answered: {self.refusals}"
        return self.answered - self.delivered

    @property
    def message(self) -> Message:
        """The message the answer made or edited; raises AssertionError when it touched none."""
        assert self.original is not None, f"{self.data} was answered by no message: {self.refusals}"
        return self.original

    @property
    def messages(self) -> tuple[Message, ...]:
        """The answer's message and every follow-up."""
        first = () if self.original is None else (self.original,)
        return first + tuple(self.followups)
