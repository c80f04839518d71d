"""A small bot that does everything the loopback Discord judges: commands, presses, forms, deferrals."""

import asyncio
import os
from typing import Any, Self

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands


class Board(discord.ui.LayoutView):
    """Says how often it was pressed; its button's custom id names what the next press does."""

    def __init__(self, presses: int, verb: str = "edit", label: str = "Press") -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(f"pressed {presses} times"))
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label=label, custom_id=f"sample:{verb}:{presses}"))
        row.add_item(discord.ui.Button(label="Never", custom_id="never", disabled=True))
        self.add_item(row)


class NameForm(discord.ui.Modal, title="Your name"):
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"sample:(?P<verb>\w+):(?P<presses>\d+)"):
    """Does what the verb of its custom id says, once the bot's gate is open."""

    def __init__(self, verb: str, presses: int) -> None:
        super().__init__(discord.ui.Button(custom_id=f"sample:{verb}:{presses}"))
        self.verb = verb
        self.presses = presses

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Any, /) -> Self:
        return cls(match["verb"], int(match["presses"]))

    async def callback(self, interaction: discord.Interaction[Any], /) -> None:
        bot: SampleBot = interaction.client
        bot.seen.append(interaction)
        await bot.gate.wait()
        try:
            await getattr(self, self.verb)(interaction)
        except discord.HTTPException as error:
            bot.errors.append((error.status, error.code))
        except aiohttp.ServerDisconnectedError:
            bot.lost += 1

    async def edit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Board(self.presses + 1))

    async def twice(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Board(self.presses + 1, "twice"))
        interaction.response._response_type = None
        await interaction.response.send_message("again")

    async def think(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("found it")

    async def quiet(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(view=Board(self.presses + 1, "quiet"))

    async def form(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(NameForm())

    async def wordy(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=Board(1, label="x" * 81))


class SampleBot(commands.AutoShardedBot):
    """Answers `/board` privately and `/post` in public; `seen` holds the presses it knows, `errors` refusals."""

    def __init__(self, shards: int = 1) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__((), intents=intents, shard_count=shards, guild_ready_timeout=0.02, help_command=None)
        self.gate = asyncio.Event()
        self.gate.set()
        self.seen: list[discord.Interaction[Any]] = []
        self.errors: list[tuple[int, int]] = []
        self.delivered = 0
        self.lost = 0

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        self.tree.add_command(board)
        self.tree.add_command(menu)
        self.tree.add_command(post)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Lets the bot identify at once; the library sleeps five seconds before a second time."""

    async def on_interaction(self, _interaction: discord.Interaction[Any]) -> None:
        self.delivered += 1


class Menu(discord.ui.View):
    """Repeats what was chosen."""

    @discord.ui.select(
        custom_id="menu",
        options=[discord.SelectOption(label="Hearts", value="H"), discord.SelectOption(label="Spades", value="S")],
    )
    async def choose(self, interaction: discord.Interaction[Any], select: discord.ui.Select[Self]) -> None:
        await interaction.response.edit_message(content=f"chose {select.values[0]}", view=None)


@app_commands.command()
async def menu(interaction: discord.Interaction[Any]) -> None:
    """Offers two suits."""
    await interaction.response.send_message("choose", view=Menu(), ephemeral=True)


@app_commands.command()
async def board(interaction: discord.Interaction[Any], verb: str = "edit") -> None:
    """Shows a private board."""
    await interaction.response.send_message(view=Board(0, verb), ephemeral=True)


@board.autocomplete("verb")
async def verbs(_interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    """Suggests what a press may do."""
    return [app_commands.Choice(name=verb, value=verb) for verb in ("edit", "twice", "think") if typed in verb]


@app_commands.command()
async def post(interaction: discord.Interaction[Any], text: str = "hello") -> None:
    """Posts in the channel, beside the answer."""
    bot: SampleBot = interaction.client
    await interaction.response.defer(ephemeral=True)
    channel = interaction.channel
    assert isinstance(channel, discord.abc.Messageable)
    try:
        await channel.send(text)
    except discord.HTTPException as error:
        bot.errors.append((error.status, error.code))
    await interaction.edit_original_response(content="done")


if __name__ == "__main__":
    SampleBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
