import re
from dataclasses import replace
from random import Random

import pytest

from bot.i18n import LANGUAGES, text
from bot.screens.table import closed, cut, deal_line, last_trick, picture_text, result, summary, table, view_of_deal
from bot.screens.words import change
from bot.tables import Partners
from pepper.bids import Call
from pepper.cards import card
from pepper.deal import Phase, Trick, legal
from pepper.match import Match, cut_for_deal, cut_for_partners, deal_hands, next_deal, play, start, void
from pepper.rules import PRESETS, Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side
from pepper.view import table_view
from tests.bot.screens.seen import NAMES, long_emojis, look, matches_of, table_of
from tests.bot.screens.test_hand import EVERYTHING, RULES, STRANGE


@pytest.mark.parametrize("name", RULES)
def test_the_table_shows_what_lies_on_it_and_nothing_else(name: str) -> None:
    for match in matches_of(RULES[name], 1):
        if match.deal.is_over:
            continue
        seen = look(table("en", table_of(match), table_view(match), {}, picture=True))
        laid = {laid for _, laid in match.deal.trick.plays}
        assert seen.cards == laid
        assert [button.verb for button in seen.buttons] == ["hand", "last", "rules", "more"]


@pytest.mark.parametrize("name", RULES)
def test_whatever_happens_the_table_fits_into_a_message(name: str) -> None:
    for match in matches_of(RULES[name], 2):
        if match.deal.is_over:
            continue
        of = table_of(match, STRANGE)
        look(table("en", of, table_view(match), long_emojis(), picture=True))
        look(table("en", of, table_view(match), {}, picture=False))
        assert "*" not in picture_text("en", of, table_view(match))
        assert "\\" not in picture_text("en", of, table_view(match))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_has_its_words_in_every_language(language: str) -> None:
    for match in matches_of(EVERYTHING, 3):
        if not match.deal.is_over:
            look(table(language, table_of(match), table_view(match), {}, picture=True))


def test_last_trick_can_be_pressed_once_there_is_one() -> None:
    for match in matches_of(Rules(), 4, 30):
        seen = look(table("en", table_of(match), table_view(match), {}, picture=True))
        there = any(deal.tricks for deal in match.deals[-2:])
        assert [button.enabled for button in seen.buttons if button.verb == "last"] == [there]


def test_the_last_trick_shows_who_won_it() -> None:
    trick = Trick(tuple(zip(SEATS, map(card, ("9S", "AS", "TS", "JS")), strict=True)), Seat.EAST)
    match = next(matches_of(Rules(), 1))
    (words,) = look(last_trick("en", table_of(match), trick, {})).texts
    assert re.search(r"Ana \S*9♠\S* · Bo \S*A♠\S* 👑 · Cy \S*10♠\S* · Di \S*J♠", words)


# --- deals and results


def finished(rules: Rules, seed: int) -> Match:
    """Return a match after its first deals, the last one finished."""
    found = [match for match in matches_of(rules, seed, 300) if len(match.deals) > 1 or match.winner]
    return found[-1]


@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERYTHING])
def test_a_deals_line_tells_the_points_with_their_signs(rules: Rules) -> None:
    signs: set[str] = set()
    for seed in range(6):
        match = finished(rules, seed)
        for number, deal in enumerate(match.deals):
            if deal.points is None:
                continue
            line = deal_line("en", table_of(match).state, view_of_deal(match, number), {})
            assert line.startswith(f"**Deal {number + 1}:**")
            if deal.maker is None:
                assert line.endswith("all passed.")
                continue
            points = deal.points[deal.maker.side]
            assert points != 0
            sign = "+" if points > 0 else "−"
            signs.add(sign)
            assert f"**{sign}{abs(points)}**" in line
            assert "-" not in line.replace("lone-", "")
            others = deal.points[deal.maker.side.other]
            assert others == 0 or f"+{others}" in line
            assert text("en", "deal-made" if points > 0 else "deal-set") in line
    assert signs == {"+", "−"}


@pytest.mark.parametrize(("points", "words"), [(0, "0"), (1, "+1"), (-1, "−1"), (63, "+63"), (-42, "−42")])
def test_points_have_their_sign(points: int, words: str) -> None:
    assert change(points) == words


def test_a_misdeal_has_its_line() -> None:
    match = start(Rules(), Seat.NORTH, deal_hands(Rules(), Seat.NORTH, Random(1)))
    match = next_deal(void(match), deal_hands(Rules(), Seat.NORTH, Random(2)))
    assert match.deals[0].phase is Phase.VOID
    (words,) = look(summary("en", table_of(match), [0], {})).texts
    assert "misdeal" in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERYTHING])
