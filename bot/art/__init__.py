"""Pictures: the table as a PNG, the cards as application emojis. No words are made here, and no event loop runs."""

from bot.art.emojis import emoji_images, ensure_emojis
from bot.art.table import render_table

__all__ = ["emoji_images", "ensure_emojis", "render_table"]
