"""Card faces and backs for the table, and the same cards in little for emojis. Drawn once, then kept."""

from functools import cache
from io import BytesIO

from PIL import Image

from bot.art.canvas import FELT
from bot.art.lettering import text_mask
from bot.art.shapes import Colour, box, frame, outlined_suit, stamp, suit_mask
from pepper.cards import Card, Rank, Suit

# Two colours, as the bowers need: the left bower is the other jack of the trumps' colour.
_RED: Colour = (200, 25, 43)
_BLACK: Colour = (22, 25, 33)
INK: dict[Suit, Colour] = {Suit.SPADES: _BLACK, Suit.HEARTS: _RED, Suit.DIAMONDS: _RED, Suit.CLUBS: _BLACK}
PAPER: Colour = (255, 253, 247)
_EDGE: Colour = (176, 170, 156)
BACK, _BACK_LINE = (38, 70, 138), (150, 178, 232)

WIDTH, HEIGHT, RADIUS = 118, 164, 13
BACK_WIDTH, BACK_HEIGHT = 22, 31
_EMOJI = 128
_FADED = 0.45


@cache
def face(card: Card) -> Image.Image:
    """Return a card's face, 118 by 164; `box(WIDTH, HEIGHT, RADIUS)` is its outline."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    ink = INK[card.suit]
    stamp(picture, rank_mask(card.rank, 60, 54), (12, 13), ink)
    stamp(picture, suit_mask(card.suit, 30), (WIDTH - 30 - 10, 15), ink)
    stamp(picture, suit_mask(card.suit, 80), ((WIDTH - 80) // 2, HEIGHT - 80 - 9), ink)
    stamp(picture, frame(WIDTH, HEIGHT, RADIUS, 1), (0, 0), _EDGE)
    return picture


@cache
def faded_face(card: Card) -> Image.Image:
    """Return the face of a card that is gone already, as if the cloth showed through."""
    return Image.blend(Image.new("RGB", (WIDTH, HEIGHT), FELT), face(card), _FADED)


def faded(colour: Colour) -> Colour:
    """Return what a card's colour becomes on a faded face."""
    red, green, blue = (round(cloth + (own - cloth) * _FADED) for own, cloth in zip(colour, FELT, strict=True))
    return red, green, blue


@cache
def rank_mask(rank: Rank, width: int, height: int) -> Image.Image:
    """Return a rank's letter or number, exactly as high as asked and narrowed to the width where it must be.

    J and Q hang below the line; they are flattened, not shrunk, so that their stems stay as bold as the others'.
    """
    letter = _ink("10" if rank is Rank.TEN else rank.value, height * 4)
    natural = round(letter.width * height / _ink("K", height * 4).height)
    return letter.resize((min(natural, width), height), Image.Resampling.LANCZOS)


def _ink(text: str, size: int) -> Image.Image:
    mask = text_mask(text, size, size * 3)
    return mask.crop(mask.getbbox())


@cache
def back() -> Image.Image:
    """Return a small card back with transparent corners, 22 by 31."""
    picture = Image.new("RGB", (BACK_WIDTH, BACK_HEIGHT), PAPER)
    stamp(picture, box(BACK_WIDTH - 4, BACK_HEIGHT - 4, 2), (2, 2), BACK)
    stamp(picture, frame(BACK_WIDTH - 10, BACK_HEIGHT - 10, 2, 1), (5, 5), _BACK_LINE)
    picture.putalpha(box(BACK_WIDTH, BACK_HEIGHT, 4))
    return picture


def card_emoji(card: Card) -> bytes:
    """Return a PNG of 128 by 128: a white card with its rank and suit as large as they go."""
    picture = Image.new("RGB", (_EMOJI, _EMOJI), PAPER)
    ink = INK[card.suit]
    rank = rank_mask(card.rank, 72, 72)
    stamp(picture, rank, (max(12, 37 - rank.width // 2), 13), ink)
    size = 72 if card.rank in (Rank.TEN, Rank.QUEEN) else 78
    inner, grown = outlined_suit(card.suit, size, 7)
    stamp(picture, grown, (126 - size, 127 - size), PAPER)
    stamp(picture, inner, (126 - size, 127 - size), ink)
    stamp(picture, frame(124, 128, 20, 3), (2, 0), _EDGE)
    picture.putalpha(_pasted(box(124, 128, 20), (2, 0)))
    return _png(picture)


def suit_emoji(suit: Suit) -> bytes:
    """Return a PNG of 128 by 128: the suit with a white rim, which keeps black suits visible on dark screens."""
    inner, grown = outlined_suit(suit, _EMOJI, 9)
    picture = Image.new("RGB", (_EMOJI, _EMOJI), PAPER)
    stamp(picture, inner, (0, 0), INK[suit])
    picture.putalpha(grown)
    return _png(picture)


def _pasted(mask: Image.Image, at: tuple[int, int]) -> Image.Image:
    whole = Image.new("L", (_EMOJI, _EMOJI))
    whole.paste(mask, at)
    return whole


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
