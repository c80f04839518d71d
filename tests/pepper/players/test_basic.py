import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from pepper import match as matches
from pepper.deal import Phase
from pepper.match import Match
from pepper.players import PLAYERS, basic
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Seat
from pepper.view import seat_view
from tests.pepper.players.positions import answer, bidding, laying, naming, playing
from tests.pepper.strategies import house_rules, seeds

POOR = "9S TH QD 9D TC QC"
GOOD = "JH JD AH 9S TS AC"
ALL_HEARTS = "JH JD AH KH QH AC"
ALL_ACES = "AS KS QS AH KH AC"
LONE = "lone=true,super_pepper=true"


# --- bidding


def test_a_poor_hand_passes_over_an_opponents_three() -> None:
    assert answer(bidding(POOR, "E 3", dealer="S")) == "pass"


def test_a_hand_with_both_bowers_and_two_aces_bids_four() -> None:
    assert answer(bidding(GOOD, dealer="E")) == "4"


def test_the_last_to_speak_bids_no_more_than_it_must() -> None:
    assert answer(bidding(GOOD, "W pass", "N pass", "E 2", dealer="S")) == "3"


def test_where_the_bid_is_what_scores_the_last_bids_all_it_is_worth() -> None:
    assert answer(bidding(GOOD, "W pass", "N pass", "E 2", dealer="S", rules="made_bid_scores=bid")) == "4"


def test_in_rounds_bids_begin_low_because_they_can_be_raised() -> None:
    assert answer(bidding(GOOD, dealer="E", rules="auction=rounds")) == "1"


@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_a_forced_dealer_with_a_poor_hand_bids_the_least(minimum: int) -> None:
    forced = bidding("9S TH 9D TD 9C TC", "W pass", "N pass", "E pass", dealer="S", minimum=minimum)
    assert answer(forced) == str(minimum)


def test_the_partners_bid_stands_though_the_hand_is_worth_more() -> None:
    assert answer(bidding(GOOD, "N 2", "E pass", dealer="S")) == "pass"


def test_the_partner_is_raised_where_the_bid_scores_and_is_sure() -> None:
    raised = bidding("JH JD AH KH 9S AC", "N 2", "E pass", dealer="S", rules="made_bid_scores=bid")
    assert answer(raised) == "4"


def test_the_partner_is_raised_with_all_tricks_in_hand() -> None:
    assert answer(bidding(ALL_HEARTS, "N 3", "E pass", dealer="S")) == "little"


def test_the_partners_bid_of_all_tricks_is_left_alone() -> None:
    assert answer(bidding(ALL_ACES, "N little", "E pass", dealer="S")) == "pass"


def test_all_tricks_are_not_bid_without_the_right_bower() -> None:
    assert answer(bidding("JD AH QH TH 9H AC", dealer="N")) == "4"


@pytest.mark.parametrize(
    ("rules", "bid"), [("", "big"), ("super_pepper=true", "super"), ("lone=true", "lone-big"), (LONE, "lone-big")]
)
def test_five_high_cards_of_the_leader_bid_the_dearest_rung_without_trumps(rules: str, bid: str) -> None:
    assert answer(bidding(ALL_ACES, dealer="E", rules=rules)) == bid


@pytest.mark.parametrize(("rules", "bid"), [("", "little"), ("lone=true", "lone-little")])
def test_six_certain_tricks_at_a_suit_bid_all_of_them(rules: str, bid: str) -> None:
    assert answer(bidding("JH JD AH KH QH TH", dealer="N", rules=rules)) == bid


@pytest.mark.parametrize(("hand", "bid"), [("7H 9D TH 8S TS 8C 7D QC", "3"), ("JH JD AH KH QH TH AC AS", "little")])
def test_with_eight_cards_bids_are_measured_in_eight_tricks(hand: str, bid: str) -> None:
    assert answer(bidding(hand, dealer="E", rules="deck=32")) == bid


# --- naming


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("9H TH QH KH JS 9C", "H"),
        ("JS JC 9S AH KH 9D", "S"),
        ("QH 9H TH JC AC KC", "C"),
    ],
    ids=["the longest suit", "the suit of both bowers", "the stronger of two suits"],
)
def test_the_maker_names(hand: str, trump: str) -> None:
    assert answer(naming(hand, "3")) == trump


@pytest.mark.parametrize(("hand", "trump"), [("AS KS AH KH AD TC", "NT"), ("JH JD AH KH TS 9C", "H")])
def test_no_trump_is_named_with_aces_and_kings_not_with_bowers(hand: str, trump: str) -> None:
    assert answer(naming(hand, "3", rules="no_trump_bids=true")) == trump


