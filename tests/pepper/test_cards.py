import copy
import pickle

import pytest

from pepper.cards import (
    Rank,
    Suit,
    Trump,
    card,
    deck,
    effective_suit,
    effective_suits,
    is_trump,
    left_bower,
    right_bower,
    sorted_for,
    strength,
    strengths,
    trick_strengths,
)
from pepper.record import cards_text, read_cards


def test_a_deck_of_24_has_the_nine_to_the_ace_of_four_suits() -> None:
    assert cards_text(deck(24)) == ("9S TS JS QS KS AS 9H TH JH QH KH AH 9D TD JD QD KD AD 9C TC JC QC KC AC")


def test_a_deck_of_32_adds_the_sevens_and_eights() -> None:
    added = set(deck(32)) - set(deck(24))
    assert {str(c) for c in added} == {"7S", "8S", "7H", "8H", "7D", "8D", "7C", "8C"}
    assert len(deck(32)) == 32


def test_there_is_no_other_deck() -> None:
    with pytest.raises(KeyError):
        deck(52)


@pytest.mark.parametrize("text", ["", "J", "JHH", "1H", "Jh", "jH", "HJ", "10H", " JH", "J♥"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(text)


def test_every_card_has_a_text_that_reads_back_and_a_repr_that_can_be_pasted() -> None:
    for c in deck(32):
        assert card(str(c)) is c
        assert eval(repr(c)) is c  # noqa: S307  # the repr promises it


def test_there_is_one_object_a_card_even_after_copying() -> None:
    jack = card("JH")
    assert copy.copy(jack) is copy.deepcopy(jack) is jack
    assert pickle.loads(pickle.dumps(jack)) is jack  # noqa: S301  # our own bytes


def test_suits_trumps_and_ranks_are_told_by_their_letters() -> None:
    assert [str(suit) for suit in Suit] == ["S", "H", "D", "C"]
    assert [str(trump) for trump in Trump] == ["S", "H", "D", "C", "NT"]
    assert "".join(map(str, Rank)) == "789TJQKA"


@pytest.mark.parametrize(
    ("trump", "right", "left"), [("S", "JS", "JC"), ("H", "JH", "JD"), ("D", "JD", "JH"), ("C", "JC", "JS")]
)
def test_the_bowers_are_the_jacks_of_the_trumps_colour(trump: str, right: str, left: str) -> None:
    assert right_bower(Trump(trump)) is card(right)
    assert left_bower(Trump(trump)) is card(left)
    assert effective_suit(card(left), Trump(trump)) is Suit(trump)


def test_without_trumps_there_are_no_bowers() -> None:
    assert right_bower(Trump.NO_TRUMP) is left_bower(Trump.NO_TRUMP) is None
    assert not any(is_trump(c, Trump.NO_TRUMP) for c in deck(32))
    assert all(effective_suit(c, Trump.NO_TRUMP) is c.suit for c in deck(32))


def test_only_the_left_bower_leaves_its_suit() -> None:
    for trump in Trump:
        strays = [c for c in deck(32) if effective_suits(trump)[c] is not c.suit]
        assert strays == ([] if trump is Trump.NO_TRUMP else [left_bower(trump)])


@pytest.mark.parametrize(
    ("trump", "high_to_low"),
    [
        ("H", "JH JD AH KH QH TH 9H 8H 7H"),
        ("S", "JS JC AS KS QS TS 9S 8S 7S"),
        ("H", "AS KS QS JS TS 9S 8S 7S"),
        ("H", "AD KD QD TD 9D 8D 7D"),
        ("NT", "AD KD QD JD TD 9D 8D 7D"),
    ],
)
def test_ranks_from_high_to_low(trump: str, high_to_low: str) -> None:
    cards = read_cards(high_to_low)
    assert sorted(cards, key=lambda c: -strength(c, Trump(trump))) == list(cards)
    assert len({strengths(Trump(trump))[c] for c in cards}) == len(cards)


def test_the_lowest_trump_beats_every_plain_card() -> None:
    plain = [strength(c, Trump.CLUBS) for c in deck(32) if not is_trump(c, Trump.CLUBS)]
    assert strength(card("7C"), Trump.CLUBS) > max(plain)


def test_in_a_trick_only_trumps_and_the_suit_led_can_win() -> None:
    worth = trick_strengths(Trump.HEARTS, card("9D"))
    assert {str(c) for c in deck(24) if worth[c] >= 0} == set(
        map(str, read_cards("9H TH JH QH KH AH 9D TD JD QD KD AD"))
    )


def test_a_hand_is_sorted_with_the_bowers_first() -> None:
    hand = read_cards("9S JD AD AH JH KS")
    assert cards_text(sorted_for(hand, Trump.HEARTS)) == "JH JD AH KS 9S AD"
    assert cards_text(sorted_for(hand, Trump.NO_TRUMP)) == "KS 9S AH JH AD JD"
