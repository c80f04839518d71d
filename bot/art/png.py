"""Writing a picture of the table as a small PNG, with a palette made for it."""

from functools import cache
from io import BytesIO
from itertools import chain

from PIL import Image

from bot.art.canvas import (
    DARK,
    FELT,
    FELT_DARK,
    FELT_LIGHT,
    GAIN,
    GOLD,
    LOSS,
    PLATE,
    RIM,
    RIM_LIGHT,
    SHADE,
    SIDES,
    WHITE,
)
from bot.art.cards import BACK, INK, PAPER, faded
from bot.art.shapes import Colour
from pepper.cards import Suit
from pepper.seats import Side

_RED, _BLACK = INK[Suit.HEARTS], INK[Suit.SPADES]
_FADED = tuple(faded(colour) for colour in (PAPER, _RED, _BLACK))
# Every colour of the picture lies between two others: edges are smooth and the felt has a light and a dark end.
# With its 256 colours counted out beforehand a picture is written five times as fast as with a palette of its own.
_RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    (FELT_DARK, FELT_LIGHT, 54),
    (SHADE, FELT_DARK, 12),
    (SHADE, FELT_LIGHT, 8),
    (PAPER, _RED, 20),
    (PAPER, _BLACK, 20),
    (PAPER, FELT, 12),
    (WHITE, PLATE, 16),
    (WHITE, DARK, 10),
    (GOLD, DARK, 12),
    (GOLD, FELT, 16),
    (GOLD, PAPER, 4),
    (SIDES[Side.NS], PLATE, 8),
    (SIDES[Side.EW], PLATE, 8),
    (PAPER, BACK, 8),
    (RIM, RIM_LIGHT, 4),
    (RIM, FELT_DARK, 4),
    (GAIN, PLATE, 6),
    (LOSS, PLATE, 6),
    (_FADED[0], _FADED[1], 8),
    (_FADED[0], _FADED[2], 8),
    (_FADED[0], FELT, 4),
)

# Of zlib's nine levels the third takes a third of the time of the usual sixth, for a file larger by a third.
_COMPRESSION = 3


def png(canvas: Image.Image) -> bytes:
    """Return the picture as a PNG with the table's palette."""
    file = BytesIO()
    flat = canvas.quantize(palette=_palette(), dither=Image.Dither.NONE)
    flat.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


@cache
def _palette() -> Image.Image:
    colours = [blend for start, end, steps in _RAMPS for blend in _ramp(start, end, steps)]
    assert len(colours) <= 256, len(colours)
    palette = Image.new("P", (1, 1))
    palette.putpalette(list(chain.from_iterable(colours)))
    return palette


def _ramp(start: Colour, end: Colour, steps: int) -> list[Colour]:
    parts = [step / (steps - 1) for step in range(steps)]
    return [tuple(round(a + (b - a) * part) for a, b in zip(start, end, strict=True)) for part in parts]  # type: ignore[misc]
