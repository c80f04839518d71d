import pickle

import pytest

from pepper import deal as deals
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import (
    AuctionEnded,
    DealEnded,
    ExchangeSettled,
    Illegal,
    Keep,
    Phase,
    Reason,
    TrickTaken,
    TrumpNamed,
    declare_void,
    legal,
    play,
)
from pepper.record import cards_text
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS, acted, new_deal, options, told

ALL_PASS = ("E pass", "S pass", "W pass", "N pass")
BIG32 = {
    "N": "7S 8S 9S TS JS QS KS AS",
    "E": "7H 8H 9H TH JH QH KH AH",
    "S": "7D 8D 9D TD JD QD KD AD",
    "W": "7C 8C 9C TC JC QC KC AC",
}


def refused(deal: deals.Deal, seat: str, action: deals.Action) -> tuple[Reason, str]:
    with pytest.raises(Illegal) as illegal:
        play(deal, Seat(seat), action)
    return illegal.value.reason, illegal.value.detail


# --- the auction


def test_eldest_speaks_first_and_the_dealer_last() -> None:
    deal = new_deal(Rules(), "N", SPADES_NORTH)
    spoken = []
    for _ in range(4):
        assert deal.turn is not None
        spoken.append(str(deal.turn))
        deal, _events = play(deal, deal.turn, Call.PASS)
    assert spoken == ["E", "S", "W", "N"]


def test_when_all_pass_nobody_scores() -> None:
    deal, happened = told(new_deal(Rules(), "N", SPADES_NORTH), *ALL_PASS)
    assert happened == [AuctionEnded(None, None), DealEnded(Score())]
    assert (deal.phase, deal.turn, deal.points) == (Phase.OVER, None, Score())
    assert legal(deal) == ()


def test_the_highest_bidder_is_the_maker_and_may_raise_the_partner() -> None:
    deal, happened = told(new_deal(Rules(), "N", SPADES_NORTH), "E 1", "S pass", "W 2", "N pass")
    assert happened == [AuctionEnded(Seat.WEST, Call.TWO)]
    assert (deal.phase, deal.turn, deal.maker, deal.bid) == (Phase.NAMING, Seat.WEST, Seat.WEST, Call.TWO)


def test_a_bid_on_the_top_rung_ends_the_auction() -> None:
    deal, happened = told(new_deal(Rules(), "N", SPADES_NORTH), "E big")
    assert happened == [AuctionEnded(Seat.EAST, Call.BIG)]
    assert (deal.phase, deal.turn, deal.trump) == (Phase.PLAY, Seat.EAST, Trump.NO_TRUMP)


def test_big_does_not_end_the_auction_where_there_are_higher_rungs() -> None:
    deal = acted(new_deal(Rules(super_pepper=True), "N", SPADES_NORTH), "E big")
    assert options(deal) == "pass super"
    assert acted(deal, "S super").phase is Phase.PLAY


def test_the_maker_names_any_suit_held_or_not() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E 1", "S pass", "W pass", "N pass")
    assert options(deal) == "S H D C"
    deal, happened = told(deal, "E S")
    assert happened == [TrumpNamed(Trump.SPADES)]
    assert deal.trump is Trump.SPADES


def test_with_no_trump_bids_the_maker_may_name_no_trump() -> None:
    deal = acted(new_deal(Rules(no_trump_bids=True), "N", SPADES_NORTH), "E 1", "S pass", "W pass", "N pass")
    assert options(deal) == "S H D C NT"
    assert acted(deal, "E NT").trump is Trump.NO_TRUMP


def test_a_lone_little_bidder_names_a_trump_and_the_partner_sits_out() -> None:
    deal = acted(new_deal(Rules(lone=True), "N", SPADES_NORTH), "E lone-little", "S pass", "W pass", "N pass")
    assert options(deal) == "S H D C"
    deal = acted(deal, "E H")
    assert deal.preparation.sitting_out is Seat.WEST


