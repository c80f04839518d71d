import pytest

from pepper.bids import Call
from pepper.cards import Trump
from pepper.rules import Rules
from pepper.scoring import Ending, Score, deal_points, ending, is_made, makers_points, stake
from pepper.seats import Side

SUIT, NO_TRUMP = Trump.HEARTS, Trump.NO_TRUMP
NT_BIDS = Rules(no_trump_bids=True)
NT_DOWN = Rules(no_trump_bids=True, no_trump_rounding="down")
NT_OF_THE_BID = Rules(no_trump_bids=True, made_bid_scores="bid")


@pytest.mark.parametrize(
    ("rules", "bid", "trump", "tricks", "points"),
    [
        (Rules(), "1", SUIT, 0, -1),
        (Rules(), "1", SUIT, 1, 1),
        (Rules(), "3", SUIT, 5, 5),
        (Rules(), "4", SUIT, 3, -4),
        (Rules(made_bid_scores="bid"), "3", SUIT, 5, 3),
        (Rules(made_bid_scores="bid"), "3", SUIT, 2, -3),
        (Rules(), "little", SUIT, 5, 12),
        (Rules(), "little", SUIT, 4, -12),
        (Rules(), "big", NO_TRUMP, 5, 14),
        (Rules(), "big", NO_TRUMP, 4, -14),
        (Rules(sixth_card="played"), "little", SUIT, 5, -12),
        (Rules(sixth_card="played"), "little", SUIT, 6, 12),
        (Rules(sixth_card="played"), "5", SUIT, 6, 6),
        (Rules(super_pepper=True), "super", NO_TRUMP, 5, 20),
        (Rules(super_pepper=True), "super", NO_TRUMP, 4, -20),
        (Rules(lone=True), "lone-little", SUIT, 5, 24),
        (Rules(lone=True), "lone-big", NO_TRUMP, 5, 28),
        (Rules(lone=True), "lone-big", NO_TRUMP, 0, -28),
        (Rules(deck=32), "little", SUIT, 8, 12),
        (Rules(deck=32), "little", SUIT, 7, -12),
        (Rules(deck=32), "big", NO_TRUMP, 8, 16),
        (Rules(deck=32), "big", NO_TRUMP, 5, -16),
        (Rules(deck=32, super_pepper=True), "super", NO_TRUMP, 8, 20),
        (Rules(deck=32, lone=True), "lone-little", SUIT, 8, 24),
        (Rules(deck=32, lone=True), "lone-big", NO_TRUMP, 8, 32),
        (Rules(deck=32, lone=True), "lone-big", NO_TRUMP, 7, -32),
        (Rules(deck=32), "7", SUIT, 8, 8),
        (NT_BIDS, "1", NO_TRUMP, 1, 2),
        (NT_BIDS, "1", NO_TRUMP, 0, -2),
        (NT_BIDS, "2", NO_TRUMP, 2, 3),
        (NT_BIDS, "3", NO_TRUMP, 5, 8),
        (NT_BIDS, "little", NO_TRUMP, 4, -18),
        (NT_BIDS, "big", NO_TRUMP, 4, -14),
        (NT_BIDS, "3", SUIT, 3, 3),
        (NT_DOWN, "3", NO_TRUMP, 3, 4),
        (NT_DOWN, "3", NO_TRUMP, 2, -4),
        (NT_DOWN, "1", NO_TRUMP, 0, -1),
        (NT_DOWN, "4", NO_TRUMP, 4, 6),
        (NT_OF_THE_BID, "3", NO_TRUMP, 5, 5),
        (NT_OF_THE_BID, "2", NO_TRUMP, 5, 3),
        (Rules(no_trump_bids=True, lone=True), "lone-little", NO_TRUMP, 5, 36),
        (Rules(no_trump_bids=True, lone=True), "lone-big", NO_TRUMP, 5, 28),
        (Rules(no_trump_bids=True, super_pepper=True), "super", NO_TRUMP, 5, 20),
    ],
)
def test_the_makers_points(rules: Rules, bid: str, trump: Trump, tricks: int, points: int) -> None:
    assert makers_points(rules, Call(bid), trump, tricks) == points


def test_defenders_get_nothing_unless_the_house_says_so() -> None:
    assert deal_points(Rules(), Side.EW, Call.THREE, SUIT, 2) == Score(0, -3)
    scoring = Rules(defenders_score=True, no_trump_bids=True)
    assert deal_points(scoring, Side.EW, Call.THREE, SUIT, 2) == Score(3, -3)
    assert deal_points(scoring, Side.NS, Call.FOUR, NO_TRUMP, 4) == Score(6, 1)
    assert deal_points(Rules(defenders_score=True, deck=32), Side.NS, Call.BIG, NO_TRUMP, 3) == Score(-16, 5)


def test_what_a_bid_stakes_and_when_it_is_made() -> None:
    assert [stake(Rules(), call) for call in (Call.TWO, Call.LITTLE, Call.BIG)] == [2, 12, 14]
    assert is_made(Rules(), Call.TWO, 2)
    assert not is_made(Rules(), Call.LITTLE, 4)


@pytest.mark.parametrize(
    ("rules", "score", "bidder", "shootout", "follows"),
    [
        (Rules(), Score(41, 40), Side.NS, False, Ending.PLAY_ON),
        (Rules(), Score(42, 40), Side.NS, False, Ending.NS),
        (Rules(), Score(-30, 44), Side.EW, False, Ending.EW),
        (Rules(defenders_score=True), Score(50, 42), Side.EW, False, Ending.EW),
        (Rules(defenders_score=True), Score(42, 42), Side.NS, False, Ending.NS),
        (Rules(defenders_score=True, tie_break="shootout"), Score(50, 42), Side.EW, False, Ending.SHOOTOUT),
        (Rules(defenders_score=True, tie_break="shootout"), Score(50, 41), Side.EW, False, Ending.NS),
        (Rules(tie_break="shootout"), Score(43, 43), Side.EW, True, Ending.SHOOTOUT),
        (Rules(tie_break="shootout"), Score(40, 43), Side.NS, True, Ending.EW),
        (Rules(tie_break="shootout"), Score(20, 10), Side.NS, True, Ending.NS),
        (Rules(), Score(0, 0), None, False, Ending.PLAY_ON),
    ],
)
def test_what_follows_a_deal(rules: Rules, score: Score, bidder: Side | None, shootout: bool, follows: Ending) -> None:
    assert ending(rules, score, bidder, shootout=shootout) is follows


def test_an_ending_names_the_winner() -> None:
    assert [follows.winner for follows in Ending] == [None, None, Side.NS, Side.EW]
    assert Score(1, 2)[Side.EW] == 2
    assert Score(1, 2) + Score(3, -4) == Score(4, -2)
