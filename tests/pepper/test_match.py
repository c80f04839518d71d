from dataclasses import replace
from random import Random

import pytest

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import card, deck
from pepper.deal import DealEnded, Illegal, MatchEnded, Phase
from pepper.match import Draw, Match, cut_for_deal, cut_for_partners, deal_hands, next_deal, next_dealer, void
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side, clockwise_from
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS, hands_of, match_acted

HANDS = hands_of(SPADES_NORTH)
ALL_PASS = ("N pass", "E pass", "S pass", "W pass")
NORTH_BIDS_3 = ("N 3", "E pass", "S pass", "W pass", "N S")


def started(rules: Rules, score: Score, *, shootout: bool = False) -> Match:
    """Return a match at a score, W having dealt; in a shootout this deal is one."""
    match = matches.start(rules, Seat.WEST, HANDS)
    if not shootout:
        return replace(match, score=score)
    # The deal before, all passed, was the one that brought the shootout about.
    match = match_acted(matches.start(rules, Seat.SOUTH, HANDS), "W pass", "N pass", "E pass", "S pass")
    return next_deal(replace(match, score=score, shootout=True), HANDS)


class Stacked(Random):
    """A source of chance that draws the cards it was given."""

    def __init__(self, *draws: str) -> None:
        super().__init__(0)
        self.draws = list(draws)

    def sample(self, population: object, k: int, *, counts: object = None) -> list[object]:  # type: ignore[override]
        del population, counts
        drawn = self.draws.pop(0).split()
        assert len(drawn) == k
        return [card(text) for text in drawn]


def texts(draw: Draw) -> str:
    return " ".join(map(str, draw))


# --- the deals


def test_the_deal_passes_clockwise() -> None:
    match = matches.start(Rules(), Seat.WEST, HANDS)
    dealers = []
    for _ in range(5):
        dealers.append(str(match.deal.dealer))
        eldest = match.deal.eldest
        match = match_acted(match, *(f"{seat} pass" for seat in clockwise_from(eldest)))
        assert match.awaits_deal
        match = next_deal(match, HANDS)
    assert dealers == ["W", "N", "E", "S", "W"]


def test_points_are_added_up() -> None:
    match = match_acted(started(Rules(), Score(10, -7)), *NORTH_BIDS_3, *THREE_TRICKS)
    assert match.score == Score(13, -7)
    assert match.winner is None


def test_the_first_side_at_the_target_wins() -> None:
    match = match_acted(started(Rules(), Score(39, 0)), *NORTH_BIDS_3, *THREE_TRICKS[:-1])
    match, events = matches.play(match, Seat.NORTH, card("9D"))
    assert events[-2:] == (DealEnded(Score(3, 0)), MatchEnded(Side.NS))
    assert (match.winner, match.score, match.awaits_deal) == (Side.NS, Score(42, 0), False)


def test_nothing_follows_the_winner() -> None:
    match = match_acted(started(Rules(), Score(39, 0)), *NORTH_BIDS_3, *THREE_TRICKS)
    with pytest.raises(Illegal, match="match-over"):
        matches.play(match, Seat.NORTH, Call.PASS)
    with pytest.raises(Illegal, match="match-over"):
        next_deal(match, HANDS)
    with pytest.raises(Illegal, match="deal-over"):
        void(match)


def test_a_deal_follows_only_a_finished_one() -> None:
    with pytest.raises(Illegal, match="wrong-phase auction"):
        next_deal(matches.start(Rules(), Seat.WEST, HANDS), HANDS)


def test_after_a_misdeal_the_same_dealer_deals_again() -> None:
    match = void(matches.start(Rules(), Seat.WEST, HANDS))
    assert match.awaits_deal
    assert next_dealer(match) is Seat.WEST
    match = match_acted(next_deal(match, HANDS), *ALL_PASS)
    assert next_dealer(match) is Seat.NORTH
    assert [deal.phase for deal in match.deals] == [Phase.VOID, Phase.OVER]


# --- both sides at the target


def test_a_shootout_is_won_by_the_higher_total_whatever_the_totals() -> None:
    rules = Rules(defenders_score=True, tie_break="shootout")
    match = match_acted(started(rules, Score(40, 45)), *NORTH_BIDS_3, *THREE_TRICKS)
    assert (match.score, match.winner, match.shootout) == (Score(43, 47), None, True)
    match = next_deal(match, HANDS)
    assert match.deal.opening.minimum == 1
    assert match_acted(match, "E pass", "S pass", "W pass").deal.options[0] is Call.ONE


