"""What a channel shows. Only the publisher sends and edits public messages, and refreshes open hands."""

from bot.publisher.channel import Channel
from bot.publisher.emojis import is_emoji_refused, strip_emojis
from bot.publisher.hands import OpenHands
from bot.publisher.notices import Notices
from bot.publisher.publisher import Publisher

__all__ = ["Channel", "Notices", "OpenHands", "Publisher", "is_emoji_refused", "strip_emojis"]
