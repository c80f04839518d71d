"""Outlines as smooth grey masks: suits, boxes, stars and speech bubbles. Whoever stamps one picks a colour."""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from pepper.cards import Suit

Point = tuple[float, float]
Colour = tuple[int, int, int]

# Drawn this much larger and averaged down: Pillow's shapes have hard edges.
_SUPERSAMPLING = 6


def smooth(width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, int], None]) -> Image.Image:
    """Return a mask of the given size; `paint` draws it in white on black, all lengths times the scale it is given."""
    large = Image.new("L", (width * _SUPERSAMPLING, height * _SUPERSAMPLING))
    paint(ImageDraw.Draw(large), _SUPERSAMPLING)
    return large.reduce(_SUPERSAMPLING)


def stamp(canvas: Image.Image, mask: Image.Image, at: tuple[int, int], colour: Colour, opacity: float = 1.0) -> None:
    """Colour the canvas through a mask whose top left corner stands at `at`."""
    canvas.paste(colour, (*at, at[0] + mask.width, at[1] + mask.height), faded(mask, opacity))


def faded(mask: Image.Image, opacity: float) -> Image.Image:
    """Return the mask with its opacity multiplied, 0 to 1."""
    return mask if opacity >= 1 else Image.blend(Image.new("L", mask.size), mask, opacity)


@lru_cache(maxsize=128)
def box(width: int, height: int, radius: int) -> Image.Image:
    """Return a box with round corners."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        draw.rounded_rectangle((0, 0, width * scale - 1, height * scale - 1), radius * scale, 255)

    return smooth(width, height, paint)


@lru_cache(maxsize=32)
def frame(width: int, height: int, radius: int, line: int) -> Image.Image:
    """Return the outline of a box with round corners, `line` pixels thick."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        draw.rounded_rectangle(
            (0, 0, width * scale - 1, height * scale - 1), radius * scale, outline=255, width=line * scale
        )

    return smooth(width, height, paint)


@lru_cache(maxsize=32)
def shadow(width: int, height: int, radius: int, blur: int) -> Image.Image:
    """Return a soft box, larger than the given size by twice the blur on every side."""
    mask = Image.new("L", (width + 4 * blur, height + 4 * blur))
    mask.paste(box(width, height, radius), (2 * blur, 2 * blur))
    return mask.filter(ImageFilter.GaussianBlur(blur))


@lru_cache(maxsize=64)
def disc(size: int) -> Image.Image:
    """Return a filled circle."""
    return smooth(size, size, lambda draw, scale: draw.ellipse((0, 0, size * scale - 1, size * scale - 1), 255))


@lru_cache(maxsize=16)
def ring(size: int, line: int) -> Image.Image:
    """Return a circle, `line` pixels thick."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        draw.ellipse((0, 0, size * scale - 1, size * scale - 1), outline=255, width=line * scale)

    return smooth(size, size, paint)


@lru_cache(maxsize=16)
def star(size: int) -> Image.Image:
    """Return a star with five points."""
    points = []
    for corner in range(10):
        reach = 0.5 if corner % 2 == 0 else 0.21
        turn = math.pi * (corner / 5 - 0.5)
        points.append((reach * math.cos(turn), reach * math.sin(turn) + 0.03))
    return smooth(size, size, lambda draw, scale: draw.polygon(_placed(points, size * scale), 255))


@lru_cache(maxsize=64)
def polygon(width: int, height: int, corners: tuple[Point, ...]) -> Image.Image:
    """Return a filled polygon; its corners are in pixels."""
    return smooth(width, height, lambda draw, scale: draw.polygon([(x * scale, y * scale) for x, y in corners], 255))


@lru_cache(maxsize=64)
def suit_mask(suit: Suit, size: int) -> Image.Image:
    """Return the suit's shape, filling a square of the given size."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        for outline in _OUTLINES[suit]:
            draw.polygon(_placed(outline, size * scale), 255)

    return smooth(size, size, paint)


@lru_cache(maxsize=8)
def outlined_suit(suit: Suit, size: int, margin: int) -> tuple[Image.Image, Image.Image]:
    """Return the suit's shape in a square of the given size, and the same grown by the margin on every side."""
    inner = Image.new("L", (size, size))
    inner.paste(suit_mask(suit, size - 2 * margin), (margin, margin))
    large = inner.resize((size * 4, size * 4), Image.Resampling.BICUBIC)
    # Blurred by as much as it should grow, the edge is where the grey is nearly gone.
    blurred = large.filter(ImageFilter.GaussianBlur(margin * 2))
    grown = blurred.point([min(255, max(0, level - 10) * 20) for level in range(256)]).reduce(4)
    return inner, grown


def _placed(outline: Iterable[Point], size: int) -> list[Point]:
    return [((x + 0.5) * size, (y + 0.5) * size) for x, y in outline]


def _curve(start: Point, *bends: tuple[Point, Point, Point]) -> list[Point]:
    """Follow cubic Bézier curves; each bend has two control points and an end."""
    points = [start]
    for first, second, end in bends:
        (x0, y0), steps = points[-1], 24
        for step in range(1, steps + 1):
            t, s = step / steps, 1 - step / steps
            a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            points.append(
                (a * x0 + b * first[0] + c * second[0] + d * end[0], a * y0 + b * first[1] + c * second[1] + d * end[1])
            )
    return points


def _mirrored(right: list[Point]) -> list[Point]:
    return right + [(-x, y) for x, y in reversed(right)]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = [math.tau * step / 64 for step in range(64)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


# The unit square from -0.5 to 0.5, y downward.
_HEART = _mirrored(
    _curve(
        (0.0, 0.48),
        ((0.06, 0.36), (0.20, 0.25), (0.32, 0.12)),
        ((0.42, 0.02), (0.49, -0.07), (0.49, -0.20)),
        ((0.49, -0.36), (0.38, -0.46), (0.26, -0.46)),
        ((0.13, -0.46), (0.04, -0.38), (0.0, -0.26)),
    )
)
_STEM = _mirrored(_curve((0.02, 0.0), ((0.03, 0.28), (0.06, 0.42), (0.21, 0.49))))
_SPADE = [(x * 0.96, -y * 0.87 - 0.075) for x, y in _HEART]
_DIAMOND = _mirrored(
    _curve((0.0, -0.5), ((0.08, -0.34), (0.26, -0.13), (0.39, 0.0)), ((0.26, 0.13), (0.08, 0.34), (0.0, 0.5)))
)
_CLUB = (_circle(0.0, -0.265, 0.225), _circle(-0.265, 0.095, 0.225), _circle(0.265, 0.095, 0.225))
_CLUB_HEART = [(0.0, -0.26), (0.2, 0.1), (0.0, 0.2), (-0.2, 0.1)]
_OUTLINES: dict[Suit, tuple[list[Point], ...]] = {
    Suit.SPADES: (_SPADE, _STEM),
    Suit.HEARTS: (_HEART,),
    Suit.DIAMONDS: (_DIAMOND,),
    Suit.CLUBS: (*_CLUB, _CLUB_HEART, _STEM),
}
