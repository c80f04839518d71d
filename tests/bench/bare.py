"""The yardstick: a bare bot that answers a press by editing an ephemeral hand, and does nothing else.

`python -m tests.wire.launch tests.bench.bare [plain]` runs it against a loopback Discord. Its buttons are a dynamic
item, which survives a restart as this project's must, or with `plain` ordinary ones, which don't and cost less.
"""

import os
import sys
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

TEXT = (
    "### Hearts are trump · Anna bid 4 · you and Ben 12, they 9\n"
    "Trick 3 of 5: Ben led the queen of hearts, Clara threw the nine of spades, Dora followed with the ace of hearts. "
    "Your right bower is the highest card still out; the left bower fell in the first trick and nobody has more than "
    "one heart. You need two of the three tricks that are left. Anna leads the next one unless you win this, and "
    "it is your turn now."
)
CARDS = ("J♥", "J♦", "A♥", "K♥", "Q♥", "10♥", "9♥", "A♠", "K♠", "A♣", "K♣", "9♦")
PER_ROW = 4


class Hand(discord.ui.LayoutView):
    """A text of about 400 characters and twelve buttons in rows of four."""

    def __init__(self, step: int, button: type[discord.ui.Button[Any]] = discord.ui.Button) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay(TEXT))
        for start in range(0, len(CARDS), PER_ROW):
            row: discord.ui.ActionRow[Self] = discord.ui.ActionRow()
            for number in range(start, start + PER_ROW):
                row.add_item(button(label=CARDS[number], custom_id=f"bare:{step}:{number}"))
            self.add_item(row)


class Card(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"bare:(?P<step>\d+):(?P<card>\d+)"):
    """Answers a press with the next hand."""

    def __init__(self, step: int, card: int) -> None:
        super().__init__(discord.ui.Button(custom_id=f"bare:{step}:{card}"))
        self.step = step

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Any, /) -> Self:
        return cls(int(match["step"]), int(match["card"]))

    async def callback(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.edit_message(view=Hand(self.step + 1))


class PlainCard(discord.ui.Button[Any]):
    """Answers a press with the next hand, as long as its view is kept in memory."""

    async def callback(self, interaction: discord.Interaction[Any], /) -> None:
        assert self.custom_id is not None
        step = int(self.custom_id.split(":")[1])
        await interaction.response.edit_message(view=Hand(step + 1, PlainCard))


@app_commands.command()
async def hand(interaction: discord.Interaction[Any]) -> None:
    """Shows a hand."""
    bot: BareBot = interaction.client
    await interaction.response.send_message(view=Hand(0, bot.button), ephemeral=True)


class BareBot(commands.AutoShardedBot):
    button: type[discord.ui.Button[Any]] = discord.ui.Button

    async def setup_hook(self) -> None:
        if self.button is discord.ui.Button:
            self.add_dynamic_items(Card)
        self.tree.add_command(hand)
        await self.tree.sync()


def main() -> None:
    """Runs the bot with the token of DISCORD_TOKEN, one shard, guilds its only intent."""
    bot = BareBot((), intents=discord.Intents(guilds=True), shard_count=1, help_command=None)
    if "plain" in sys.argv[1:]:
        bot.button = PlainCard
    bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
