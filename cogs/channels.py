"""What happens to channels: messages pile up or vanish, channels, threads, permissions and servers come and go."""

import discord
from discord.ext import commands

from bot.client import PepperBot
from bot.tables import Table


async def setup(bot: PepperBot) -> None:
    """Listen."""
    await bot.add_cog(Channels(bot))


class Channels(commands.Cog):
    """Listens to what concerns the channels of tables."""

    def __init__(self, bot: PepperBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what buries a table."""
        table = self._bot.tables.open_in(message.channel.id)
        if table is not None and (self._bot.user is None or message.author.id != self._bot.user.id):
            self._bot.publisher.message_seen(table)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Send a deleted table again."""
        await self._deleted(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Send a deleted table again."""
        await self._deleted(payload.channel_id, payload.message_ids)

    async def _deleted(self, channel_id: int, message_ids: set[int]) -> None:
        table = self._bot.tables.open_in(channel_id)
        if table is not None:
            for message_id in message_ids & {table.message_id, table.notice_id}:
                await self._bot.publisher.message_deleted(table, message_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that is gone, and of its threads."""
        await self._close(channel.id)
        if isinstance(channel, (discord.TextChannel, discord.ForumChannel)):
            for thread in channel.threads:
                await self._close(thread.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        await self._close(payload.thread_id)

    async def _close(self, channel_id: int) -> None:
        table = self._bot.tables.open_in(channel_id)
        if table is not None:
            await self._bot.publisher.channel_gone(table)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that has removed the bot."""
        for table in self._of_guild(guild.id):
            await self._bot.publisher.channel_gone(table)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Hold the table of a thread that is archived or locked, go on when it is opened again."""
        table = self._bot.tables.open_in(payload.thread_id)
        if table is None:
            return
        state = payload.data["thread_metadata"]
        if state["archived"] or state.get("locked", False):
            self._bot.publisher.hold(table)
        else:
            self._bot.resume(table.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Try again where permissions may be back."""
        del before
        self._try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again where permissions may be back."""
        del before
        self._try_again(after.guild.id)

    def _try_again(self, guild_id: int) -> None:
        for table in self._of_guild(guild_id):
            if table.unreachable:
                self._bot.resume(table.id)

    def _of_guild(self, guild_id: int) -> tuple[Table, ...]:
        return tuple(table for table in self._bot.tables.open_tables() if table.guild_id == guild_id)
