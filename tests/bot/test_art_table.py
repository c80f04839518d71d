from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from bot.art import render_table
from pepper.bids import Call
from pepper.cards import Trump, card, deck
from pepper.deal import Phase, Trick, legal
from pepper.match import Match, deal_hands, play, start
from pepper.rules import PRESETS, Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side
from pepper.view import TableView, table_view
from tests.bot.test_art_lettering import NAMES as STRANGE_NAMES

NAMES = dict(zip(SEATS, ("Ana", "Bo", "Cynthia", "Dieter"), strict=True))
CAPTIONS = {
    Call.PASS: "pass",
    Call.LITTLE: "Little",
    Call.BIG: "Big",
    Call.SUPER: "Super",
    Call.LONE_LITTLE: "Lone Little",
    Call.LONE_BIG: "Lone Big",
}
GOLD = (255, 206, 74)
# On every seat's plate, a place beside the name, and the box the plate fills.
PLATES = {
    Seat.NORTH: (326, 18, 574, 66),
    Seat.EAST: (654, 226, 880, 274),
    Seat.SOUTH: (326, 494, 574, 542),
    Seat.WEST: (20, 226, 246, 274),
}


def match_of(rules: Rules = PRESETS["classic"], seed: int = 1, dealer: Seat = Seat.NORTH) -> Match:
    return start(rules, dealer, deal_hands(rules, dealer, Random(seed)))


def steps(match: Match, random: Random) -> Iterator[Match]:
    """Yield a deal's every state, played at random."""
    yield match
    while not match.deal.is_over:
        turn = match.deal.turn
        assert turn is not None
        match, _ = play(match, turn, random.choice(legal(match.deal)))
        yield match


def called(*calls: str, trump: str = "H", rules: Rules = PRESETS["classic"]) -> Match:
    """Return a deal dealt by north after its calls and its trump."""
    match = match_of(rules)
    for call in calls:
        match = act(match, Call(call))
    return act(match, Trump(trump)) if match.deal.phase is Phase.NAMING and trump else match


def act(match: Match, action: Call | Trump) -> Match:
    assert match.deal.turn is not None
    return play(match, match.deal.turn, action)[0]


def picture(view: TableView, names: dict[Seat, str] = NAMES) -> Image.Image:
    with Image.open(BytesIO(render_table(view, names, CAPTIONS))) as opened:
        return opened.convert("RGB")


def changed_box(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


def plate_is_gold(drawn: Image.Image, seat: Seat) -> bool:
    left, top, _, _ = PLATES[seat]
    return near(drawn, (left + 18, top + 24), GOLD)


def near(drawn: Image.Image, at: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    pixel = drawn.getpixel(at)
    assert isinstance(pixel, tuple)
    return all(abs(a - b) < 12 for a, b in zip(pixel, colour, strict=True))


IN_PLAY = table_view(called("pass", "2", "3", "pass"))
PLAYS = tuple(zip((Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH), map(card, ("AH", "JD", "9H", "JH")), strict=True))
TAKEN = Trick(PLAYS, Seat.NORTH)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_moment_of_a_deal_has_a_picture_of_its_size(preset: str, seed: int) -> None:
    for match in steps(match_of(PRESETS[preset], seed), Random(seed)):
        png = render_table(table_view(match), NAMES, CAPTIONS)
        assert len(png) < 60_000
        with Image.open(BytesIO(png)) as drawn:
            assert (drawn.format, drawn.size) == ("PNG", (900, 560))


@pytest.mark.parametrize("changes", [{"exchange": True}, {"sixth_card": "discarded"}, {"auction": "rounds"}], ids=str)
def test_house_rules_with_phases_of_their_own_have_pictures(changes: dict[str, object]) -> None:
    for match in steps(match_of(Rules().with_changes(changes), 4), Random(4)):
        assert render_table(table_view(match), NAMES, CAPTIONS).startswith(b"\x89PNG")


def test_the_picture_depends_on_the_view_and_the_words_alone() -> None:
    assert render_table(IN_PLAY, NAMES, CAPTIONS) == render_table(IN_PLAY, NAMES, CAPTIONS)


def test_hidden_cards_change_nothing() -> None:
    north, east, south, west = deal_hands(Rules(), Seat.NORTH, Random(1))
    others = start(Rules(), Seat.NORTH, (west, north, east, south))
    for call in ("pass", "2", "3", "pass"):
        others = act(others, Call(call))
    others = act(others, Trump.HEARTS)
    assert render_table(table_view(others), NAMES, CAPTIONS) == render_table(IN_PLAY, NAMES, CAPTIONS)


def test_no_two_cards_look_alike_on_the_table() -> None:
    drawn = {render_table(replace(IN_PLAY, trick=Trick(((Seat.EAST, each),))), NAMES, CAPTIONS) for each in deck(32)}
    assert len(drawn) == 32


def test_pictures_may_be_drawn_in_several_threads_at_once() -> None:
    views = [table_view(match) for match in steps(match_of(seed=5), Random(5))]
    alone = [render_table(view, NAMES, CAPTIONS) for view in views]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda view: render_table(view, NAMES, CAPTIONS), views)) == alone


