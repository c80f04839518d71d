from random import Random

import pytest

from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Hand
from pepper.players import regular
from pepper.players.bidding.auction import (
    CAUTION,
    between,
    call_outcomes,
    call_values,
    judge,
    leader_for,
    name_trump,
    signs,
    situation,
)
from pepper.players.bidding.features import AT_NO_TRUMP, AT_SUIT, features
from pepper.players.bidding.odds import expected_points, prospect
from pepper.players.bidding.tables import auctions
from pepper.record import read_cards
from pepper.rules import PRESETS, Rules, preset
from pepper.seats import Seat
from tests.pepper.players.positions import bidding, naming

CLASSIC = Rules()
STRONG, WEAK = read_cards("JH JD AH KH AS 9C"), read_cards("9S TD QC 9H TC 9D")


@pytest.mark.parametrize("trump", Trump)
@pytest.mark.parametrize(("hand", "size"), [(STRONG, 24), (read_cards("7S 8S 9S TS QS KS AS JS"), 32)])
def test_classes_have_their_places_in_the_table(trump: Trump, hand: Hand, size: int) -> None:
    places = features(hand, size, trump)
    assert places[0] == 0
    assert max(places) < (AT_SUIT if trump.suit else AT_NO_TRUMP)


def test_plain_suits_are_alike() -> None:
    assert sorted(features(read_cards("JH AH AS KS 9C TD"), 24, Trump.HEARTS)) == sorted(
        features(read_cards("JH AH AC KC 9S TD"), 24, Trump.HEARTS)
    )


def test_chances_fall_with_the_tricks_asked_for() -> None:
    for trump in Trump:
        chances = prospect(STRONG, trump, CLASSIC, 1).at_least
        assert chances[0] == 1
        assert list(chances) == sorted(chances, reverse=True)


def test_a_hand_is_worth_most_at_its_own_suit() -> None:
    points = {
        trump: expected_points(prospect(STRONG, trump, CLASSIC, 0), Call.FOUR, trump, CLASSIC)
        for trump in Trump
        if trump.suit
    }
    assert max(points, key=points.__getitem__) is Trump.HEARTS
    assert points[Trump.HEARTS] > 3


def test_top_cards_take_every_trick_even_alone() -> None:
    outlook = prospect(read_cards("JH JD AH KH QH TH"), Trump.HEARTS, CLASSIC, 0)
    assert outlook.alone > 0.8
    lone = preset("lone")
    assert expected_points(outlook, Call.LONE_LITTLE, Trump.HEARTS, lone) > 14


def test_winners_without_trumps_take_every_trick_only_for_who_leads() -> None:
    lone, clubs = preset("lone"), read_cards("AC KC QC JC TC AS")
    assert prospect(clubs, Trump.NO_TRUMP, lone, 0).alone > 0.9
    # Somebody else leads a diamond or a heart.
    assert all(prospect(clubs, Trump.NO_TRUMP, lone, leader).alone < 0.6 for leader in (1, 2, 3))
    every_ace = read_cards("AC AS AD AH KH QH")
    assert prospect(every_ace, Trump.NO_TRUMP, lone, 3).alone > 0.9


def test_leading_is_worth_something() -> None:
    tricks = [prospect(STRONG, Trump.HEARTS, CLASSIC, leader).tricks for leader in range(4)]
    assert max(tricks) == max(tricks[0], tricks[2])


def test_who_leads_first_as_maker_needs_no_other_table() -> None:
    six = preset("six")
    assert prospect(STRONG, Trump.HEARTS, six, 2) == prospect(STRONG, Trump.HEARTS, six, 0)


def test_strong_hands_bid_and_weak_ones_pass() -> None:
    assert regular.choose(bidding("JH JD AH KH AS 9C", dealer="E"), Random(0)) in (Call.FOUR, Call.LITTLE)
    assert regular.choose(bidding("9S TD QC 9H TC 9D", "N pass", "E 3"), Random(0)) is Call.PASS


def test_a_forced_dealer_bids() -> None:
    view = bidding("9S TD QC 9H TC 9D", "W pass", "N pass", "E pass", dealer="S", minimum=2, rules="dealer_must_bid=2")
    assert regular.choose(view, Random(0)) is Call.TWO


def test_the_longest_strong_suit_is_named() -> None:
    assert name_trump(naming("JH JD AH KH AS 9C", "4")) is Trump.HEARTS
    assert name_trump(naming("AS KS QS AD KD AC", "4", rules="no_trump_bids=true")) is Trump.NO_TRUMP


def test_calls_nobody_made_while_learning_are_judged_by_the_hand_alone() -> None:
    view = bidding("JH JD AH KH AS 9C", "E 7", rules="deck=32,lone=true,super_pepper=true")
    values, outcomes = call_values(view), call_outcomes(view, lambda ours, theirs: ours - theirs)
    assert list(values) == list(outcomes)


