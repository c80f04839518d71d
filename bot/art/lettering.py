"""Setting text that people wrote: any script a bundled font holds, cut to a width, and never outside its box."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

# Noto Sans first, then emojis and symbols, then the other scripts. Pillow's own font has no accents.
_LATIN, _EMOJI, _SYMBOLS = "NotoSans[wght].ttf", "NotoEmoji[wght].ttf", "NotoSansSymbols[wght].ttf"
_UNKNOWN, _ELLIPSIS = "•", "…"
_MARKS_A_LETTER = 1
_BOLD = 700
_CAPITALS = 0.714  # of the size, in Noto Sans

Runs = tuple[tuple[str, int], ...]


@cache
def _font_files() -> tuple[Path, ...]:
    folder = Path(str(files("manimgx_fonts")))
    scripts = sorted(path.name for path in folder.glob("NotoSans*.ttf") if "Italic" not in path.name)
    return tuple(folder / name for name in dict.fromkeys((_LATIN, _EMOJI, _SYMBOLS, *scripts)))


@lru_cache(maxsize=256)
def font(size: int, number: int = 0, weight: int = _BOLD) -> ImageFont.FreeTypeFont:
    """Return a font at a size in pixels; `number` counts the font files from 0, `weight` goes from 400 to 700."""
    opened = ImageFont.truetype(_font_files()[number], size)
    opened.set_variation_by_axes([weight])
    return opened


@lru_cache(maxsize=1024)  # the names at some 250 tables, about 6 MB
def text_mask(text: str, size: int, width: int, lowest: int = 0) -> Image.Image:
    """Return a line of text as a mask at most `width` wide; half-way down it is the middle of its capitals.

    A text that is too wide is set smaller than `size`, down to `lowest` (0: not at all), then cut.
    """
    lowest = lowest or size
    clean = legible(text)
    while size > lowest and _length(_runs(clean), size) > width:
        size -= 1
    runs = _cut(clean, size, width)
    half = font(size).getmetrics()[0] - round(size * _CAPITALS / 2)
    mask = Image.new("L", (max(1, min(width, ceil(_length(runs, size)))), 2 * half))
    draw = ImageDraw.Draw(mask)
    x = 0.0
    for run, number in runs:
        draw.text((x, half + round(size * _CAPITALS / 2)), run, 255, font(size, number), anchor="ls")
        x += font(size, number).getlength(run)
    return mask


def legible(text: str) -> str:
    """Return the text as it can be set in one line: fancy letters folded to plain ones, what can't be seen dropped.

    At most one mark stays on a letter, so that piles of them don't leave the line; unknown characters become dots.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFKC", text):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind.startswith("Z") or character in "\t\r\n":
            kept.append(" ")
        elif not _is_dropped(character, kind) and marks <= _MARKS_A_LETTER:
            kept.append(character if _font_of(character) is not None else _UNKNOWN)
    return " ".join("".join(kept).split())


def _is_dropped(character: str, kind: str) -> bool:
    # Controls, directions, joiners, surrogates; emojis' variants and skin colours.
    return kind in ("Cc", "Cf", "Cs") or "\ufe00" <= character <= "\ufe0f" or "\U0001f3fb" <= character <= "\U0001f3ff"


@lru_cache(maxsize=8192)
def _font_of(character: str) -> int | None:
    return next((number for number in range(len(_font_files())) if _holds(number, character)), None)


@lru_cache(maxsize=8192)
def _holds(number: int, character: str) -> bool:
    return _glyph(number, character) != _missing_glyph(number)


@cache
def _missing_glyph(number: int) -> bytes:
    return _glyph(number, "\U0010fffd")


def _glyph(number: int, character: str) -> bytes:
    return bytes(font(24, number, 400).getmask(character))


def _runs(clean: str) -> Runs:
    """Split a legible text into runs of one font each."""
    runs: list[tuple[str, int]] = []
    for character in clean:
        number = _font_in_run(character, runs[-1][1] if runs else 0)
        if runs and runs[-1][1] == number:
            runs[-1] = (runs[-1][0] + character, number)
        else:
            runs.append((character, number))
    return tuple(runs)


def _font_in_run(character: str, current: int) -> int:
    # Spaces, signs and marks stay with the script they stand in, so that Hebrew or Thai keeps its order and shape.
    stays = unicodedata.category(character)[0] in "ZPM" and _font_files()[current].name != _EMOJI
    return current if stays and _holds(current, character) else _font_of(character) or 0


def _length(runs: Runs, size: int) -> float:
    return sum(font(size, number).getlength(run) for run, number in runs)


def _cut(clean: str, size: int, width: int) -> Runs:
    if _length(_runs(clean), size) <= width:
        return _runs(clean)
    for end in _ends(clean):
        runs = _runs(clean[:end].rstrip() + _ELLIPSIS)
        if _length(runs, size) <= width:
            return runs
    return _runs(_ELLIPSIS)


def _ends(clean: str) -> Iterator[int]:
    """Yield the places, from the last, where a text may be cut; long texts begin where any width is surely full."""
    return (end for end in range(min(len(clean) - 1, 64), 0, -1) if unicodedata.category(clean[end])[0] != "M")
