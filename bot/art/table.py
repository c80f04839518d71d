"""The table as a picture, drawn from what lies open and nothing else."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from bot.art.canvas import DARK, GOLD, PLATE, SHADE, SPOTS, WHITE, centred, empty_table
from bot.art.cards import HEIGHT, RADIUS, WIDTH, face, faded_face
from bot.art.corners import caption, draw_contract, draw_scores
from bot.art.lettering import text_mask
from bot.art.places import draw_place
from bot.art.png import png
from bot.art.shapes import box, frame, polygon, shadow, suit_mask
from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Phase, Trick
from pepper.seats import SEATS, Seat
from pepper.tricks import winning
from pepper.view import TableView


def render_table(view: TableView, names: Mapping[Seat, str], captions: Mapping[Call, str]) -> bytes:
    """Return the table as a PNG of 900 by 560 pixels; it draws no card that the view doesn't show openly.

    `names` are set in the picture as they are, cut where they are too long. `captions` are the words of the calls that
    aren't numbers, `Call.PASS` among them, in the readers' language; no other words are drawn.
    Takes some 7 ms of CPU, the first picture 150: call it off the event loop, from any thread.
    """
    canvas = empty_table()
    draw_contract(canvas, view, captions)
    draw_scores(canvas, view)
    _draw_middle(canvas, view, captions)
    for seat in SEATS:
        draw_place(canvas, view, seat, names.get(seat, ""))
    return png(canvas)


def _draw_middle(canvas: Image.Image, view: TableView, captions: Mapping[Call, str]) -> None:
    # A trick taken stays on the table, faded, until the next card is led; the deal's last trick stays as it was.
    trick = view.trick if view.trick.plays else view.last_trick
    if trick is not None and view.trump is not None:
        _draw_trick(canvas, trick, view.trump, past=trick is view.last_trick and view.phase is Phase.PLAY)
    elif view.phase in (Phase.AUCTION, Phase.NAMING) or view.maker is None:
        for seat, call in dict(view.calls).items():
            _draw_call(canvas, seat, caption(call, captions), passed=call is Call.PASS, stands=call is view.bid)
    elif view.trump is not None and view.trump.suit is not None:
        centred(canvas, suit_mask(view.trump.suit, 150), (450, 280), SHADE, 0.4)


def _draw_trick(canvas: Image.Image, trick: Trick, trump: Trump, *, past: bool) -> None:
    """Draw the cards of a trick, the one that wins so far in a golden frame."""
    best = winning(tuple(card for _, card in trick.plays), trump)
    for place, (seat, card) in enumerate(trick.plays):
        x, y = SPOTS[seat]
        if not past:
            centred(canvas, shadow(WIDTH, HEIGHT, RADIUS, 6), (x + 2, y + 4), SHADE, 0.5)
        picture = faded_face(card) if past else face(card)
        canvas.paste(picture, (x - WIDTH // 2, y - HEIGHT // 2), box(WIDTH, HEIGHT, RADIUS))
        if place == best:
            centred(canvas, frame(WIDTH + 12, HEIGHT + 12, RADIUS + 6, 6), (x, y), GOLD)


def _draw_call(canvas: Image.Image, seat: Seat, words: str, *, passed: bool, stands: bool) -> None:
    text = text_mask(words, 30 if passed else 44, 150, 18)
    width = max(64, text.width + 36)
    # At the sides, wide bubbles grow toward the middle of the table.
    x, y = SPOTS[seat]
    x += _TAILS[seat][0] * (96 - width) // 2
    centred(canvas, _bubble(seat, width), (x, y), GOLD if stands else PLATE if passed else WHITE)
    centred(canvas, text, (x, y), WHITE if passed else DARK, 0.75 if passed else 1)


# Which way a bubble's tail points, toward its seat.
_TAILS: Mapping[Seat, tuple[int, int]] = {
    Seat.NORTH: (0, -1),
    Seat.EAST: (1, 0),
    Seat.SOUTH: (0, 1),
    Seat.WEST: (-1, 0),
}


@lru_cache(maxsize=32)
def _bubble(seat: Seat, width: int, height: int = 66, tail: int = 16) -> Image.Image:
    whole = Image.new("L", (width + 2 * tail, height + 2 * tail))
    whole.paste(box(width, height, 20), (tail, tail))
    x, y = _TAILS[seat]
    middle_x, middle_y = tail + width / 2, tail + height / 2
    edge_x, edge_y = middle_x + x * (width / 2 - 1), middle_y + y * (height / 2 - 1)
    corners = (
        (edge_x - 14 * y, edge_y - 14 * x),
        (edge_x + 14 * y, edge_y + 14 * x),
        (edge_x + x * tail, edge_y + y * tail),
    )
    pointed = polygon(whole.width, whole.height, corners)
    whole.paste(255, (0, 0), pointed)
    return whole