def test_a_call_learned_from_few_deals_has_one_average() -> None:
    assert between(3.0, (1.0,), [2.0]) == 2.0
    assert between(3.0, (1.0, 5.0), [2.0, 4.0]) == 3.0
    assert between(9.0, (1.0, 5.0), [2.0, 4.0]) == 4.0
    assert between(9.0, (5.0, 5.0), [2.0, 4.0]) == 3.0


def test_a_worth_decides_what_risk_is_taken() -> None:
    view = bidding("JD TC AH JH KS AS", dealer="E")
    careful, bold = call_values(view), call_outcomes(view, lambda ours, theirs: 10 * float(ours - theirs > 10))
    assert max(careful, key=careful.__getitem__) is Call.FOUR
    assert max(bold, key=bold.__getitem__) is Call.LITTLE


def test_a_deal_worth_its_points_leaves_them_as_they_are() -> None:
    view = bidding("JH AH KH AS 9C TD", "N 1", "E 2")
    assert call_outcomes(view, lambda ours, theirs: ours - theirs) == call_values(view)


def test_hopeless_bids_are_no_choices() -> None:
    assert list(call_values(bidding("9S TD QC 9H TC 9D", "N pass", "E 3"))) == [Call.PASS]
    assert not {Call.LITTLE, Call.BIG} & call_values(bidding("9S TD QC 9H TC 9D", dealer="E")).keys()


def test_who_speaks_last_bids_no_more_than_needed_where_tricks_score() -> None:
    hand, spoken = "JH JD AH 9S TS AC", ("W pass", "N pass", "E pass")
    assert regular.choose(bidding(hand, *spoken, dealer="S"), Random(0)) is Call.ONE
    assert regular.choose(bidding(hand, *spoken, dealer="S", rules="made_bid_scores=bid"), Random(0)) is Call.THREE


def test_all_tricks_must_promise_more_than_they_seem_to() -> None:
    view = bidding("JD TC AH JH KS AS", dealer="E")
    values, table = call_values(view), auctions(CLASSIC).calls["0 nobody none little"]
    judged = judge(view.hand, CLASSIC, leader_for(view.seat, view.table))
    unsure = sum(weight * sign for weight, sign in zip(table.weights, signs(Call.LITTLE, judged), strict=True))
    assert values[Call.LITTLE] == unsure - CAUTION * 12


def test_rare_hands_that_hold_all_tricks_are_judged_by_themselves() -> None:
    view = bidding("JH JD AH KH QH AC", dealer="E", rules="lone=true,super_pepper=true")
    judged = judge(view.hand, view.table.rules, leader_for(view.seat, view.table))
    assert call_values(view)[Call.LONE_BIG] == judged.by_rung[Call.LONE_BIG] - CAUTION * 28


def test_no_call_is_worth_more_than_it_can_pay() -> None:
    values = call_values(bidding("JH JD AH KH QH AC", dealer="E", rules="lone=true,super_pepper=true"))
    assert values[Call.BIG] <= 14
    assert max(values, key=values.__getitem__) is Call.LONE_BIG


def test_situations_tell_who_spoke_whose_the_bid_is_and_what_it_was() -> None:
    assert situation(Seat.EAST, Seat.NORTH, None, None, Call.PASS) == "0 nobody none pass"
    assert situation(Seat.WEST, Seat.NORTH, Seat.EAST, Call.THREE, Call.FOUR) == "2 ours 3 4"
    assert situation(Seat.NORTH, Seat.NORTH, Seat.EAST, Call.LITTLE, Call.BIG) == "3 theirs little big"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_learned_auctions(name: str) -> None:
    rules = preset(name)
    assert auctions(rules).rules.with_changes({"target": rules.target}) == rules


def test_rules_that_learned_nothing_of_their_own_share_what_others_learned() -> None:
    assert {id(auctions(Rules(target=target))) for target in range(5, 200)} == {id(auctions(Rules()))}


def test_unusual_rules_take_what_was_learned_for_the_nearest() -> None:
    assert auctions(Rules(exchange=True, target=11)).rules == Rules()
    assert auctions(Rules(sixth_card="played", made_bid_scores="bid", defenders_score=True)).rules == preset("iowa")


def test_of_rules_as_near_those_with_more_bids_are_taken() -> None:
    assert auctions(Rules(lone=True)).rules == auctions(Rules(super_pepper=True)).rules == preset("lone")


def test_the_best_of_a_hand_is_the_best_of_its_rungs() -> None:
    judged = judge(WEAK, CLASSIC, 0)
    assert judged.best == max(judged.by_rung.values())
