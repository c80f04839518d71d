"""Application emojis that Discord refuses, as it now and then does with valid ones: buttons serve without them."""

import discord

from bot.screens.layout import Screen

BAD_BODY = 50035


def is_emoji_refused(error: discord.HTTPException) -> bool:
    """Tell whether Discord refused a message for an emoji in it."""
    return error.code == BAD_BODY and "emoji" in error.text.lower()


def strip_emojis(screen: Screen) -> None:
    """Take the emojis off a screen's buttons, which all have labels."""
    for item in screen.walk_children():
        if isinstance(item, discord.ui.Button):
            item.emoji = None
