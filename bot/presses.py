"""Presses of buttons: custom ids to and from values, who handles which, and the funnel that answers what goes wrong.

Decisions are `pepper:<table>:<step>:<token>`, everything else `pepper:<table>:<verb>[:<argument>]`.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiohttp
import discord

from bot.i18n import text
from bot.tables import Refusal, Refused
from pepper.deal import Action

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
Parameters = ParamSpec("Parameters")
_Answer = TypeVar("_Answer")

# What a request fails with when Discord or the network is down.
UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)

# Discord wants the first answer within 3 s; a slow disk gets half of that before the press is deferred.
DEFER_AFTER = 1.5

# Discord's 3 seconds have passed; or the answer arrived, though the connection broke before Discord said so.
_UNKNOWN_INTERACTION, _ALREADY_ANSWERED = 10062, 40060
_NOBODY_WAITS = (_UNKNOWN_INTERACTION, _ALREADY_ANSWERED)

# Ids of that many interactions are kept, to know one that Discord delivers again when a connection comes back.
_KEPT_IDS = 10_000

_QUIET_FOR = 0.05  # seconds without a press, after which none is waiting in the connection

_CUSTOM_ID = re.compile(
    r"pepper:(?P<table>[0-9]{1,15}):"
    r"(?:(?P<step>[0-9]{1,9}):(?P<token>[A-Za-z0-9-]{1,12})|(?P<verb>[a-z][a-z-]{0,19})(?::(?P<argument>[\w-]{1,40}))?)"
)


@dataclass(frozen=True, slots=True)
class Press:
    """A press as its custom id says it: a decision has `step` and `token`, anything else `verb` and `argument`.

    Table 0 means none.
    """

    table_id: int
    step: int = 0
    token: str = ""
    verb: str = ""
    argument: str = ""


def decision_id(table_id: int, step: int, action: Action) -> str:
    """Return the custom id of an action of the game at a step of a table."""
    return f"pepper:{table_id}:{step}:{action}"


def verb_id(table_id: int, verb: str, argument: str = "") -> str:
    """Return the custom id of anything else that can be pressed."""
    return f"pepper:{table_id}:{verb}" + (f":{argument}" if argument else "")


def parse(custom_id: str) -> Press:
    """Return what a custom id says. Raises Refused for one that isn't ours."""
    found = _CUSTOM_ID.fullmatch(custom_id)
    if found is None:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    parts = found.groupdict(default="")
    return Press(int(parts["table"]), int(parts["step"] or 0), parts["token"], parts["verb"], parts["argument"])


Handler = Callable[[Interaction, Press], Awaitable[None]]


class Presses:
    """The handlers of verbs, which cogs register, and the one way from a press to its answer.

    `answered` is called with the table's id once a press has been dealt with, however that went.
    """

    DECISION = ""

    def __init__(self, answered: Callable[[int], None]) -> None:
        self._answered = answered
        self._handlers: dict[str, Handler] = {}
        self._under_way: set[asyncio.Task[Any]] = set()
        self._recent: dict[int, None] = {}
        self._stopping = False

    def register(self, verb: str, handler: Handler) -> None:
        """Let a handler answer the presses of a verb, or the decisions of the game for `DECISION`."""
        assert verb not in self._handlers, f"{verb!r} has a handler already"
        self._handlers[verb] = handler

    async def handle(self, interaction: Interaction) -> None:
        """Answer a press exactly once, whatever happens and however often it is delivered."""
        if not self.accept(interaction):
            return
        custom_id = _custom_id(interaction)
        table_id = 0
        try:
            press = parse(custom_id)
            table_id = press.table_id
            await self._handler(press)(interaction, press)
        except Exception as error:  # noqa: BLE001  # the funnel: whatever went wrong is answered and logged
            await answer_error(interaction, error, f"press {_public_part(custom_id)!r}")
        finally:
            self._under_way.discard(_this_task())
            self._answered(table_id)

    def accept(self, interaction: Interaction) -> bool:
        """Note that the current task answers an interaction; False for one that was delivered before."""
        if interaction.id in self._recent:
            log.info("interaction %d was delivered again", interaction.id)
            return False
        self._recent[interaction.id] = None
        if len(self._recent) > _KEPT_IDS:
            del self._recent[next(iter(self._recent))]
        task = _this_task()
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return True

    @property
    def is_stopping(self) -> bool:
        """Whether presses are no longer taken."""
        return self._stopping

    async def stop(self, seconds: float) -> None:
        """Take no more presses, which are answered kindly, and let those under way end.

        What hasn't ended after some seconds is given up.
        """
        self._stopping = True
        now = asyncio.get_running_loop().time
        until = now() + seconds
        while (left := until - now()) > 0:
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=left)
            else:
                await asyncio.sleep(min(left, _QUIET_FOR))
                if not self._under_way:
                    return
        for task in self._under_way:
            task.cancel()
        if self._under_way:
            log.warning("%d presses were given up", len(self._under_way))

    def _handler(self, press: Press) -> Handler:
        if self._stopping:
            raise Refused(Refusal.STOPPING)
        if press.verb not in self._handlers:
            raise Refused(Refusal.UNKNOWN_BUTTON)
        return self._handlers[press.verb]


