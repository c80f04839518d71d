"""An interaction as a test asks it: who, where, which button, and every answer the bot gave."""

import asyncio
import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord


def refused(status: int, code: int, message: str = "refused") -> discord.HTTPException:
    """Return Discord's refusal of a request, as the client library raises it."""
    response: Any = SimpleNamespace(status=status, reason="because")
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(response, {"code": code, "message": message})


@dataclass(slots=True)
class Answers:
    """What was answered, in order: the kind of answer, what it says, and whether only the person sees it.

    `fails` are raised in turn by the next answers, which then didn't happen.
    """

    given: list[tuple[str, str, bool]] = field(default_factory=list)
    fails: list[Exception] = field(default_factory=list)
    initial: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def is_done(self) -> bool:
        return self.initial > 0

    async def defer(self, *, ephemeral: bool = False) -> None:
        self._answer("defer", "", ephemeral)
        self._begin()

    async def send_message(self, content: str, *, ephemeral: bool = False) -> None:
        self._answer("message", content, ephemeral)
        self._begin()

    async def send(self, content: str, *, ephemeral: bool = False) -> None:
        assert self.initial == 1, "only what has been answered is followed up"
        self._answer("followup", content, ephemeral)

    def _answer(self, kind: str, content: str, ephemeral: bool) -> None:
        if self.fails:
            raise self.fails.pop(0)
        self.given.append((kind, content, ephemeral))
        self.answered.set()

    def _begin(self) -> None:
        assert self.initial == 0, "Discord takes one first answer"
        self.initial += 1


class Asked:
    """A press of a button by person 11."""

    _ids = itertools.count(1)

    def __init__(self, custom_id: Any = "pepper:1:hand", locale: str = "en-US") -> None:
        self.id = next(self._ids)
        self.data = {"custom_id": custom_id, "component_type": 2} if custom_id is not None else None
        self.user = SimpleNamespace(id=11)
        self.locale = locale
        self.created_at = datetime(2026, 1, 1, tzinfo=UTC)
        self.response = self.followup = Answers()

    @property
    def interaction(self) -> discord.Interaction[Any]:
        asked: Any = self
        found: discord.Interaction[Any] = asked
        return found

    @property
    def answers(self) -> list[tuple[str, str, bool]]:
        return self.response.given
