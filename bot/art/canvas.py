"""The table's measures and colours, its empty felt, and putting shapes and words on it."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from PIL import Image, ImageChops

from bot.art.lettering import text_mask
from bot.art.shapes import Colour, box, frame, stamp
from pepper.seats import Seat, Side

WIDTH, HEIGHT = 900, 560

WHITE: Colour = (255, 255, 255)
DARK: Colour = (13, 27, 23)
SHADE: Colour = (6, 32, 22)
PLATE: Colour = (9, 38, 27)
GOLD: Colour = (255, 206, 74)
GAIN: Colour = (126, 231, 135)
LOSS: Colour = (255, 123, 114)
SIDES: Mapping[Side, Colour] = MappingProxyType({Side.NS: (255, 138, 101), Side.EW: (104, 190, 255)})

# Where each seat's card lies, its middle; the same place has the seat's call during the auction.
SPOTS: Mapping[Seat, tuple[int, int]] = MappingProxyType(
    {Seat.NORTH: (450, 160), Seat.EAST: (582, 280), Seat.SOUTH: (450, 400), Seat.WEST: (318, 280)}
)

RIM, RIM_LIGHT = (66, 40, 24), (112, 72, 42)
FELT_LIGHT, FELT, FELT_DARK = (30, 122, 78), (21, 96, 62), (12, 70, 47)
_RIM_WIDTH = 10


def empty_table() -> Image.Image:
    """Return a fresh canvas: the felt and its wooden rim."""
    return _felt().copy()


@cache
def _felt() -> Image.Image:
    canvas = Image.new("RGB", (WIDTH, HEIGHT), RIM)
    stamp(canvas, frame(WIDTH - 4, HEIGHT - 4, 12, 2), (2, 2), RIM_LIGHT)
    inner = (WIDTH - 2 * _RIM_WIDTH, HEIGHT - 2 * _RIM_WIDTH)
    # A lamp over the table: light in the middle.
    lamp = Image.radial_gradient("L").resize((inner[0], inner[1]), Image.Resampling.BICUBIC)
    cloth = Image.composite(Image.new("RGB", inner, FELT_DARK), Image.new("RGB", inner, FELT_LIGHT), lamp)
    canvas.paste(ImageChops.add(cloth, _weave(inner)), (_RIM_WIDTH, _RIM_WIDTH), box(*inner, 14))
    return canvas


# Pillow finds palette colours in steps of four levels; this pattern of 0 to 3 hides the steps, as cloth does.
_THREADS = ((0, 2, 0, 2), (3, 1, 3, 1), (1, 3, 0, 2), (2, 0, 3, 1))


def _weave(size: tuple[int, int]) -> Image.Image:
    pattern = Image.new("L", size)
    pattern.putdata([_THREADS[y % 4][x % 4] for y in range(size[1]) for x in range(size[0])])
    return Image.merge("RGB", (pattern, pattern, pattern))


def centred(canvas: Image.Image, mask: Image.Image, at: tuple[int, int], colour: Colour, opacity: float = 1.0) -> None:
    """Colour the canvas through a mask whose middle stands at `at`."""
    stamp(canvas, mask, (at[0] - mask.width // 2, at[1] - mask.height // 2), colour, opacity)


def write(
    canvas: Image.Image, text: str, at: tuple[int, int], colour: Colour, size: int, width: int, lowest: int = 0
) -> None:
    """Write a line of text with its middle at `at`, at most `width` pixels wide."""
    centred(canvas, text_mask(text, size, width, lowest), at, colour)