@pytest.mark.parametrize(
    ("minimum", "open_bids"), [(1, "1 2 3 4 little big"), (2, "2 3 4 little big"), (3, "3 4 little big")]
)
def test_a_forced_dealer_may_not_pass_and_must_bid_that_much(minimum: int, open_bids: str) -> None:
    deal = acted(new_deal(Rules(dealer_must_bid=minimum), "N", SPADES_NORTH), "E pass", "S pass", "W pass")
    assert options(deal) == open_bids


def test_a_dealer_is_not_forced_when_somebody_has_bid() -> None:
    deal = acted(new_deal(Rules(dealer_must_bid=3), "N", SPADES_NORTH), "E 1", "S pass", "W pass")
    assert options(deal) == "pass 2 3 4 little big"


def test_in_a_shootout_the_dealer_is_forced_to_bid_at_least_one() -> None:
    deal = new_deal(Rules(), "N", SPADES_NORTH, shootout=True)
    assert options(acted(deal, "E pass", "S pass", "W pass")) == "1 2 3 4 little big"
    strict = new_deal(Rules(dealer_must_bid=3), "N", SPADES_NORTH, shootout=True)
    assert options(acted(strict, "E pass", "S pass", "W pass")) == "3 4 little big"


# --- an auction that goes round


def test_in_rounds_a_bidder_speaks_again_and_who_passed_does_not() -> None:
    deal = new_deal(Rules(auction="rounds"), "N", SPADES_NORTH)
    deal = acted(deal, "E 1", "S pass", "W 2", "N pass")
    assert (deal.turn, options(deal)) == (Seat.EAST, "pass 3 4 little big")
    deal = acted(deal, "E 3")
    assert deal.turn is Seat.WEST
    deal = acted(deal, "W pass")
    assert (deal.phase, deal.maker, deal.bid) == (Phase.NAMING, Seat.EAST, Call.THREE)


def test_in_rounds_the_auction_ends_when_all_four_have_passed() -> None:
    assert acted(new_deal(Rules(auction="rounds"), "N", SPADES_NORTH), *ALL_PASS).phase is Phase.OVER


def test_in_rounds_three_passes_end_it_at_once_when_a_bid_stands() -> None:
    deal = acted(new_deal(Rules(auction="rounds"), "N", SPADES_NORTH), "E 1", "S pass", "W pass", "N pass")
    assert (deal.phase, deal.turn) == (Phase.NAMING, Seat.EAST)


def test_in_rounds_a_late_bid_by_the_dealer_asks_nobody_who_passed() -> None:
    deal = acted(new_deal(Rules(auction="rounds"), "N", SPADES_NORTH), "E pass", "S pass", "W pass", "N 1")
    assert (deal.phase, deal.maker) == (Phase.NAMING, Seat.NORTH)


def test_in_rounds_a_forced_dealer_must_bid() -> None:
    deal = new_deal(Rules(auction="rounds", dealer_must_bid=2), "N", SPADES_NORTH)
    assert options(acted(deal, "E pass", "S pass", "W pass")) == "2 3 4 little big"
    assert options(acted(deal, "E 1", "S pass", "W pass")) == "pass 2 3 4 little big"


def test_in_rounds_the_top_rung_ends_it() -> None:
    deal = acted(new_deal(Rules(auction="rounds"), "N", SPADES_NORTH), "E 1", "S big")
    assert (deal.phase, deal.maker) == (Phase.PLAY, Seat.SOUTH)


# --- the exchange

DEALERS_SIDE = ("E pass", "S 1", "W pass", "N pass", "S H")


def test_after_naming_the_dealer_may_keep_or_lay_a_card_down() -> None:
    deal = acted(new_deal(Rules(exchange=True), "N", SPADES_NORTH), *DEALERS_SIDE)
    assert (deal.phase, deal.turn) == (Phase.OFFER, Seat.NORTH)
    assert options(deal) == "keep JS JC AS 9H 9D TH"


