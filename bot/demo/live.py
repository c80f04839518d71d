"""SimCord's simulated Discord and its page, with real time. Only this module knows SimCord.

SimCord is a test tool: it freezes time, waits for the bot after every press and publishes on request. What is
changed here is only that.
"""

import asyncio
import base64
import logging
import signal
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Any

import discord
import simcord
from discord.ext import commands
from simcord.backend.cdn import CDN_BASE, CdnStore
from simcord.preview import Preview

from bot.demo.errors import DemoError
from bot.i18n import text

Bot = commands.Bot | commands.AutoShardedBot

PEOPLE = ("Ana", "Bo", "Cy", "Di")
TICK = 0.5
"""Seconds between two looks at the clock; the page itself asks for news twice a second."""
PATIENCE = 0.25
"""Seconds a press waits for what it set off; what takes longer goes on by itself and shows when it is done."""
OUTDATED = 4
"""How many earlier publications of a page are remembered, for presses that were made on them."""
PICTURES = 200
"""How many uploaded files are kept; older ones belong to tables that were drawn anew."""

_log = logging.getLogger(__name__)


class _RecentFiles(CdnStore):
    """Uploaded files, the oldest forgotten: a table is drawn anew with every move, for hours."""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        while len(self._blobs) >= PICTURES:
            del self._blobs[next(iter(self._blobs))]
        return super().store_attachment(attachment_id, channel_id, filename, data, description)


class _LiveEnv(simcord.Env):
    """A simulated Discord whose clock is the real one, for a bot that is never done."""

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, settle_timeout=PATIENCE)
        self.backend.cdn = _RecentFiles()
        self.backend.edit_bot_profile("Pepper")
        self.backend.advance_clock(max(0.0, self.behind()))
        self._reported = 0

    def behind(self) -> float:
        """Return by how many seconds the simulated clock is behind the real one; negative if it is ahead."""
        return (datetime.now(UTC) - self.now()).total_seconds()

    async def _settle_internal(self, **options: Any) -> None:
        # Computers move a second after a press, so "everything is done" is not worth waiting for.
        try:
            await super()._settle_internal(**options)
        except TimeoutError:
            _log.debug("Work goes on after %s seconds", PATIENCE)

    async def catch_up(self) -> None:
        """Let the time pass that has passed, with the timers in it."""
        if (seconds := self.behind()) > 0:
            try:
                await self.advance_time(seconds)
            except TimeoutError:
                _log.debug("The clock is %.1f seconds behind", self.behind())

    def take_news(self) -> bool:
        """Return whether the bot asked anything of Discord since the last call, and forget what it was."""
        news = bool(self.http_requests)
        self.http_requests.clear()
        self.backend.transcript.clear()
        return news

    def report_errors(self) -> None:
        """Log what went wrong inside the bot since the last call."""
        for error in self.errors_since(self._reported):
            _log.error("The bot failed", exc_info=error)
        self._reported = self.error_cursor


