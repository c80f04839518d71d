from itertools import islice
from random import Random
from unittest.mock import Mock

import pytest

from pepper import match as matches
from pepper.cards import Card, Trump, card
from pepper.deal import Phase
from pepper.doubledummy.layout import layout
from pepper.match import Match
from pepper.players import regular
from pepper.players.sampling import Unseen, layouts, unseen
from pepper.rules import Rules, parse_changes
from pepper.seats import SEATS, Seat
from pepper.view import SeatView, seat_view
from tests.pepper.players.positions import laying, playing

HOUSES = ["", "sixth_card=discarded", "sixth_card=played", "deck=32", "lone=true,super_pepper=true", "exchange=true"]


def played(view: SeatView) -> set[Card]:
    return {card for trick in (*view.table.tricks, view.table.trick) for _, card in trick.plays}


def moments(house: str, seed: int) -> list[tuple[Match, SeatView]]:
    """Return a deal's moments from the naming on, each as whose turn it is sees it."""
    rules, random = Rules().with_changes(parse_changes(house)), Random(f"{house}/{seed}")
    match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
    seen = []
    while match.deal.turn is not None:
        view = seat_view(match, match.deal.turn)
        if match.deal.trump is not None:
            seen.append((match, view))
        match, _ = matches.play(match, view.seat, regular.choose(view, random))
    return seen


@pytest.mark.parametrize("house", HOUSES)
def test_layouts_have_the_right_number_of_cards_and_each_once(house: str) -> None:
    for seed in range(6):
        for match, view in moments(house, seed):
            bits = layout(match.rules.deck, match.deal.preparation.trump or Trump.NO_TRUMP)
            for hands in islice(layouts(view, Random(1)), 3):
                assert hands[view.seat.index] == bits.mask(view.hand)
                counts = [0 if seat is view.table.sitting_out else view.table.counts[seat.index] for seat in SEATS]
                assert [hand.bit_count() for hand in hands] == counts
                assert sum(hands).bit_count() == sum(counts)


@pytest.mark.parametrize("house", HOUSES)
def test_the_true_hands_are_among_those_that_can_be_drawn(house: str) -> None:
    for seed in range(6):
        for match, view in moments(house, seed):
            if view.table.phase is not Phase.PLAY:
                continue
            hidden = unseen(view)
            for seat in SEATS:
                if seat not in (view.seat, view.table.sitting_out):
                    true = hidden.layout.mask(match.deal.hands[seat.index])
                    assert true & ~(hidden.may_hold[seat.index] | hidden.known[seat.index]) == 0


def test_who_failed_to_follow_holds_none_of_the_suit() -> None:
    view = playing("9S TD QC 9H TC", "H", "E 3", before=("N AS E KH S KS W QS",))
    spades = layout(24, Trump.HEARTS).suit_of[layout(24, Trump.HEARTS).bits[card("9S")]]
    assert all(not hands[Seat.EAST.index] & spades for hands in islice(layouts(view, Random(0)), 30))


def test_the_card_given_to_the_partner_is_held_there() -> None:
    given = 0
    for seed in range(40):
        for _, view in moments("exchange=true", seed):
            if view.table.exchanged and view.gave is not None and view.gave not in played(view):
                hidden = unseen(view)
                assert hidden.known[view.seat.partner.index] == hidden.layout.bits[view.gave]
                given += 1
    assert given


def test_before_the_exchange_is_settled_nothing_is_known() -> None:
    view = laying(Phase.OFFER, "9S TD QC 9H TC 9D", "H", "S 3", rules="exchange=true")
    assert unseen(view).known == (0, 0, 0, 0)


def test_a_card_that_may_lie_face_down_is_nobodys_for_sure() -> None:
    for seed in range(40):
        for _, view in moments("exchange=true,sixth_card=discarded", seed):
            if view.table.discarded:
                assert unseen(view).known == (0, 0, 0, 0)


def bowers_at_the_maker(bid: str) -> int:
    """Return in how many of 400 layouts E, who bid and named hearts, holds the right bower."""
    view = playing("9S TD QC 9H TC 9D", "H", f"E {bid}", "N 9C")
    bower = layout(24, Trump.HEARTS).bits[card("JH")]
    return sum(bool(hands[Seat.EAST.index] & bower) for hands in islice(layouts(view, Random(1)), 400))


def test_who_bid_high_is_likelier_to_hold_a_bower() -> None:
    # By chance it is in 141: E holds six of the 17 cards unseen.
    assert 110 < bowers_at_the_maker("1") < bowers_at_the_maker("4") < bowers_at_the_maker("little")


def test_how_often_a_layout_comes_follows_how_likely_it_makes_the_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    bits = layout(24, Trump.HEARTS)
    bower = bits.bits[card("JH")]
    likelihood = Mock(return_value=lambda hand: 3.0 if hand & bower else 1.0)
    monkeypatch.setattr("pepper.players.sampling.likelihood", likelihood)
    # E holds six of the 17 cards unseen, and the bower among them counts threefold.
    assert abs(bowers_at_the_maker("3") - 400 * 18 / 29) < 40


def test_what_the_maker_has_played_counts_for_its_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    likely = Mock(return_value=1.0)
    monkeypatch.setattr("pepper.players.sampling.likelihood", Mock(return_value=likely))
    view = playing("9S TD QC 9H TC", "H", "E 3", before=("N AS E KS S QS W JS",))
    next(layouts(view, Random(0)))
    king = layout(24, Trump.HEARTS).bits[card("KS")]
    asked = [call.args[0] for call in likely.call_args_list]
    assert asked
    assert all(hand & king and hand.bit_count() == 6 for hand in asked)


def test_with_all_cards_seen_there_is_one_layout() -> None:
    for match, view in moments("deck=32", 1):
        if view.hand and len(view.hand) == 1 and len(view.table.trick.plays) == 3:
            bits = layout(32, match.deal.preparation.trump or Trump.NO_TRUMP)
            assert next(layouts(view, Random(0)))[view.seat.index] == bits.mask(view.hand)
            return
    pytest.fail("no deal came to its last card")


def test_impossible_cards_are_an_error() -> None:
    cards = layout(24, Trump.HEARTS)
    ace = cards.bits[card("AS")]
    impossible = Unseen(cards, 0, 0, ace, (0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    with pytest.raises(ValueError, match="no layout fits"):
        impossible.draw(Random(0))


def test_cards_are_where_they_are() -> None:
    view = playing("9S TD QC 9H TC", "H", "E 3", before=("N AS E KS S QS W JS",))
    hands = next(layouts(view, Random(0)))
    cards: tuple[Card, ...] = layout(24, Trump.HEARTS).hand(hands[Seat.SOUTH.index])
    assert set(cards) == set(view.hand)
