"""The cards and suits as the application's own emojis on Discord."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import aiohttp
import discord

from bot.art.cards import card_emoji, suit_emoji
from pepper.cards import Suit, deck

log = logging.getLogger(__name__)

_PREFIX = "pepper_"


@cache
def emoji_images() -> Mapping[str, bytes]:
    """Return a PNG of 128 by 128 pixels for each of the 32 cards and the four suits.

    A name is `pepper_`, the token of the card or suit, and a mark of the picture, such as `pepper_JH_402817`: changed
    art has a new name. Takes some 300 ms of CPU the first time.
    """
    pictures = {str(card): card_emoji(card) for card in deck(32)} | {str(suit): suit_emoji(suit) for suit in Suit}
    return MappingProxyType({f"{_PREFIX}{token}_{_mark(png)}": png for token, png in pictures.items()})


async def ensure_emojis(client: discord.Client) -> dict[str, str]:
    """Upload the emojis the application lacks, delete those of older art, and return them as message text by token.

    The tokens are those of cards and suits, `JH` or `S`. What Discord refuses is logged and left out, or served by its
    older picture; without emojis at all the dictionary is empty.
    """
    images = await asyncio.to_thread(emoji_images)
    try:
        present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("no card emojis: Discord doesn't list the application's: %s", error)
        return {}
    emojis: dict[str, str] = {}
    for name, image in images.items():
        older = [emoji for emoji in present.values() if emoji.name != name and _token(emoji.name) == _token(name)]
        emoji = present.get(name) or await _create(client, name, image)
        if emoji is not None:
            await _delete(older)
        elif older:
            emoji = older[-1]
        if emoji is not None:
            emojis[_token(name)] = str(emoji)
    return emojis


async def _create(client: discord.Client, name: str, image: bytes) -> discord.Emoji | None:
    try:
        return await client.create_application_emoji(name=name, image=image)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("emoji %s was not uploaded: %s", name, error)
        return None


async def _delete(emojis: list[discord.Emoji]) -> None:
    for emoji in emojis:
        try:
            await emoji.delete()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("older emoji %s was not deleted: %s", emoji.name, error)


def _token(name: str) -> str:
    """Return the card or suit an emoji's name stands for, empty for emojis that aren't ours."""
    token, mark, _ = name.removeprefix(_PREFIX).partition("_")
    return token if name.startswith(_PREFIX) and mark else ""


def _mark(png: bytes) -> str:
    # Digits alone: letters among them could read as another card.
    return f"{int.from_bytes(hashlib.sha256(png).digest()) % 1_000_000:06}"