def test_a_shootout_may_be_won_below_the_target() -> None:
    rules = Rules(defenders_score=True, tie_break="shootout")
    match = match_acted(
        started(rules, Score(43, 43), shootout=True), "N 4", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS
    )
    assert (match.score, match.winner) == (Score(39, 45), Side.EW)


def test_a_level_shootout_is_followed_by_another() -> None:
    rules = Rules(defenders_score=True, tie_break="shootout")
    match = match_acted(started(rules, Score(43, 44), shootout=True), *NORTH_BIDS_3, *THREE_TRICKS)
    assert (match.score, match.winner, match.shootout) == (Score(46, 46), None, True)
    assert next_deal(match, HANDS).deal.opening.minimum == 1


def test_a_void_shootout_stays_one() -> None:
    rules = Rules(defenders_score=True, tie_break="shootout")
    match = next_deal(void(started(rules, Score(43, 43), shootout=True)), HANDS)
    assert match.shootout
    assert (match.deal.dealer, match.deal.opening.minimum) == (Seat.WEST, 1)


# --- dealing


@pytest.mark.parametrize("rules", [Rules(), Rules(deck=32)])
@pytest.mark.parametrize("dealer", SEATS)
def test_the_whole_deck_is_dealt_in_packets_from_the_dealers_left(rules: Rules, dealer: Seat) -> None:
    shuffled = list(deck(rules.deck))
    Random(7).shuffle(shuffled)
    hands = deal_hands(rules, dealer, Random(7))
    packets = (3, 3) if rules.deck == 24 else (3, 2, 3)
    dealt: dict[Seat, list[object]] = {seat: [] for seat in SEATS}
    for packet in packets:
        seat = dealer
        for _ in range(4):
            seat = seat.left
            dealt[seat] += [shuffled.pop(0) for _ in range(packet)]
    assert [list(hand) for hand in hands] == [dealt[seat] for seat in SEATS]
    assert not shuffled


def test_every_seat_gets_every_card_now_and_then() -> None:
    random = Random(1)
    seen = {
        (seat, c)
        for _ in range(300)
        for seat, hand in zip(SEATS, deal_hands(Rules(), Seat.NORTH, random), strict=True)
        for c in hand
    }
    assert len(seen) == 4 * 24


# --- the cut


def test_the_two_highest_are_partners_and_the_lowest_deals() -> None:
    cut = cut_for_partners(Rules(), Stacked("TH AS 9D KC"))
    assert [texts(draw) for draw in cut.draws] == ["TH AS 9D KC"]
    # N is who drew the ace, E who drew the nine, S who drew the king, W who drew the ten.
    assert cut.seating == (1, 2, 3, 0)
    assert cut.dealer is Seat.EAST


@pytest.mark.parametrize(
    "again",
    [
        "AS KH KD 9C",  # the border between the pairs
        "AS KH 9D 9C",  # the bottom
        "AS KH KD KC",
        "AS AH AD AC",
        "AS AH AD 9C",
    ],
)
def test_ranks_that_decide_nothing_are_drawn_again(again: str) -> None:
    cut = cut_for_partners(Rules(), Stacked(again, again, "9S TS QS KS"))
    assert [texts(draw) for draw in cut.draws] == [again, again, "9S TS QS KS"]
    assert cut.seating == (3, 0, 2, 1)


def test_equal_ranks_at_the_top_decide_enough() -> None:
    cut = cut_for_partners(Rules(), Stacked("AS 9H AD TC"))
    assert len(cut.draws) == 1
    assert set(cut.seating[::2]) == {0, 2}
    assert cut.seating[1::2] == (1, 3)


def test_a_cut_for_the_deal_only_needs_a_lowest_card() -> None:
    cut = cut_for_deal(Rules(), Stacked("AS 9H 9D TC", "KS KH KD TC"))
    assert len(cut.draws) == 2
    assert (cut.seating, cut.dealer) == ((0, 1, 2, 3), Seat.WEST)


def test_a_cut_draws_from_the_whole_deck() -> None:
    random = Random(3)
    drawn = {c for _ in range(200) for draw in cut_for_partners(Rules(deck=32), random).draws for c in draw}
    assert drawn == set(deck(32))
    cuts = [cut_for_deal(Rules(), random) for _ in range(200)]
    assert {cut.dealer for cut in cuts} == set(SEATS)
    assert all(len(set(draw)) == 4 and set(draw) <= set(deck(24)) for cut in cuts for draw in cut.draws)