def test_a_finished_deal_shrinks_to_its_line_and_the_cards_nobody_played(rules: Rules, language: str) -> None:
    for seed in range(3):
        match = finished(rules, seed)
        over = [number for number, deal in enumerate(match.deals) if deal.is_over]
        for number in over:
            deal = match.deals[number]
            seen = look(summary(language, table_of(match, STRANGE), [number], {}))
            left = {held for seat in SEATS for held in deal.hands[seat.index] if seat is not _asleep(match, number)}
            assert seen.cards == (left if deal.maker else set())
            assert not seen.buttons


def _asleep(match: Match, number: int) -> Seat | None:
    return match.deals[number].preparation.sitting_out


def test_a_hundred_deals_that_could_not_be_shown_fit_into_a_message() -> None:
    match = passed_out(100)
    numbers = range(100)
    (words,) = look(summary("en", table_of(match, STRANGE), numbers, {})).texts
    assert words.endswith("**Deal 100:** all passed.")
    long = list(matches_of(EVERYTHING, 9, 1500))[-1]
    over = [number for number, deal in enumerate(long.deals) if deal.is_over]
    assert len(over) > 30
    look(summary("en", table_of(long, STRANGE), over, long_emojis()))


def passed_out(deals: int) -> Match:
    match = start(Rules(), Seat.NORTH, deal_hands(Rules(), Seat.NORTH, Random(1)))
    for _ in range(deals):
        while match.deal.turn is not None:
            match, _ = play(match, match.deal.turn, Call.PASS)
        match = next_deal(match, match.deal.opening.dealt)
    return match


def won(rules: Rules, score: Score, winner: Side) -> Match:
    return replace(finished(rules, 1), score=score, winner=winner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_names_the_winners_first_with_the_points_of_both(language: str) -> None:
    match = won(Rules(), Score(-7, 43), Side.EW)
    seen = look(result(language, table_of(match), {}))
    assert seen.text.index("Bo") < seen.text.index("Ana")
    assert "43" in seen.texts[0]
    assert "−7" in seen.texts[0]
    assert [(button.verb, button.enabled) for button in seen.buttons][:1] == [("rematch", True)]


def test_the_result_of_a_very_long_match_shows_its_end() -> None:
    long = replace(list(matches_of(EVERYTHING, 9, 2500))[-1], winner=Side.NS)
    assert len(long.deals) > 60
    seen = look(result("en", table_of(long, STRANGE), long_emojis()))
    assert "…\n" in seen.text
    assert f"Deal {len(long.deals) - (0 if long.deal.is_over else 1)}:" in seen.text or long.deal.is_over is False


@pytest.mark.parametrize("partners", Partners)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cut_shows_what_everyone_drew(partners: Partners, language: str) -> None:
    match = next(matches_of(Rules(), 1))
    for seed in range(40):
        draw = cut_for_partners if partners is Partners.CUT else cut_for_deal
        of = table_of(match, partners=partners, cut=draw(Rules(), Random(seed)))
        assert of.state.cut is not None
        seen = look(cut(language, of, {}))
        assert seen.cards == {drawn for draw in of.state.cut.draws for drawn in draw}
        assert all(name in seen.text for name in NAMES)


def test_a_cut_that_was_drawn_fifty_times_fits_into_a_message() -> None:
    match, drawn = next(matches_of(Rules(), 1)), cut_for_partners(Rules(), Random(1))
    of = table_of(match, STRANGE, cut=replace(drawn, draws=drawn.draws[-1:] * 50))
    look(cut("en", of, long_emojis()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_table_says_so_without_buttons(language: str) -> None:
    seen = look(closed(language, table_of(next(matches_of(Rules(), 1)))))
    assert seen.texts
    assert not seen.buttons


def test_the_table_tells_everything_that_is_settled() -> None:
    exchanged: set[bool | None] = set()
    for seed in range(20):
        for match in matches_of(RULES["exchange"] if seed % 2 else EVERYTHING, seed, 40):
            if match.deal.is_over:
                continue
            words = look(table("en", table_of(match), table_view(match), {}, picture=True)).text
            settled = match.deal.preparation
            exchanged.add(settled.exchanged)
            assert (text("en", "table-exchanged") in words) is (settled.exchanged is True)
            assert (text("en", "table-kept") in words) is (settled.exchanged is False)
            if settled.sitting_out is not None:
                name = NAMES[settled.sitting_out.index]
                assert text("en", "table-sits-out", name=name) in words
            assert legal(match.deal)
    assert exchanged == {None, True, False}


def test_a_shootout_is_announced() -> None:
    match = replace(next(matches_of(Rules(), 1)), shootout=True)
    assert text("en", "table-shootout") in look(table("en", table_of(match), table_view(match), {}, picture=True)).text
