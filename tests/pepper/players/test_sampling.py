from random import Random

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
            for hands in layouts(view, Random(1), 3):
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
    assert all(not hands[Seat.EAST.index] & spades for hands in layouts(view, Random(0), 30))


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


def test_impossible_cards_are_an_error() -> None:
    cards = layout(24, Trump.HEARTS)
    ace = cards.bits[card("AS")]
    impossible = Unseen(cards, 0, 0, ace, (0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    with pytest.raises(ValueError, match="no layout fits"):
        impossible.draw(Random(0))


def test_cards_are_where_they_are() -> None:
    view = playing("9S TD QC 9H TC", "H", "E 3", before=("N AS E KS S QS W JS",))
    hands = layouts(view, Random(0), 1)[0]
    cards: tuple[Card, ...] = layout(24, Trump.HEARTS).hand(hands[Seat.SOUTH.index])
    assert set(cards) == set(view.hand)