class _LivePreview(Preview):
    """A page that shows what is new without being asked and takes one press at a time."""

    def __init__(self, env: _LiveEnv, channel: simcord.ChannelHandle, **options: Any) -> None:
        super().__init__(env, channel, **options)
        self._turn = asyncio.Lock()
        self._live = env
        self._shown: dict[str, deque[tuple[int, Mapping[str, Any]]]] = {}

    async def tick(self) -> None:
        """Let time pass, and publish if that or a press changed anything."""
        async with self._turn:
            await self._live.catch_up()
            self._live.report_errors()
            if self._live.take_news():
                self._advance_presentation_time()
                for page in tuple(self._pages.values()):
                    self._publish(page, reason="refresh")
            self._shown = {page: shown for page, shown in self._shown.items() if page in self._pages}

    def _publish(self, page: Any, **options: Any) -> None:
        self._shown.setdefault(page.id, deque(maxlen=OUTDATED)).append((page.revision, page.snapshot))
        super()._publish(page, **options)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        # SimCord refuses two operations at once, and the page locks for good when its press is refused so.
        async with self._turn:
            return await super()._action(context_id, self._brought_up_to_date(context_id, body))

    def _brought_up_to_date(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what was done just before a publication as done after it, where that makes no difference.

        A page learns of a publication up to half a second late, and SimCord refuses what it does until then.
        """
        page = self._pages.get(context_id or "")
        snapshot = dict(self._shown.get(context_id or "", ())).get(body.get("published_revision", 0))
        if page is None or snapshot is None:
            return body
        kind, key = body.get("kind"), body.get("control_key")
        before = _control(snapshot, key)
        same_button = kind == "click" and before is not None and before == _control(page.snapshot, key)
        if kind in ("run_command", "autocomplete_command", "send_message") or same_button:
            return {**body, "published_revision": page.revision}
        return body


def _control(part: Any, key: object) -> Mapping[str, Any] | None:
    """Return the button of a page's snapshot that has this key, wherever it is nested."""
    if isinstance(part, Mapping):
        if part.get("control_key") == key:
            return part
        part = tuple(part.values())
    if not isinstance(part, (list, tuple)):
        return None
    return next((found for child in part if (found := _control(child, key)) is not None), None)


async def serve(bot: Bot, port: int | None) -> None:
    """Serve the bot on a page until Ctrl-C, SIGTERM or the page's own End, then close it.

    Raises DemoError when the page can't be opened, as on a port that is taken.
    """
    env = _LiveEnv(bot)
    try:
        with _stop_signals() as stop:
            await env.start()
            with env.time_context():
                await _serve(env, bot, port, stop)
    except simcord.SetupError as error:
        raise DemoError(f"The demo can't open its page: {error}") from error
    finally:
        await env.shutdown()
        await bot.close()


async def _serve(env: _LiveEnv, bot: discord.Client, port: int | None, stop: asyncio.Event) -> None:
    channel, people = _lounge(env)
    await _welcome(bot, channel)
    preview = _LivePreview(
        env,
        channel,
        viewers=people,
        layout="channel",
        display="responsive",
        width=960,
        height=720,
        locale="en-US",
        timezone="UTC",
        presentation_time=None,
        assets=await _emoji_pictures(env, bot),
        port=port or 0,
    )
    async with preview:
        print(f"Pepper is at {preview.url}\nOpen it in a browser. Ctrl-C ends the demo.", flush=True)
        ended = asyncio.ensure_future(preview.wait_closed())
        ended.add_done_callback(lambda _: stop.set())
        while not stop.is_set():
            await preview.tick()
            await _pause(stop)


def _lounge(env: simcord.Env) -> tuple[simcord.ChannelHandle, tuple[simcord.MemberActor, ...]]:
    guild = env.create_guild("Pepper Lounge")
    channel = guild.create_text_channel("pepper")
    return channel, tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE)


async def _welcome(bot: discord.Client, channel: simcord.ChannelHandle) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text("en", "demo-welcome"))))
    await bot.get_partial_messageable(channel.id).send(view=view)


async def _emoji_pictures(env: simcord.Env, bot: discord.Client) -> dict[str, tuple[str, bytes]]:
    """Return what the bot uploaded as its emojis under the addresses where the page looks for them.

    SimCord keeps emojis without their pictures, but the requests that brought them are at hand.
    """
    pictures = {
        request.json["name"]: base64.b64decode(request.json["image"].partition(",")[2])
        for request in env.http_requests
        if request.method == "POST" and request.path.endswith("/emojis") and request.json is not None
    }
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": (f"{emoji.name}.png", pictures[emoji.name])
        for emoji in await bot.fetch_application_emojis()
        if emoji.name in pictures
    }


@contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """Give an event that Ctrl-C and SIGTERM set, instead of ending the program half-way."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _pause(stop: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(stop.wait(), TICK)
    except TimeoutError:
        return
