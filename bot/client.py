"""The bot as a Discord client: it wires storage, tables, presses and publisher, and loads the cogs."""

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import SystemRandom
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.art import ensure_emojis
from bot.config import Settings
from bot.i18n import FALLBACK, Value, language, text
from bot.presses import Presses, answer_error
from bot.publisher import Channel, Notices, OpenHands, Publisher
from bot.storage import Storage
from bot.tables import Clock, Person, Refusal, Refused, Table, Tables
from bot.thinking import Thinkers, default_count

log = logging.getLogger(__name__)

# It never joins a voice chat, so what that would need isn't missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

COGS = (
    "cogs.lobby",
    "cogs.computers",
    "cogs.play",
    "cogs.seats",
    "cogs.house",
    "cogs.settings",
    "cogs.channels",
    "cogs.standings",
    "cogs.help",
    "cogs.owner",
)
LEAVE_WITHIN = 1.0  # seconds to take leave of Discord; the library waits 10 for a gateway that doesn't answer
EDIT_SPACING = 1.0  # seconds between two edits of one channel, about what Discord takes


NOT_OFFERED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


class PepperBot(commands.AutoShardedBot):
    """The bot. `storage`, `tables`, `publisher` and `hands` are there from `setup_hook` on."""

    storage: Storage
    tables: Tables
    publisher: Publisher
    hands: OpenHands
    notices: Notices

    def __init__(self, settings: Settings) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        # Message events are only counted, their content isn't asked for.
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            **_shards(settings),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            tree_cls=PepperTree,
        )
        self.settings = settings
        self.clock = Clock()
        self.presses = Presses(self.resume)
        self.thinkers = Thinkers(default_count() if settings.thinkers is None else settings.thinkers)
        self.started_at = discord.utils.utcnow()
        self._connected: set[int] = set()
        self.emojis_by_card: dict[str, str] = {}
        self.pepper = app_commands.Group(
            name="pepper",
            description=command_text("command-pepper"),
            guild_only=True,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._owned: set[asyncio.Task[Any]] = set()

    async def setup_hook(self) -> None:
        """Open the database, bring back every table, load the cogs and register the commands."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self.storage = await Storage.open(self.settings.database_path)
        pace = self.settings.pace
        self.tables = Tables(
            self.storage, SystemRandom(), discord.utils.utcnow, pace, self.clock, self._table_changed, self.thinkers
        )
        self.hands = OpenHands(self, self.emojis_by_card)
        channel = Channel(self)
        self.notices = Notices(channel, self.storage, self.clock, self.settings.turn_notice_after, self._hold)
        self.publisher = Publisher(
            self.tables,
            self.storage,
            channel,
            self.hands,
            self.notices,
            self.clock,
            self.emojis_by_card,
            # With no pauses at all, as in tests, edits aren't spaced either; discord.py keeps Discord's limits.
            spacing=EDIT_SPACING if pace else 0,
        )
        for cog in COGS:
            await self.load_extension(cog)
        self.tree.add_command(self.pepper)
        await self.tree.set_translator(PepperTranslator())
        await self.tree.sync()
        self.own(self._load_emojis(), "card emojis")
        self.thinkers.start()
        # No clock runs before there is a connection.
        self.tables.connection_changed(self._is_connected)
        with _uncollected():
            found = await self.tables.restore()
        log.info("matches brought back: %d, after %.1f s", len(found), loop.time() - began)
        for table in found:
            self.own(self._say_back(table), f"return to table {table.id}")

    async def close(self) -> None:
        """Stop computers and drawing, leave Discord, and close the database, whether or not Discord answers."""
        await self.clock.close()
        if hasattr(self, "publisher"):
            await self.tables.close()
            await self.publisher.close()
        await self.thinkers.close()
        for task in tuple(self._owned):
            task.cancel()
        try:
            async with asyncio.timeout(LEAVE_WITHIN):
                await super().close()
        except TimeoutError:
            log.warning("Discord took no leave")
        finally:
            if hasattr(self, "storage"):
                await self.storage.close()

    def own(self, work: Any, name: str) -> None:
        """Run something in the background; its exception is logged."""
        task = asyncio.create_task(work, name=name)
        self._owned.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._owned.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s failed", task.get_name(), exc_info=task.exception())

    async def _load_emojis(self) -> None:
        self.emojis_by_card.update(await ensure_emojis(self))

    def _table_changed(self, table: Table, answered_first: bool) -> None:  # as tables call it
        self.publisher.changed(table, answered_first)

    def _hold(self, table: Table) -> None:
        self.publisher.hold(table)

    async def _say_back(self, table: Table) -> None:
        try:
            await self.publisher.take_turn()
            await self.notices.say_back(table)
        finally:
            self.publisher.changed(table, answered_first=False)
            self.tables.resume(table)

    def resume(self, table_id: int) -> None:
        """Let a table go on after somebody has been answered: computers move, the channel is drawn.

        A table whose channel couldn't be written to tries again.
        """
        table = self.tables.open_table(table_id)
        if table is not None:
            self.tables.go_on(table)
            self.tables.resume(table)
        self.publisher.release(table_id)

    # --- the connection

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of a shard's tables: nobody can press anything."""
        self._connected.discard(shard_id)
        self.tables.connection_changed(self._is_connected)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Give the open turns of a shard's tables their full time."""
        log.info("shard %d is connected", shard_id)
        self._connected.add(shard_id)
        self.tables.connection_changed(self._is_connected)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Log it. It comes seconds after the connection, which may be gone by then: no clock starts here."""
        log.info("shard %d is ready; connected are %d of %s", shard_id, len(self._connected), self.shard_count)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Give the open turns of a shard's tables their full time."""
        log.info("shard %d has resumed", shard_id)
        self._connected.add(shard_id)
        self.tables.connection_changed(self._is_connected)

    def _is_connected(self, table: Table) -> bool:
        return (table.guild_id >> 22) % (self.shard_count or 1) in self._connected

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer every press, choice and form, also one that isn't in its message or isn't ours."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.presses.handle(interaction)

    async def person(self, interaction: discord.Interaction[Any]) -> Person:
        """Return who pressed or typed, and remember the name and locale they go by."""
        person = person_of(interaction)
        await self.storage.remember(person.id, person.name, person.locale)
        return person


class PepperTree(app_commands.CommandTree[PepperBot]):
    """The commands, with one funnel for their errors."""

    async def interaction_check(self, interaction: discord.Interaction[PepperBot], /) -> bool:
        """Take each command once, and none while the bot is being stopped.

        Autocompletion is then simply left unanswered.
        """
        if not interaction.client.presses.accept(interaction):
            return False
        if not interaction.client.presses.is_stopping:
            return True
        if interaction.type is discord.InteractionType.application_command:
            await answer_error(interaction, Refused(Refusal.STOPPING), "a command")
        return False

    async def on_error(
        self, interaction: discord.Interaction[PepperBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person in a sentence, and the log if it was our fault."""
        cause: Exception = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(error, NOT_OFFERED):
            # A command as it was before an update, which Discord's client may still show.
            cause = Refused(Refusal.UNKNOWN_CHOICE)
        name = interaction.command.qualified_name if interaction.command else "unknown"
        await answer_error(interaction, cause, f"command /{name}")

    async def _call(self, interaction: discord.Interaction[PepperBot]) -> None:
        # Options are read before the library begins to catch errors; what Discord would never send is answered, too.
        try:
            await super()._call(interaction)
        except (ValueError, TypeError, LookupError) as error:
            log.warning("a command by %d can't be read: %r", interaction.user.id, error)
            await answer_error(interaction, Refused(Refusal.UNKNOWN_CHOICE), "a command")


@contextmanager
def _uncollected() -> Iterator[None]:
    """Make many lasting things without the collector, which would look through them again and again, now and later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def person_of(interaction: discord.Interaction[Any]) -> Person:
    """Return who pressed or typed."""
    user = interaction.user
    return Person(user.id, user.display_name, str(interaction.locale))


class PepperTranslator(app_commands.Translator):
    """Gives Discord the commands' names and descriptions in the languages we speak."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002  # discord.py's signature
    ) -> str | None:
        """Return a text in a locale, None where English serves."""
        message_id = string.extras.get("id")
        if language(str(locale)) == FALLBACK or message_id is None:
            return None
        return text(str(locale), message_id, **string.extras.get("values", {}))


def command_text(message_id: str, **values: Value) -> app_commands.locale_str:
    """Return a text of a command: in English, with the id and values by which it is translated."""
    return app_commands.locale_str(text("en", message_id, **values), id=message_id, values=values)


def _shards(settings: Settings) -> dict[str, Any]:
    # Without a count discord.py asks Discord for one; without ids it runs them all.
    chosen = {"shard_count": settings.shard_count, "shard_ids": settings.shard_ids and list(settings.shard_ids)}
    return {name: value for name, value in chosen.items() if value is not None}


def create_bot(settings: Settings) -> PepperBot:
    """Return the bot, ready to be run with a token or under a simulated Discord."""
    return PepperBot(settings)
