"""The cases of the rule book, each by name. The first card listed is led."""

from dataclasses import replace
from random import Random

import pytest

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Phase
from pepper.record import cards_text, read_cards
from pepper.rules import PRESETS, Rules
from pepper.scoring import Score, deal_points
from pepper.seats import Seat, Side
from pepper.tricks import playable, winning
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS, acted, hands_of, match_acted, new_deal, options, played_out


def winner(trump: str, *plays: str) -> str:
    seats, cards = zip(*(play.split(" ") for play in plays), strict=True)
    return str(seats[winning([card(text) for text in cards], Trump(trump))])


def legal_cards(trump: str, led: str, hand: str, *, strict: bool = False) -> str:
    return cards_text(playable(read_cards(hand), card(led), Trump(trump), strict_left_bower=strict))


def points(rules: Rules, bid: str, trump: str, tricks: int) -> tuple[int, int]:
    score = deal_points(rules, Side.NS, Call(bid), Trump(trump), tricks)
    return score.ns, score.ew


# --- who wins


def test_right_beats_left_beats_ace() -> None:
    assert winner("H", "N AH", "E JD", "S 9H", "W JH") == "W"


def test_the_left_bower_of_clubs_is_the_jack_of_spades() -> None:
    assert winner("C", "N AC", "E JS", "S KC", "W 9C") == "E"


def test_a_led_left_bower_leads_trumps() -> None:
    assert winner("H", "N JD", "E AH", "S JS", "W TH") == "N"


def test_the_jack_of_hearts_trumps_hearts_when_diamonds_are_trumps() -> None:
    assert winner("D", "N AH", "E JH", "S KH", "W 9H") == "E"


def test_without_trumps_a_queen_beats_a_jack_and_no_other_suit_wins() -> None:
    assert winner("NT", "N JH", "E QH", "S JD", "W AS") == "E"


# --- following suit


def test_the_left_bower_is_no_card_of_its_printed_suit() -> None:
    assert legal_cards("H", "KD", "JD 9S TC AH") == "JD 9S TC AH"


def test_the_left_bower_follows_trumps() -> None:
    assert legal_cards("H", "9H", "JD TH AD KS") == "JD TH"


def test_a_strict_house_forces_the_left_bower() -> None:
    assert legal_cards("H", "9H", "JD TH AD KS", strict=True) == "JD"


def test_a_led_left_bower_is_followed_with_trumps() -> None:
    assert legal_cards("H", "JD", "9H AD KD") == "9H"


def test_the_left_bower_does_not_follow_hearts_when_diamonds_are_trumps() -> None:
    assert legal_cards("D", "AH", "JH 9H AS") == "9H"


def test_a_diamond_led_is_followed_with_a_diamond() -> None:
    assert legal_cards("S", "AD", "JS AS 9D") == "9D"


# --- the table


def test_when_eldest_sits_out_the_next_seat_leads_and_three_cards_make_a_trick() -> None:
    deal = new_deal(Rules(lone=True), "N", SPADES_NORTH)
    deal = acted(deal, "E pass", "S pass", "W lone-little", "N pass", "W D")
    assert deal.turn is Seat.SOUTH
    deal = acted(deal, "S 9S", "W KS", "N JS")
    assert deal.tricks[0].winner is Seat.WEST
    assert [str(seat) for seat, _card in deal.tricks[0].plays] == ["S", "W", "N"]


def test_each_bids_higher_than_every_bid_before() -> None:
    deal = new_deal(Rules(), "N", SPADES_NORTH)
    assert options(acted(deal, "E 2")) == "pass 3 4 little big"


# --- points


def test_a_bid_of_three_with_four_tricks_scores_four_and_with_two_costs_three() -> None:
    assert points(Rules(), "3", "H", 4) == (4, 0)
    assert points(Rules(), "3", "H", 2) == (-3, 0)


def test_all_tricks_on_a_bid_of_four_score_five() -> None:
    assert points(Rules(), "4", "H", 5) == (5, 0)


def test_three_without_trumps_taking_three_four_and_two() -> None:
    rules = Rules(no_trump_bids=True)
    assert [points(rules, "3", "NT", tricks)[0] for tricks in (3, 4, 2)] == [5, 6, -5]


def test_little_without_trumps_scores_18_and_big_stays_14() -> None:
    rules = Rules(no_trump_bids=True)
    assert points(rules, "little", "NT", 5) == (18, 0)
    assert points(rules, "big", "NT", 5) == (14, 0)


def test_at_41_to_40_a_failed_four_leaves_37_to_40_and_the_match_goes_on() -> None:
    match = matches.start(Rules(), Seat.WEST, hands_of(SPADES_NORTH))
    match = replace(match, score=Score(41, 40))
    match = match_acted(match, "N 4", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS)
    assert match.score == Score(37, 40)
    assert match.awaits_deal


@pytest.mark.parametrize(("tie_break", "won"), [("bidder", Side.NS), ("shootout", None)])
def test_at_43_to_43_the_bidder_wins_or_another_deal_is_played(tie_break: str, won: Side | None) -> None:
    rules = Rules(defenders_score=True, tie_break=tie_break)
    match = matches.start(rules, Seat.WEST, hands_of(SPADES_NORTH))
    match = replace(match, score=Score(40, 41))
    match = match_acted(match, "N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS)
    assert match.score == Score(43, 43)
    assert match.winner is won
    assert match.shootout is (won is None)


def test_there_is_no_exchange_when_the_maker_is_the_dealers_opponent() -> None:
    deal = new_deal(Rules(exchange=True), "N", SPADES_NORTH)
    deal = acted(deal, "E 1", "S pass", "W pass", "N pass", "E H")
    assert deal.phase is Phase.PLAY


@pytest.mark.parametrize("name", PRESETS)
def test_tricks_add_up_and_nothing_gives_both_sides_points_unless_defenders_score(name: str) -> None:
    rules = PRESETS[name]
    tricks = {"big32": 8, "six": 6, "iowa": 6}.get(name, 5)
    for seed in range(5):
        for deal in played_out(rules, Random(seed), 5).deals:
            if deal.maker is not None:
                assert deal.taken(Side.NS) + deal.taken(Side.EW) == tricks
                assert rules.defenders_score or (deal.points is not None and 0 in (deal.points.ns, deal.points.ew))
