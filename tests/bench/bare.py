"""The yardstick: a bare bot that answers a press by editing an ephemeral hand, and does nothing else.

`python -m tests.wire.launch tests.bench.bare [plain]` runs it against a loopback Discord. Its buttons are a dynamic
item, which survives a restart as this project's must, or with `plain` ordinary ones, which don't and cost less.
"""

import io
import os
import sys
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

NAME = "pepper_JH_310067"
HEADLINE = "### Waiting for Clara"
FACTS = (
    "You **27** · They **24** · to 42\n"
    "Dora plays **1 in ♠ Spades**.\n"
    "Tricks: you 2, they 0\n"
    "On the table: Dora {emoji} 👑"
)
CARDS = ("J♥", "Q♥", "K♦", "10♣", "9♠")
PER_ROW = 4


class Hand(discord.ui.LayoutView):
    """What a hand of the real bot looks like after a card was played: five to one left, texts and two more buttons."""

    def __init__(self, emoji: discord.Emoji, step: int, kind: type[discord.ui.Button[Any]] = discord.ui.Button) -> None:
        super().__init__(timeout=None)
        held = CARDS[step % len(CARDS) :]
        cards = [kind(label=card, custom_id=f"bare:{step}:{card}", emoji=emoji) for card in held]
        more = [kind(label=label, custom_id=f"bare:{step}:{label}") for label in ("Refresh", "Last trick")]
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(HEADLINE),
                discord.ui.TextDisplay(FACTS.format(emoji=emoji)),
                discord.ui.TextDisplay("# " + " ".join(str(emoji) for _ in held)),
                discord.ui.Separator(spacing=discord.SeparatorSpacing.small),
                *(discord.ui.ActionRow(*cards[start : start + PER_ROW]) for start in range(0, len(cards), PER_ROW)),
                discord.ui.ActionRow(*more),
                accent_colour=0x2E7D4F,
            )
        )


class Card(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"bare:(?P<step>\d+):(?P<card>.+)"):
    """Answers a press with the next hand."""

    def __init__(self, step: int, card: str) -> None:
        super().__init__(discord.ui.Button(custom_id=f"bare:{step}:{card}"))
        self.step = step

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: Any, /) -> Self:
        return cls(int(match["step"]), match["card"])

    async def callback(self, interaction: discord.Interaction[Any], /) -> None:
        bot: BareBot = interaction.client
        await interaction.response.edit_message(view=Hand(bot.emoji, self.step + 1))


class PlainCard(discord.ui.Button[Any]):
    """Answers a press with the next hand, as long as its view is kept in memory."""

    async def callback(self, interaction: discord.Interaction[Any], /) -> None:
        assert self.custom_id is not None
        bot: BareBot = interaction.client
        step = int(self.custom_id.split(":")[1])
        await interaction.response.edit_message(view=Hand(bot.emoji, step + 1, PlainCard))


@app_commands.command()
async def hand(interaction: discord.Interaction[Any]) -> None:
    """Shows a hand."""
    bot: BareBot = interaction.client
    await interaction.response.send_message(view=Hand(bot.emoji, 0, bot.button), ephemeral=True)


class BareBot(commands.AutoShardedBot):
    button: type[discord.ui.Button[Any]] = discord.ui.Button
    emoji: discord.Emoji

    async def setup_hook(self) -> None:
        picture = io.BytesIO()
        Image.new("RGBA", (128, 128)).save(picture, "PNG")
        self.emoji = await self.create_application_emoji(name=NAME, image=picture.getvalue())
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
