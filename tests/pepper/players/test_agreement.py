from functools import partial
from random import Random
from unittest.mock import Mock

import pytest

from pepper.cards import Trump, card
from pepper.doubledummy.layout import layout
from pepper.players.agreement import LEAST, UNEXPECTED, agreement
from pepper.players.montecarlo import Effort, worth_of_cards
from pepper.record import read_cards
from tests.pepper.players.positions import playing

HEARTS = layout(24, Trump.HEARTS)
FOUR_TRICKS = ("N QC E AC S AH W KC", "S KH W TH N QH E JD", "E JC S JH W TC N 9C", "S KS W TS N QS E JS")
SOUTH = "9S TD QC TC 9D AC"


def hands(north: str, east: str, west: str, south: str = SOUTH) -> list[int]:
    return [HEARTS.mask(read_cards(hand)) for hand in (north, east, south, west)]


def test_before_anybody_else_has_played_all_layouts_count_alike() -> None:
    counts = agreement(playing(SOUTH, "H", "S 1"))
    assert counts(hands("JH JD AH KH QH TH", "AS KS QS JS TS AD", "KD QD KC JC 9C 9H")) == 1


def test_a_card_that_a_sound_player_keeps_counts_against_a_layout() -> None:
    # E gives the king to the right bower: so it hasn't the nine as well.
    counts = agreement(playing(SOUTH, "H", "N 3", "N JH", "E KH"))
    alone = counts(hands("JD AH AS KS QS", "TS JS AD KD QD", "QH TH 9H KC JC 9C"))
    with_the_nine = counts(hands("JD AH AS KS QS", "TS JS AD KD 9H", "QH TH QD KC JC 9C"))
    assert with_the_nine == alone * UNEXPECTED


def test_what_has_been_played_since_was_held_then() -> None:
    # E threw the king in the first trick and shows the nine in the second.
    before = ("N JH E KH S 9S W TH",)
    view = playing("TD QC TC 9D AC", "H", "N 3", "N JD", "E 9H", before=before)
    void = agreement(playing("TD QC TC 9D AC", "H", "N 3", "N JD", "E TS", before=before))
    now = hands("AH AS KS QS", "JS AD KD QD", "KC JC 9C QH", "TD QC TC 9D AC")
    assert agreement(view)(now) == void(now) * UNEXPECTED


def test_many_strange_cards_leave_a_layout_possible() -> None:
    before = ("N JH E KH S 9S W QH", "N AS E TS S 9D W KS", "N JD E AD S TC W AH")
    counts = agreement(playing("TD QC AC", "H", "N 3", "N TH", "E KD", before=before))
    assert counts(hands("QS JC", "9H QD", "9C JS KC", "TD QC AC")) >= LEAST


def test_a_card_is_worth_most_what_it_is_worth_in_the_layouts_that_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    # The ace of spades takes the last trick unless E ruffs it with the last trump.
    view = playing("AS 9D", "H", "S 4", before=FOUR_TRICKS)
    trump = HEARTS.bits[card("9H")]
    worths = []
    for east in (True, False):
        counting = partial(_counts_with, trump, east)
        monkeypatch.setattr("pepper.players.montecarlo.agreement", Mock(return_value=counting))
        worths.append(worth_of_cards(view, Random(0), Effort(24, 24, 0, reads_plays=True), float)[card("AS")])
    assert worths[0] < worths[1]


def _counts_with(trump: int, east: bool, hands: list[int]) -> float:
    return 1.0 if bool(hands[1] & trump) is east else LEAST