def test_little_pepper_is_named_at_the_suit_that_holds_all_tricks() -> None:
    assert answer(naming("JH JD AH KH QH TH", "little", rules="no_trump_bids=true")) == "H"


# --- cards laid face down


@pytest.mark.parametrize(
    ("hand", "bid", "card"),
    [
        ("JH JD AH KH TS 9C", "S 3", "9C"),
        ("JH JD AH KH QH AC", "S 3", "keep"),
        ("JD TH AS KS 9S 9C", "N 3", "JD"),
        ("AD KD 9S KS AC TS", "N 3", "AC"),
        ("KD TD 9S KS QC TC", "N 3", "keep"),
    ],
    ids=["the maker's worst", "no winner", "the best trump to the maker", "an ace to the maker", "nothing useless"],
)
def test_the_dealer_offers(hand: str, bid: str, card: str) -> None:
    assert answer(laying(Phase.OFFER, hand, "H", bid, rules="exchange=true")) == card


@pytest.mark.parametrize(
    ("hand", "bid", "card"),
    [("9H AD 9S KS AC TS", "N 3", "9H"), ("JH AH TH KS AC TS", "S 3", "TS")],
    ids=["its best trump to the maker", "as the maker its worst card"],
)
def test_the_dealers_partner_gives_back(hand: str, bid: str, card: str) -> None:
    assert answer(laying(Phase.RETURN, hand, "H", bid, dealer="N", rules="exchange=true")) == card


def test_the_card_discarded_leaves_a_void_and_the_guarded_king() -> None:
    assert answer(laying(Phase.DISCARD, "JH 9H KS 9S AC TD", "H", "S 3", rules="sixth_card=discarded")) == "TD"


# --- leading


@pytest.mark.parametrize(
    ("hand", "bid", "card"),
    [
        ("9H JH AS JD 9C TC", "S 3", "JH"),
        ("9S JH AS 9H 9C TC", "N 3", "JH"),
        ("9S KH AS 9H 9C TC", "N 3", "KH"),
        ("9S AH AS KH 9C TC", "S 2", "AS"),
        ("9S JH AS JD 9C TC", "E 3", "AS"),
        ("9S JH KS 9H 9C TC", "E 3", "9S"),
    ],
    ids=[
        "the maker's right bower",
        "the partner's right bower",
        "the partner's best trump",
        "the maker's ace with few trumps and no bower",
        "the defender's ace",
        "a low card from no ace",
    ],
)
def test_the_first_lead_is(hand: str, bid: str, card: str) -> None:
    assert answer(playing(hand, "H", bid)) == card


def test_a_king_is_led_once_its_ace_is_gone() -> None:
    assert answer(playing("KS 9C TC QD TD", "H", "E 3", before=("E AS S 9S W TS N QS",))) == "KS"


def test_a_king_is_led_when_the_partner_was_given_its_ace() -> None:
    assert answer(playing("KD 9C TC QS TS 9S", "H", "N 3", gave="AD")) == "KD"


DRAWN = ("S JH W 9S N 9D E TS", "S AH W KS N TH E QS")


def test_trumps_are_kept_once_the_opponents_have_none() -> None:
    assert answer(playing("JD AC QD 9H", "H", "S 3", before=DRAWN)) == "AC"


def test_the_last_trumps_are_led_before_a_loser_that_may_be_left_over() -> None:
    assert answer(playing("JD 9C QD 9H", "H", "S little", before=DRAWN)) == "JD"


def test_a_trump_is_kept_for_the_end_where_every_card_is_played() -> None:
    assert answer(playing("JD 9C QD 9H", "H", "S 3", before=DRAWN, rules="sixth_card=played")) == "9C"


def test_the_partner_leads_no_second_trump_below_the_highest() -> None:
    before = ("S KH W 9H N TH E AH", "E AS S 9S W TS N QH", "N 9D E TD S AD W KD")
    assert answer(playing("QH 9C KC", "H", "N 3", before=before)) == "9C"


# --- following