def test_a_dealer_who_keeps_ends_the_exchange() -> None:
    deal, happened = told(new_deal(Rules(exchange=True), "N", SPADES_NORTH), *DEALERS_SIDE, "N keep")
    assert happened[-1] == ExchangeSettled(happened=False)
    assert (deal.phase, deal.hands) == (Phase.PLAY, deal.opening.dealt)


def test_the_partner_returns_a_card_already_held_and_both_change_hands() -> None:
    deal = acted(new_deal(Rules(exchange=True), "N", SPADES_NORTH), *DEALERS_SIDE, "N JC")
    assert (deal.phase, deal.turn, options(deal)) == (Phase.RETURN, Seat.SOUTH, "9S TS QS TD 9C TC")
    deal, happened = told(deal, "S 9C")
    assert happened == [ExchangeSettled(happened=True)]
    assert cards_text(deal.hands[Seat.NORTH.index]) == "JS AS 9H 9D TH 9C"
    assert cards_text(deal.hands[Seat.SOUTH.index]) == "9S TS QS TD TC JC"
    assert (deal.phase, deal.turn) == (Phase.PLAY, Seat.EAST)


def test_big_has_its_exchange_after_the_auction() -> None:
    deal = acted(new_deal(Rules(exchange=True), "N", SPADES_NORTH), "E pass", "S big")
    assert (deal.phase, deal.turn) == (Phase.OFFER, Seat.NORTH)


def test_a_dealer_who_is_the_maker_may_exchange_too() -> None:
    deal = acted(new_deal(Rules(exchange=True), "N", SPADES_NORTH), "E pass", "S pass", "W pass", "N 1", "N S")
    assert (deal.phase, deal.turn) == (Phase.OFFER, Seat.NORTH)


@pytest.mark.parametrize("bid", ["super", "lone-little", "lone-big"])
def test_there_is_no_exchange_in_lone_or_super_deals(bid: str) -> None:
    deal = new_deal(Rules(exchange=True, lone=True, super_pepper=True), "N", SPADES_NORTH)
    deal = acted(deal, "E pass", f"S {bid}", *(() if bid == "lone-big" else ("W pass", "N pass")))
    if deal.phase is Phase.NAMING:
        deal = acted(deal, "S H")
    assert deal.phase is Phase.PLAY


# --- the discard


def test_each_lays_down_one_card_clockwise_from_eldest() -> None:
    deal = acted(new_deal(Rules(sixth_card="discarded"), "N", SPADES_NORTH), "E 1", "S pass", "W pass", "N pass", "E H")
    assert (deal.phase, deal.turn, options(deal)) == (Phase.DISCARD, Seat.EAST, "AH KH AD KD QD QH")
    deal = acted(deal, "E QD", "S 9C", "W QC", "N 9D")
    assert (deal.phase, deal.turn) == (Phase.PLAY, Seat.EAST)
    assert [len(hand) for hand in deal.hands] == [5, 5, 5, 5]


def test_who_sits_out_discards_nothing() -> None:
    deal = new_deal(Rules(sixth_card="discarded", lone=True), "N", SPADES_NORTH)
    deal = acted(deal, "E pass", "S pass", "W lone-big")
    assert (deal.phase, deal.turn) == (Phase.DISCARD, Seat.SOUTH)
    deal = acted(deal, "S 9C", "W QC", "N 9D")
    assert (deal.phase, deal.turn) == (Phase.PLAY, Seat.SOUTH)


def test_the_discard_comes_after_the_exchange() -> None:
    rules = Rules(sixth_card="discarded", exchange=True)
    deal = acted(new_deal(rules, "N", SPADES_NORTH), *DEALERS_SIDE, "N JC", "S 9C")
    assert deal.phase is Phase.DISCARD
    deal = acted(deal, "E QD", "S JC", "W QC", "N 9C")
    assert deal.preparation.discards == (
        (Seat.EAST, card("QD")),
        (Seat.SOUTH, card("JC")),
        (Seat.WEST, card("QC")),
        (Seat.NORTH, card("9C")),
    )


