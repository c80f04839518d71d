"""The corners of the picture: the contract with its trump on the left, both sides' score and tricks on the right."""

from collections.abc import Mapping
from functools import cache

from PIL import Image

from bot.art.canvas import DARK, GAIN, GOLD, LOSS, PLATE, SIDES, WHITE, centred, write
from bot.art.cards import INK, PAPER
from bot.art.lettering import text_mask
from bot.art.shapes import Colour, box, disc, frame, polygon, ring, shadow, stamp, star, suit_mask
from pepper.bids import Call
from pepper.cards import Suit, Trump
from pepper.deal import Phase
from pepper.seats import Side
from pepper.view import TableView

_LEFT, _TOP = 20, 18
_CONTRACT = (206, 92)
_TRUMP = 66
_SCORES = (174, 148)
_PIP, _PIP_STEP = 17, 19
_GREY: Colour = (120, 122, 126)


def draw_contract(canvas: Image.Image, view: TableView, captions: Mapping[Call, str]) -> None:
    """Draw the contract as a card of its own; nothing before the auction has ended."""
    if view.bid is None or view.maker is None or view.phase is Phase.AUCTION:
        return
    width, height = _CONTRACT
    stamp(canvas, shadow(width, height, 14, 6), (_LEFT - 12, _TOP - 9), (0, 0, 0), 0.4)
    stamp(canvas, box(width, height, 14), (_LEFT, _TOP), PAPER)
    stamp(canvas, box(8, height - 20, 4), (_LEFT + 9, _TOP + 10), SIDES[view.maker.side])
    _write_bid(canvas, caption(view.bid, captions), (_LEFT + 73, _TOP + height // 2), 104)
    _draw_trump(canvas, view.trump, (_LEFT + width - 12 - _TRUMP // 2, _TOP + height // 2))


def caption(call: Call, captions: Mapping[Call, str]) -> str:
    """Return what is written for a call: its number, or the words passed in."""
    return str(call.number) if call.number else captions.get(call, "–")


def _write_bid(canvas: Image.Image, words: str, at: tuple[int, int], width: int) -> None:
    first, _, rest = words.partition(" ")
    if not rest:
        write(canvas, words, at, DARK, 66 if len(words) == 1 else 36, width, 18)
        return
    for line, shift in ((first, -18), (rest, 18)):
        write(canvas, line, (at[0], at[1] + shift), DARK, 32, width, 18)


def _draw_trump(canvas: Image.Image, trump: Trump | None, at: tuple[int, int]) -> None:
    if trump is None:
        write(canvas, "?", at, _GREY, 60, _TRUMP)
    elif trump.suit is not None:
        centred(canvas, suit_mask(trump.suit, _TRUMP), at, INK[trump.suit])
    else:
        canvas.paste(no_trump_sign(), (at[0] - _TRUMP // 2, at[1] - _TRUMP // 2))


@cache
def no_trump_sign() -> Image.Image:
    """Return the four suits, crossed out."""
    sign = Image.new("RGB", (_TRUMP, _TRUMP), PAPER)
    for suit, corner in zip(Suit, ((4, 4), (35, 4), (35, 35), (4, 35)), strict=True):
        stamp(sign, suit_mask(suit, 27), corner, INK[suit], 0.7)
    stamp(sign, polygon(_TRUMP, _TRUMP, ((1, 58), (58, 1), (65, 8), (8, 65))), (0, 0), PAPER)
    stamp(sign, polygon(_TRUMP, _TRUMP, ((4, 58), (58, 4), (62, 8), (8, 62))), (0, 0), DARK)
    return sign


def draw_scores(canvas: Image.Image, view: TableView) -> None:
    """Draw a row for each side: its score, the points of the deal once it is over, its tricks as pips."""
    width, height = _SCORES
    left = canvas.width - _LEFT - width
    stamp(canvas, box(width, height, 14), (left, _TOP), PLATE)
    stamp(canvas, box(width - 24, 1, 0), (left + 12, _TOP + height // 2), WHITE, 0.2)
    for row, side in enumerate(Side):
        _draw_side(canvas, view, side, (left, _TOP + row * height // 2))


def _draw_side(canvas: Image.Image, view: TableView, side: Side, corner: tuple[int, int]) -> None:
    x, y = corner
    if view.winner is side:
        stamp(canvas, frame(_SCORES[0], _SCORES[1] // 2, 14, 3), corner, GOLD)
        stamp(canvas, star(34), (x + 8, y + 6), GOLD)
    else:
        _draw_sign(canvas, side, (x + 12, y + 11))
    room = _SCORES[0] - 48 - 12
    if view.points is not None and view.points[side]:
        points = view.points[side]
        gained = text_mask(("+" if points > 0 else "") + signed(points), 25, 60)
        colour = GAIN if points > 0 else LOSS
        stamp(canvas, gained, (x + _SCORES[0] - 12 - gained.width, y + 24 - gained.height // 2), colour)
        room -= gained.width + 6
    score = text_mask(signed(view.score[side]), 40, room, 20)
    stamp(canvas, score, (x + 48, y + 24 - score.height // 2), WHITE)
    _draw_pips(canvas, view, side, (x + 12, y + 48))


def signed(number: int) -> str:
    """Return a number with a real minus sign."""
    return str(number).replace("-", "−")


def _draw_sign(canvas: Image.Image, side: Side, at: tuple[int, int]) -> None:
    """Draw the table in little: two seats in the side's colour."""
    stamp(canvas, frame(14, 14, 3, 2), (at[0] + 6, at[1] + 6), WHITE, 0.6)
    for place in ((9, -2), (9, 20)) if side is Side.NS else ((-2, 9), (20, 9)):
        stamp(canvas, disc(8), (at[0] + place[0], at[1] + place[1]), SIDES[side])


def _draw_pips(canvas: Image.Image, view: TableView, side: Side, at: tuple[int, int]) -> None:
    taken = view.taken(side)
    needed = _needed(view, side)
    for number in range(view.rules.tricks):
        corner = (at[0] + number * _PIP_STEP, at[1])
        if number < taken:
            stamp(canvas, disc(_PIP), corner, SIDES[side])
        else:
            stamp(
                canvas,
                ring(_PIP, 3 if number < needed else 2),
                corner,
                GOLD if number < needed else WHITE,
                1.0 if number < needed else 0.3,
            )


def _needed(view: TableView, side: Side) -> int:
    """Return the tricks a side has promised."""
    if view.phase is Phase.AUCTION or view.maker is None or view.bid is None or view.maker.side is not side:
        return 0
    return view.bid.number or view.rules.tricks