@pytest.mark.parametrize("name", STRANGE_NAMES, ids=ascii)
def test_no_name_leaves_its_plate(name: str) -> None:
    nameless, named = picture(IN_PLAY, {}), picture(IN_PLAY, dict.fromkeys(SEATS, name))
    for drawn in (nameless, named):
        for left, top, right, bottom in PLATES.values():
            drawn.paste((0, 0, 0), (left + 16, top, right - 8, bottom))
    assert changed_box(nameless, named) is None


@pytest.mark.parametrize("turn", SEATS, ids=str)
def test_only_the_plate_of_whose_turn_it_is_is_gold(turn: Seat) -> None:
    drawn = picture(replace(IN_PLAY, turn=turn))
    assert [seat for seat in SEATS if plate_is_gold(drawn, seat)] == [turn]


def test_when_the_deal_is_over_no_plate_is_gold() -> None:
    drawn = picture(table_view(called("pass", "pass", "pass", "pass")))
    assert not any(plate_is_gold(drawn, seat) for seat in SEATS)


def test_the_card_that_wins_so_far_has_the_golden_frame() -> None:
    frames = {Seat.NORTH: (450, 75), Seat.EAST: (582, 195), Seat.SOUTH: (450, 315), Seat.WEST: (318, 195)}
    for length, best in ((1, Seat.EAST), (2, Seat.SOUTH), (3, Seat.SOUTH), (4, Seat.NORTH)):
        drawn = picture(replace(IN_PLAY, trick=Trick(PLAYS[:length])))
        assert [seat for seat in SEATS if near(drawn, frames[seat], GOLD)] == [best]


def test_a_trick_taken_stays_faded_until_the_next_card() -> None:
    taken = replace(IN_PLAY, tricks=(TAKEN,))
    last = replace(taken, phase=Phase.OVER, turn=None, points=Score(0, 3))
    led = replace(taken, trick=Trick(((Seat.NORTH, card("9C")),)))
    east_corner = (530, 350)
    paper = (255, 253, 247)
    assert not near(picture(taken), east_corner, paper)
    assert near(picture(last), east_corner, paper)
    assert picture(led).getpixel(east_corner) == picture(IN_PLAY).getpixel(east_corner)


def test_who_sits_out_is_dimmed() -> None:
    lone = table_view(called("pass", "lone-little", "pass", "pass", rules=PRESETS["lone"]))
    assert lone.sitting_out is Seat.NORTH
    with_all = replace(lone, sitting_out=None)
    changed = changed_box(picture(lone), picture(with_all))
    assert changed is not None
    assert changed[3] <= 66


@pytest.mark.parametrize(
    "change",
    [
        {"score": Score(-128, 39)},
        {"dealer": Seat.WEST},
        {"maker": Seat.EAST},
        {"bid": Call.FOUR},
        {"bid": Call.LITTLE},
        {"trump": Trump.DIAMONDS},
        {"trump": Trump.NO_TRUMP},
        {"counts": (6, 6, 5, 6)},
        {"tricks": (TAKEN,)},
        {"points": Score(0, -3)},
        {"winner": Side.NS},
    ],
    ids=str,
)
def test_what_lies_open_can_be_seen(change: dict[str, object]) -> None:
    assert picture(replace(IN_PLAY, **change)) != picture(IN_PLAY)  # type: ignore[arg-type]


def test_the_calls_are_drawn_with_the_words_passed_in() -> None:
    view = table_view(called("pass", "2", "little"))
    german = CAPTIONS | {Call.PASS: "passe", Call.LITTLE: "Klein"}
    assert render_table(view, NAMES, german) != render_table(view, NAMES, CAPTIONS)


def test_numbers_need_no_words() -> None:
    view = table_view(called("1", "2", "3", "4"))
    assert render_table(view, NAMES, {}) == render_table(view, NAMES, CAPTIONS)


def test_a_call_without_words_is_a_dash() -> None:
    view = table_view(called("pass", "little"))
    assert render_table(view, NAMES, {}) == render_table(view, NAMES, {Call.PASS: "–", Call.LITTLE: "–"})


@pytest.mark.parametrize("words", ["Donaudampfschifffahrt", "Grosser langer einsamer Pfeffer", "", "🌶️", "a\nb"])
def test_words_of_any_length_stay_in_the_contract(words: str) -> None:
    view = replace(IN_PLAY, bid=Call.LITTLE)
    with Image.open(BytesIO(render_table(view, NAMES, {Call.LITTLE: words}))) as opened:
        worded = opened.convert("RGB")
    with Image.open(BytesIO(render_table(view, NAMES, {Call.LITTLE: ""}))) as opened:
        changed = changed_box(worded, opened.convert("RGB"))
    assert changed is None or (changed[0] >= 40 and changed[1] >= 18 and changed[2] <= 150 and changed[3] <= 110)


def test_long_scores_and_points_stay_in_their_panel() -> None:
    for score, points in ((Score(-16000, 199), Score(-28, 8)), (Score(-1000, -1000), Score(-42, -42))):
        over = replace(IN_PLAY, phase=Phase.OVER, turn=None, points=Score())
        plain = picture(replace(over, score=Score(), points=Score()))
        changed = changed_box(picture(replace(over, score=score, points=points)), plain)
        assert changed is not None
        assert changed[0] >= 706
        assert changed[2] <= 880
        assert changed[3] <= 166