# --- the play


def test_eldest_leads_or_the_maker_in_houses_that_say_so() -> None:
    calls = ("E pass", "S 1", "W pass", "N pass", "S H")
    assert acted(new_deal(Rules(), "N", SPADES_NORTH), *calls).turn is Seat.EAST
    assert acted(new_deal(Rules(first_lead="maker"), "N", SPADES_NORTH), *calls).turn is Seat.SOUTH


def test_a_lone_maker_leads_in_houses_where_the_maker_leads() -> None:
    deal = acted(new_deal(Rules(first_lead="maker", lone=True), "N", SPADES_NORTH), "E pass", "S pass", "W lone-big")
    assert deal.turn is Seat.WEST


def test_a_deal_of_five_tricks_leaves_each_a_card_and_scores() -> None:
    deal, happened = told(
        new_deal(Rules(), "W", SPADES_NORTH), "N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS
    )
    assert happened[-1] == DealEnded(Score(3, 0))
    assert [type(event) for event in happened].count(TrickTaken) == 5
    assert [cards_text(hand) for hand in deal.hands] == ["TH", "KH", "TC", "QC"]
    assert (deal.taken(Side.NS), deal.taken(Side.EW), deal.points) == (3, 2, Score(3, 0))
    assert deal.is_over


def test_with_the_sixth_card_played_six_tricks_are_played() -> None:
    rules = Rules(sixth_card="played", defenders_score=True)
    deal = acted(new_deal(rules, "W", SPADES_NORTH), "N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS)
    assert not deal.is_over
    deal = acted(deal, "E KH", "S TC", "W QC", "N TH")
    assert deal.points == Score(3, 3)


def test_with_32_cards_eight_tricks_are_played() -> None:
    deal = acted(new_deal(Rules(deck=32), "W", BIG32), "N big")
    for place in range(8):
        deal = acted(deal, *(f"{seat} {deal.opening.dealt[seat.index][place]}" for seat in SEATS))
    assert deal.points == Score(16, 0)


def test_the_actions_of_a_deal_are_told_in_order() -> None:
    rules = Rules(sixth_card="discarded", exchange=True)
    texts = [*DEALERS_SIDE, "N JC", "S 9C", "E QD", "S JC", "W QC", "N 9C", "E AH", "S 9S"]
    deal = acted(new_deal(rules, "N", SPADES_NORTH), *texts)
    assert [f"{seat} {action}" for seat, action in deal.actions] == texts
    kept = [*DEALERS_SIDE, "N keep", "E QD"]
    deal = acted(new_deal(rules, "N", SPADES_NORTH), *kept)
    assert [f"{seat} {action}" for seat, action in deal.actions] == kept


def test_a_trick_knows_the_card_led() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E big")
    assert deal.trick.led is None
    assert acted(deal, "E AH", "S 9C").trick.led is card("AH")


# --- refusals


def test_out_of_turn() -> None:
    assert refused(new_deal(Rules(), "N", SPADES_NORTH), "N", Call.PASS) == (Reason.NOT_YOUR_TURN, "E")


def test_after_the_end() -> None:
    assert refused(acted(new_deal(Rules(), "N", SPADES_NORTH), *ALL_PASS), "E", Call.PASS) == (Reason.DEAL_OVER, "")


def test_a_bid_that_is_no_rung_of_this_house() -> None:
    deal = new_deal(Rules(), "N", SPADES_NORTH)
    for call in (Call.FIVE, Call.SUPER, Call.LONE_LITTLE):
        assert refused(deal, "E", call) == (Reason.NOT_ON_LADDER, str(call))


def test_a_bid_that_is_not_higher() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E 2")
    for call in (Call.ONE, Call.TWO):
        assert refused(deal, "S", call) == (Reason.BID_TOO_LOW, "2")


def test_a_forced_dealer_who_passes_or_bids_too_little() -> None:
    deal = acted(new_deal(Rules(dealer_must_bid=3), "N", SPADES_NORTH), "E pass", "S pass", "W pass")
    for call in (Call.PASS, Call.TWO):
        assert refused(deal, "N", call) == (Reason.MUST_BID, "3")


def test_no_trump_where_the_house_does_not_have_it() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E 1", "S pass", "W pass", "N pass")
    assert refused(deal, "E", Trump.NO_TRUMP) == (Reason.NO_TRUMP_NOT_ALLOWED, "")


@pytest.mark.parametrize("action", [Trump.HEARTS, card("AH"), Keep.KEEP])
def test_in_the_auction_one_only_calls(action: deals.Action) -> None:
    assert refused(new_deal(Rules(), "N", SPADES_NORTH), "E", action) == (Reason.WRONG_PHASE, "auction")


@pytest.mark.parametrize("action", [Call.PASS, Trump.SPADES, Keep.KEEP])
def test_in_the_play_one_only_plays_cards(action: deals.Action) -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E big")
    assert refused(deal, "E", action) == (Reason.WRONG_PHASE, "play")


def test_a_card_that_is_not_held() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E big")
    assert refused(deal, "E", card("9S")) == (Reason.NOT_IN_HAND, "9S")
    offering = acted(new_deal(Rules(exchange=True), "N", SPADES_NORTH), *DEALERS_SIDE)
    assert refused(offering, "N", card("9S")) == (Reason.NOT_IN_HAND, "9S")
    assert refused(acted(offering, "N JC"), "S", card("JC")) == (Reason.NOT_IN_HAND, "JC")


def test_a_suit_that_is_not_followed() -> None:
    deal = acted(new_deal(Rules(), "W", SPADES_NORTH), "N 1", "E pass", "S pass", "W pass", "N S", "N JC", "E QH")
    assert refused(deal, "S", card("9C")) == (Reason.MUST_FOLLOW, "S")


def test_a_left_bower_held_back_in_a_strict_house() -> None:
    rules = Rules(strict_left_bower=True)
    deal = acted(new_deal(rules, "E", SPADES_NORTH), "S 1", "W pass", "N pass", "E pass", "S S", "S 9S", "W KS")
    assert options(deal) == "JC"
    assert refused(deal, "N", card("JS")) == (Reason.MUST_PLAY_LEFT_BOWER, "JC")


def test_a_refused_action_leaves_the_deal_as_it_was() -> None:
    deal = acted(new_deal(Rules(), "N", SPADES_NORTH), "E big")
    before = pickle.dumps(deal)
    refused(deal, "E", card("9S"))
    assert pickle.dumps(deal) == before


def test_a_refusal_reads_as_one_line_and_survives_a_trip_to_another_process() -> None:
    assert str(Illegal(Reason.DEAL_OVER)) == "deal-over"
    illegal = pickle.loads(pickle.dumps(Illegal(Reason.MUST_FOLLOW, "S")))  # noqa: S301  # our own bytes
    assert (str(illegal), illegal.reason, illegal.detail) == ("must-follow S", Reason.MUST_FOLLOW, "S")


# --- misdeals


def test_a_deal_is_void_only_before_anybody_has_spoken() -> None:
    deal = new_deal(Rules(), "N", SPADES_NORTH)
    void = declare_void(deal)
    assert (void.phase, void.turn, void.points, legal(void)) == (Phase.VOID, None, None, ())
    with pytest.raises(Illegal, match="already-spoken"):
        declare_void(acted(deal, "E pass"))
    with pytest.raises(Illegal, match="deal-over"):
        declare_void(void)


def test_a_deal_is_frozen() -> None:
    with pytest.raises(AttributeError):
        new_deal(Rules(), "N", SPADES_NORTH).turn = None  # type: ignore[misc]