@pytest.mark.parametrize(
    ("hand", "plays", "card"),
    [
        ("9S AS JH TD QD AD", ("W TS", "N KS", "E QS"), "9S"),
        ("9H JH QC 9C TD QD", ("W TS", "N KS", "E QS"), "9C"),
        ("KS 9S TD QD AD 9C", ("N AS", "E TS"), "9S"),
        ("AS QS TD QD AD 9C", ("N 9S", "E TS"), "AS"),
        ("TS AS JH TD QD AD", ("W 9S", "N 9D", "E QD"), "TS"),
        ("9H JH TH TD QD AD", ("W AS", "N 9S", "E QS"), "9H"),
        ("TH QH JD QD 9D 9C", ("W AS", "N 9S", "E 9H"), "TH"),
        ("QS 9S JH TD QD AD", ("W AS", "N TS", "E KS"), "9S"),
        ("AS 9S TD QD AD 9C", ("W TS",), "AS"),
        ("9H JD AC TD QC KC", ("W JH", "N AH", "E TH"), "9H"),
    ],
    ids=[
        "low under the partner's winning card",
        "no trump on the partner's winning card",
        "low under the partner's ace",
        "the ace over the partner's nine",
        "the cheapest winner when last",
        "the lowest trump on an opponent's ace",
        "the lowest trump that beats another",
        "the lowest card when none wins",
        "the ace at once",
        "a low trump under the right bower, saving the left",
    ],
)
def test_to_a_trick_basic_plays(hand: str, plays: tuple[str, ...], card: str) -> None:
    assert answer(playing(hand, "H", "S 3", *plays)) == card


def test_a_partners_doubtful_card_is_trumped() -> None:
    before = ("S JH W 9D N AH E QH",)
    assert answer(playing("9H TH QD 9D 9C", "H", "S 3", "N TS", "E 9S", before=before)) == "9H"


def test_a_card_that_hardly_holds_is_not_spent_before_the_partner() -> None:
    assert answer(playing("7S 9S TD QD AD 9C 8C KC", "H", "S 3", "W 8S", rules="deck=32")) == "7S"


def test_the_opponent_who_sits_out_no_trick_is_reckoned_with_when_the_partner_sits_out() -> None:
    assert answer(playing("JH AS QS TD AD 9C", "H", "S lone-little", "W TS", rules="lone=true")) == "AS"


def test_the_left_bower_is_played_where_the_house_forces_it() -> None:
    assert answer(playing("JD TH AD KS 9C TC", "H", "E 3", "E 9H", rules="strict_left_bower=true")) == "JD"


# --- in every house


@given(house_rules(), seeds)
@settings(max_examples=60, deadline=None)
def test_in_every_house_basic_is_legal_and_does_the_same_for_the_same_view(rules: Rules, seed: int) -> None:
    match = _dealt(rules, SEATS[seed % 4], Random(seed))
    for _ in range(4):
        match = _checked_to_the_end_of_the_deal(match)
        if match.winner is not None:
            return
        match = matches.next_deal(match, matches.deal_hands(rules, matches.next_dealer(match), Random(seed + 1)))


def _dealt(rules: Rules, dealer: Seat, random: Random) -> Match:
    return matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))


def _checked_to_the_end_of_the_deal(match: Match) -> Match:
    while match.deal.turn is not None:
        view = seat_view(match, match.deal.turn)
        action = basic.choose(view, Random(1))
        assert action in view.legal
        assert basic.choose(pickle.loads(pickle.dumps(view)), Random(2)) is action  # noqa: S301 - our own bytes
        match, _events = matches.play(match, match.deal.turn, action)
    return match


@given(house_rules(), seeds)
@settings(max_examples=60, deadline=None)
def test_what_the_others_hold_changes_nothing(rules: Rules, seed: int) -> None:
    random = Random(seed)
    hands = matches.deal_hands(rules, Seat.NORTH, random)
    hidden = [card for seat in (0, 2, 3) for card in hands[seat]]
    random.shuffle(hidden)
    size = rules.hand_size
    others = (tuple(hidden[:size]), hands[1], tuple(hidden[size : 2 * size]), tuple(hidden[2 * size :]))
    # East speaks first.
    answers = {
        basic.choose(seat_view(matches.start(rules, Seat.NORTH, dealt), Seat.EAST), Random(1))
        for dealt in (hands, others)
    }
    assert len(answers) == 1


def test_nothing_is_chosen_out_of_turn() -> None:
    view = replace(bidding(GOOD), legal=())
    with pytest.raises(ValueError, match="it isn't S's turn"):
        basic.choose(view, Random(1))


@pytest.mark.parametrize("name", PRESETS)
def test_four_basics_finish_a_match_of_every_preset(name: str) -> None:
    random = Random(3)
    match = _dealt(PRESETS[name], Seat.NORTH, random)
    while match.winner is None:
        assert len(match.deals) < 200
        while match.deal.turn is not None:
            seat = match.deal.turn
            match, _events = matches.play(match, seat, PLAYERS["basic"](seat_view(match, seat), random))
        if match.winner is None:
            hands = matches.deal_hands(match.rules, matches.next_dealer(match), random)
            match = matches.next_deal(match, hands)
