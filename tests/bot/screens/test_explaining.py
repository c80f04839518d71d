"""What a rule changes is told before it matters, and what is asked is explained where it is asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.i18n import LANGUAGES, text
from bot.screens.hand import hand
from bot.screens.rules import house_line, how_to_play
from bot.screens.table import cut, deal_line, table, view_of_deal
from bot.tables import Partners
from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Phase
from pepper.match import Cut, Draw, Match
from pepper.record import read_cards
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Seat
from pepper.view import seat_view, table_view
from tests.bot.screens.seen import Seen, look, matches_of, table_of
from tests.bot.screens.test_hand import EVERYTHING

every_language = pytest.mark.parametrize("language", LANGUAGES)

HANDS = tuple(map(read_cards, ("9S TS JS QS KS AS", "9H TH JH QH KH AH", "9D TD JD QD KD AD", "9C TC JC QC KC AC")))


def after(rules: Rules, *calls: Call | Trump) -> Match:
    """Return a match in which north deals a suit to everyone, after some calls and a trump."""
    match = matches.start(rules, Seat.NORTH, (HANDS[0], HANDS[1], HANDS[2], HANDS[3]))
    for call in calls:
        assert match.deal.turn is not None
        match, _ = matches.play(match, match.deal.turn, call)
    return match


def seen_by(match: Match, seat: Seat | None, unsure: Call | None = None, language: str = "en") -> Seen:
    assert seat is not None
    return look(hand(language, table_of(match), seat_view(match, seat), {}, unsure=unsure))


def labels(rules: Rules) -> dict[str, str]:
    return {each.action: each.label for each in seen_by(after(rules), Seat.EAST).buttons if each.action}


# --- prices


@pytest.mark.parametrize(
    ("rules", "bid", "label"),
    [
        (Rules(), "3", "3 (±3)"),
        (Rules(no_trump_bids=True), "1", "1 (±1, NT ±2)"),
        (Rules(no_trump_bids=True), "3", "3 (±3, NT ±5)"),
        (Rules(no_trump_bids=True, no_trump_rounding="down"), "3", "3 (±3, NT ±4)"),
        (Rules(no_trump_bids=True), "little", "Little Pepper (±12, NT ±18)"),
        (Rules(no_trump_bids=True), "big", "Big Pepper (±14)"),
        (Rules(deck=32), "big", "Big Pepper (±16)"),
        (Rules(deck=32, lone=True), "lone-big", "Lone Big (±32)"),
        (Rules(lone=True, no_trump_bids=True), "lone-little", "Lone Little (±24, NT ±36)"),
        (Rules(super_pepper=True, no_trump_bids=True), "super", "Super Pepper (±20)"),
    ],
)
def test_a_bid_tells_what_it_wins_or_loses_with_and_without_trumps(rules: Rules, bid: str, label: str) -> None:
    if rules.deck == 32:
        match = next(matches_of(rules, 1))
        seen = seen_by(match, match.deal.turn)
        assert label in [each.label for each in seen.buttons]
    else:
        assert labels(rules)[bid] == label


def test_whether_further_tricks_count_is_said_with_the_bids() -> None:
    said = {scores: seen_by(after(Rules(made_bid_scores=scores)), Seat.EAST).text for scores in ("tricks", "bid")}
    assert text("en", "hand-explain-auction", scores="tricks") in said["tricks"]
    assert text("en", "hand-explain-auction", scores="bid") in said["bid"]


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules(no_trump_bids=True), "hand-no-trump-price"),
        (Rules(lone=True), "hand-lone-bids"),
        (Rules(super_pepper=True), "hand-lone-bids"),
        (Rules(defenders_score=True), "hand-defenders-score"),
    ],
)
def test_a_rule_that_changes_prices_is_said_with_the_bids_and_only_then(rules: Rules, sentence: str) -> None:
    assert text("en", sentence) in seen_by(after(rules), Seat.EAST).text
    assert text("en", sentence) not in seen_by(after(Rules()), Seat.EAST).text


def test_who_names_trumps_reads_what_it_pays_with_and_without() -> None:
    won = (Call.THREE, Call.PASS, Call.PASS, Call.PASS)
    seen = seen_by(after(Rules(no_trump_bids=True), *won), Seat.EAST)
    assert text("en", "hand-price", made=text("en", "at-least", points="+3"), set="−3") in seen.text
    assert text("en", "hand-price-no-trump", made=text("en", "at-least", points="+5"), set="−5") in seen.text
    plain = seen_by(after(Rules(made_bid_scores="bid"), *won), Seat.EAST)
    assert text("en", "hand-price", made="+3", set="−3") in plain.text
    assert "Without trumps" not in plain.text


# --- what comes next


@pytest.mark.parametrize(
    ("rules", "calls", "sentence"),
    [
        (Rules(), (Call.THREE, Call.PASS, Call.PASS, Call.PASS), text("en", "hand-next-you-lead")),
        (Rules(), (Call.PASS, Call.THREE, Call.PASS, Call.PASS), text("en", "hand-next-lead", name="Bo")),
        (
            Rules(first_lead="maker"),
            (Call.PASS, Call.THREE, Call.PASS, Call.PASS),
            text("en", "hand-next-you-lead"),
        ),
        (
            Rules(sixth_card="discarded"),
            (Call.PASS, Call.THREE, Call.PASS, Call.PASS),
            text("en", "hand-next-discard"),
        ),
        (
            Rules(exchange=True),
            (Call.PASS, Call.THREE, Call.PASS, Call.PASS),
            text("en", "hand-next-exchange", name="Ana"),
        ),
        # The dealer's partner isn't the maker's.
        (Rules(exchange=True), (Call.THREE, Call.PASS, Call.PASS, Call.PASS), text("en", "hand-next-you-lead")),
        # East leads, who sits out when west plays alone: south does.
        (
            Rules(lone=True),
            (Call.PASS, Call.PASS, Call.LONE_LITTLE, Call.PASS),
            text("en", "hand-next-lead", name="Cy"),
        ),
    ],
)
def test_who_names_trumps_reads_what_comes_next(rules: Rules, calls: tuple[Call, ...], sentence: str) -> None:
    match = after(rules, *calls)
    assert match.deal.phase is Phase.NAMING
    assert sentence in seen_by(match, match.deal.turn).text


@every_language
def test_what_was_said_to_come_next_comes(language: str) -> None:
    for seed in range(4):
        before: Match | None = None
        for match in matches_of(EVERYTHING, seed, 200):
            if before is not None and before.deal.phase is not Phase.PLAY and match.deal.phase is Phase.PLAY:
                assert before.deal.turn is not None
                if before.deal.phase is not Phase.AUCTION:
                    said = seen_by(before, before.deal.turn, language=language).text
                    leader = match.deal.turn
                    assert leader is not None
                    name = table_of(match).state.occupant(leader).name
                    wanted = (
                        text(language, "hand-next-you-lead")
                        if leader is before.deal.turn
                        else text(language, "hand-next-lead", name=name)
                    )
                    assert wanted in said
            before = match


def test_without_trumps_the_first_trick_says_where_jacks_stand() -> None:
    match = after(Rules(), Call.BIG)
    assert match.deal.phase is Phase.PLAY
    assert text("en", "hand-explain-no-trump") in seen_by(match, match.deal.turn).text


# --- lone bids


@pytest.mark.parametrize(
    ("rules", "call", "points"),
    [
        (Rules(lone=True), Call.LONE_LITTLE, 24),
        (Rules(lone=True), Call.LONE_BIG, 28),
        (Rules(super_pepper=True), Call.SUPER, 20),
    ],
)
def test_a_lone_bid_is_asked_about_once_with_what_it_brings(rules: Rules, call: Call, points: int) -> None:
    match = after(rules)
    asks = [each.custom_id for each in seen_by(match, Seat.EAST).buttons if each.action == call.value]
    assert asks == [f"pepper:{table_of(match).id}:sure:{call.value}"]
    unsure = seen_by(match, Seat.EAST, call)
    assert text("en", "hand-explain-lone", tricks=5, points=points) in unsure.text
    decisions = [each.custom_id for each in unsure.buttons if each.action and each.enabled]
    assert decisions == [f"pepper:{table_of(match).id}:0:{call.value}"]


def test_a_lone_bid_that_is_no_longer_open_is_not_asked_about() -> None:
    match = after(Rules(lone=True), Call.LONE_BIG)
    for seat in SEATS:
        assert text("en", "button-sure") not in [each.label for each in seen_by(match, seat, Call.LONE_LITTLE).buttons]


@every_language
def test_who_sits_out_is_told_so_and_what_is_at_stake(language: str) -> None:
    match = after(Rules(lone=True), Call.LONE_BIG)
    assert match.deal.phase is Phase.PLAY
    seen = seen_by(match, Seat.WEST, language=language)
    assert text(language, "hand-sits-out") in seen.text
    assert text(language, "hand-explain-sits-out") in seen.text
    assert "+28" in seen.text


# --- the table, the score, the cut


@every_language
@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERYTHING])
def test_the_table_has_a_card_with_what_differs_from_classic(rules: Rules, language: str) -> None:
    match = next(matches_of(rules, 1))
    seen = look(table(language, table_of(match), table_view(match), {}, picture=True))
    for field, value in rules.changes().items():
        if field != "target":
            assert text(language, f"rule-{field}", value=str(value).lower()) in seen.text
    assert (house_line(language, rules) == "") is (set(rules.changes()) <= {"target"})


def played(rules: Rules, *calls: Call | Trump) -> Match:
    match = after(rules, *calls)
    while match.deal.phase is Phase.PLAY:
        assert match.deal.turn is not None
        match, _ = matches.play(match, match.deal.turn, seat_view(match, match.deal.turn).legal[0])
    return match


@pytest.mark.parametrize(
    ("rules", "trump", "outcome"),
    [
        # East has all hearts and leads; south has the left bower, or with spades west, of east's side.
        (Rules(), Trump.HEARTS, "took 4 (made): **+4**"),
        (Rules(made_bid_scores="bid"), Trump.HEARTS, "took 4 (made, the bid counts): **+3**"),
        (Rules(no_trump_bids=True), Trump.NO_TRUMP, "took 5 (made, no trump ×1½): **+8**"),
        (Rules(no_trump_bids=True, no_trump_rounding="down"), Trump.NO_TRUMP, "took 5 (made, no trump ×1½): **+7**"),
        (Rules(), Trump.SPADES, "took 1 (set): **−3**"),
    ],
)
def test_the_score_line_says_how_it_came_about(rules: Rules, trump: Trump, outcome: str) -> None:
    match = played(rules, Call.THREE, Call.PASS, Call.PASS, Call.PASS, trump)
    line = deal_line("en", table_of(match).state, view_of_deal(match, 0), {})
    assert outcome in line


def draws() -> Iterator[Draw]:
    for cards in ("AS AH KS KH", "AS KH QS JH"):
        first, second, third, fourth = map(card, cards.split())
        yield first, second, third, fourth


@every_language
@pytest.mark.parametrize("partners", Partners)
def test_a_cut_that_was_level_says_so_and_shows_both_draws(partners: Partners, language: str) -> None:
    match = next(matches_of(Rules(), 1))
    of = table_of(match, partners=partners)
    of.state = replace(of.state, cut=Cut(tuple(draws()), (0, 2, 1, 3), Seat.WEST))
    seen = look(cut(language, of, {}))
    level = text(language, "cut-level", cards="@").partition("@")[2]
    assert seen.text.count(level) == 1
    for shown in ("**A♠**", "**A♥**", "**K♥**", "**J♥**"):
        assert shown in seen.text


@every_language
@pytest.mark.parametrize("rules", [*PRESETS.values(), EVERYTHING])
def test_how_to_play_has_the_bids_of_this_table_with_their_prices(rules: Rules, language: str) -> None:
    seen = look(how_to_play(language, rules))
    assert (
        text(language, "button-bid", bid=text(language, "call-big"), stake=16 if rules.deck == 32 else 14) in seen.text
    )
    assert (text(language, "call-super") in seen.text) is rules.super_pepper
    assert text(language, "rules-score", scores=rules.made_bid_scores) in seen.text
