"""What stands at each seat: its plate, the cards left, the dealer's chip, the maker's medal, whose turn it is."""

from functools import cache

from PIL import Image

from bot.art.canvas import DARK, GOLD, PLATE, SIDES, WHITE, centred
from bot.art.cards import BACK_HEIGHT, BACK_WIDTH, PAPER, back
from bot.art.lettering import text_mask
from bot.art.shapes import Colour, box, disc, faded, polygon, ring, shadow, stamp, star
from pepper.deal import Phase
from pepper.seats import Seat
from pepper.view import TableView

_PLATE = {
    Seat.NORTH: (326, 18, 248),
    Seat.EAST: (654, 226, 226),
    Seat.SOUTH: (326, 494, 248),
    Seat.WEST: (20, 226, 226),
}
_PLATE_HEIGHT = 48
_NAME_SIZE, _SMALLEST_NAME = 29, 23
_BADGE = 38
_BACK_STEP = 13
_DIMMED = 0.4
_DIM_PLATE: Colour = (17, 76, 51)
_DIM_NAME: Colour = (138, 176, 156)
_CHIP_RED: Colour = (196, 42, 52)


def draw_place(canvas: Image.Image, view: TableView, seat: Seat, name: str) -> None:
    """Draw one seat's plate and what belongs to it."""
    dimmed = seat is view.sitting_out
    _draw_plate(canvas, seat, turn=seat is view.turn, dimmed=dimmed)
    _write_name(canvas, seat, name, DARK if seat is view.turn else _DIM_NAME if dimmed else WHITE)
    if view.phase not in (Phase.OVER, Phase.VOID):
        _draw_backs(canvas, seat, view.counts[seat.index], _DIMMED if dimmed else 1.0)
    is_maker = seat is view.maker and view.phase is not Phase.AUCTION
    for place, badge in enumerate([chip()] * (seat is view.dealer) + [medal()] * is_maker):
        canvas.paste(badge, _badge_corner(seat, place), badge)


def _draw_plate(canvas: Image.Image, seat: Seat, *, turn: bool, dimmed: bool) -> None:
    x, y, width = _PLATE[seat]
    plate = box(width, _PLATE_HEIGHT, 12)
    if turn:
        glow = shadow(width + 8, _PLATE_HEIGHT + 8, 16, 6)
        centred(canvas, glow, (x + width // 2, y + _PLATE_HEIGHT // 2), GOLD, 0.9)
    stamp(canvas, plate, (x, y), GOLD if turn else _DIM_PLATE if dimmed else PLATE)
    stripe = DARK if turn else SIDES[seat.side]
    stamp(canvas, box(6, _PLATE_HEIGHT - 16, 3), (x + 8, y + 8), stripe, _DIMMED if dimmed else 1.0)


def _write_name(canvas: Image.Image, seat: Seat, name: str, colour: Colour) -> None:
    x, y, width = _PLATE[seat]
    mask = text_mask(name, _NAME_SIZE, width - 32, _SMALLEST_NAME)
    centred(canvas, mask, (x + 7 + width // 2, y + _PLATE_HEIGHT // 2), colour)


def _draw_backs(canvas: Image.Image, seat: Seat, count: int, opacity: float) -> None:
    x, y, width = _PLATE[seat]
    spread = BACK_WIDTH + _BACK_STEP * (count - 1)
    if seat in (Seat.NORTH, Seat.SOUTH):
        left, top = x + width + 12, y + (_PLATE_HEIGHT - BACK_HEIGHT) // 2
    else:
        left, top = (x + 4 if seat is Seat.WEST else x + width - 4 - spread), y + _PLATE_HEIGHT + 10
    mask = faded(back().getchannel("A"), opacity)
    for place in range(count):
        canvas.paste(back(), (left + place * _BACK_STEP, top), mask)


def _badge_corner(seat: Seat, place: int) -> tuple[int, int]:
    x, y, width = _PLATE[seat]
    shift = place * (_BADGE + 6)
    if seat in (Seat.NORTH, Seat.SOUTH):
        return x - 10 - _BADGE - shift, y + (_PLATE_HEIGHT - _BADGE) // 2
    left = x + width - _BADGE - shift if seat is Seat.WEST else x + shift
    return left, y + _PLATE_HEIGHT + 7


@cache
def chip() -> Image.Image:
    """Return the dealer's chip: a white disc with red notches and two cards on it."""
    picture = Image.new("RGB", (_BADGE, _BADGE), PAPER)
    for corners in (
        ((15, 0), (23, 0), (21, 10), (17, 10)),
        ((38, 15), (38, 23), (28, 21), (28, 17)),
        ((15, 38), (23, 38), (21, 28), (17, 28)),
        ((0, 15), (0, 23), (10, 21), (10, 17)),
    ):
        stamp(picture, polygon(_BADGE, _BADGE, corners), (0, 0), _CHIP_RED)
    stamp(picture, disc(28), (5, 5), PAPER)
    stamp(picture, ring(28, 2), (5, 5), _CHIP_RED)
    stamp(picture, polygon(_BADGE, _BADGE, ((12, 13), (20, 11), (23, 24), (15, 26))), (0, 0), _CHIP_RED)
    stamp(picture, polygon(_BADGE, _BADGE, ((18, 12), (26, 14), (23, 27), (15, 25))), (0, 0), PAPER)
    stamp(picture, polygon(_BADGE, _BADGE, ((19, 13), (25, 15), (22, 26), (16, 24))), (0, 0), DARK)
    picture.putalpha(disc(_BADGE))
    return picture


@cache
def medal() -> Image.Image:
    """Return the maker's mark: a star on a gold disc."""
    picture = Image.new("RGB", (_BADGE, _BADGE), GOLD)
    stamp(picture, ring(_BADGE, 3), (0, 0), (171, 118, 16))
    stamp(picture, star(30), (4, 4), DARK)
    picture.putalpha(disc(_BADGE))
    return picture
