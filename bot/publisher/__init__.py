"""What a channel shows. Only the publisher sends and edits public messages, and refreshes open hands."""

from bot.publisher.hands import OpenHands
from bot.publisher.publisher import Publisher

__all__ = ["OpenHands", "Publisher"]