def answering_refusals(
    command: Callable[Concatenate[Any, Parameters], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[Any, Parameters], Coroutine[Any, Any, None]]:
    """Let a command answer what a table refuses: that is no error of the bot, and reaches no error handler."""

    @wraps(command)
    async def answering(interaction: Interaction, /, *arguments: Parameters.args, **options: Parameters.kwargs) -> None:
        try:
            await command(interaction, *arguments, **options)
        except Refused as refused:
            await answer_error(interaction, refused, f"command {command.__name__}")

    return answering


async def answer_error(interaction: Interaction, error: Exception, what: str) -> None:
    """Tell a person privately what went wrong, and the log if it was our fault."""
    locale = str(interaction.locale)
    if isinstance(error, Refused):
        sentence = text(locale, f"refusal-{error.refusal.value}")
    elif isinstance(error, discord.HTTPException) and error.code in _NOBODY_WAITS:
        log.warning("%s: nobody waits for the answer any more, %.1f s old", what, _age(interaction))
        return
    elif _is_outage(error):
        log.warning("%s: Discord didn't take the answer, %.1f s old: %s", what, _age(interaction), error)
        sentence = text(locale, "error-unexpected")
    else:
        log.error("%s by %d failed", what, interaction.user.id, exc_info=error)
        sentence = text(locale, "error-unexpected")
    try:
        await say(interaction, sentence)
    except UNREACHED as failure:
        log.warning("%s: the answer was refused: %s", what, failure)


async def say(interaction: Interaction, sentence: str) -> None:
    """Answer with a private sentence, as the first response or after a deferral."""
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await once_more(lambda: interaction.response.send_message(sentence, ephemeral=True))


async def once_more(send: Callable[[], Awaitable[_Answer]]) -> _Answer:
    """Send a first answer or an edit, and again if the connection broke; neither can take effect twice.

    Connections are kept open between requests, and Discord closes them when it likes. It also says now and then that it
    doesn't know an interaction which it has just delivered.
    """
    try:
        return await send()
    except (aiohttp.ClientConnectionError, ConnectionError) as error:
        log.info("an answer is sent again: %r", error)
    except discord.NotFound as error:
        if error.code != _UNKNOWN_INTERACTION:
            raise
        log.info("an answer is sent again: %s", error)
    return await send()


@asynccontextmanager
async def deferring(interaction: Interaction) -> AsyncIterator[None]:
    """Defer the answer silently if what is awaited inside takes longer than `DEFER_AFTER` seconds."""
    deferrals: list[asyncio.Task[Any]] = []

    def defer() -> None:
        # Of a command, what follows is as private as the deferral; a press changes nothing by it.
        if not interaction.response.is_done():
            deferrals.append(asyncio.create_task(interaction.response.defer(ephemeral=True), name="deferral"))

    timer = asyncio.get_running_loop().call_later(DEFER_AFTER, defer)
    try:
        yield
    finally:
        timer.cancel()
        for deferral in deferrals:
            await deferral


def _this_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None, "interactions are events, which run in tasks"
    return task


def _is_outage(error: Exception) -> bool:
    # discord.py has tried it several times by then.
    return isinstance(error, (discord.DiscordServerError, discord.RateLimited, aiohttp.ClientError, OSError))


def _custom_id(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def _public_part(custom_id: str) -> str:
    # A decision may be a card laid face down, which doesn't belong in a log.
    found = _CUSTOM_ID.fullmatch(custom_id)
    return custom_id[: found.start("token")] if found and found["token"] else custom_id[:100]


def chosen(interaction: Interaction) -> tuple[str, ...]:
    """Return the values picked in a menu, or typed into a form."""
    data: Any = interaction.data or {}
    if "values" in data:
        return tuple(map(str, data["values"]))
    return tuple(_typed(data.get("components", ())))


def one_chosen(interaction: Interaction) -> str:
    """Return the one value that was picked or typed. Raises Refused when there is none."""
    values = chosen(interaction)
    if not values:
        raise Refused(Refusal.UNKNOWN_BUTTON)
    return values[0]


def _typed(components: Any) -> Iterator[str]:
    for component in components:
        if "value" in component:
            yield str(component["value"])
        yield from _typed(component.get("components", ()))
        if "component" in component:
            yield from _typed((component["component"],))


def _age(interaction: Interaction) -> float:
    return (discord.utils.utcnow() - interaction.created_at).total_seconds()
