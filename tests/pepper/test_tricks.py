import pytest

from pepper.cards import Trump, card
from pepper.record import cards_text, read_cards
from pepper.tricks import playable, winning


@pytest.mark.parametrize(
    ("trump", "led", "hand", "legal"),
    [
        ("H", None, "9S JD AH", "9S JD AH"),
        ("H", "9S", "TS AH 9S KD", "TS 9S"),
        ("H", "9S", "AH JD KD", "AH JD KD"),
        ("H", "KD", "JD 9D TD", "9D TD"),
        ("H", "JD", "9H 9D", "9H"),
        ("NT", "KD", "JD AH JH", "JD"),
        ("NT", "JH", "JD AD", "JD AD"),
        ("C", "7C", "JS 8C AS", "JS 8C"),
    ],
)
def test_the_suit_led_is_followed_if_it_can_be(trump: str, led: str | None, hand: str, legal: str) -> None:
    first = card(led) if led else None
    assert cards_text(playable(read_cards(hand), first, Trump(trump), strict_left_bower=False)) == legal


@pytest.mark.parametrize(
    ("trump", "led", "hand", "legal"),
    [
        ("H", "9H", "JD TH AD KS", "JD"),
        ("H", "9H", "JD JH", "JD"),
        ("H", "JH", "TH JD", "JD"),
        ("H", "9H", "TH AH JH", "TH AH JH"),
        ("H", None, "JD TH AD", "JD TH AD"),
        ("H", "9S", "JD KS", "KS"),
        ("H", "9S", "JD KD", "JD KD"),
        ("NT", "9H", "JD TH", "TH"),
        ("NT", "9D", "JD TD", "JD TD"),
    ],
)
def test_strict_houses_force_the_left_bower_only_when_others_lead_trumps(
    trump: str, led: str | None, hand: str, legal: str
) -> None:
    first = card(led) if led else None
    assert cards_text(playable(read_cards(hand), first, Trump(trump), strict_left_bower=True)) == legal


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        ("S", "9H TH AH KH", "AH"),
        ("S", "9H AD AC KD", "9H"),
        ("S", "AH 9S KH TS", "TS"),
        ("S", "AH JC JS AS", "JS"),
        ("S", "AH JC AS", "JC"),
        ("S", "JC AS KS QS", "JC"),
        ("C", "AH 7C KH QH", "7C"),
        ("NT", "9H JH JD TH", "JH"),
        ("NT", "TH JH QH 9H", "QH"),
        ("NT", "7D AS AH AC", "7D"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(trump: str, cards: str, winner: str) -> None:
    played = read_cards(cards)
    assert str(played[winning(played, Trump(trump))]) == winner
