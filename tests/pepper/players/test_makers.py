from pepper.cards import Trump, card
from pepper.doubledummy.layout import layout
from pepper.players.bidding.makers import bid_name, likelihood
from pepper.players.bidding.tables import auctions
from pepper.record import read_cards
from pepper.rules import PRESETS
from tests.pepper.players.positions import bidding, naming, playing

HEARTS = layout(24, Trump.HEARTS)
STRONG, WEAK = HEARTS.mask(read_cards("JH JD AH KH AS 9C")), HEARTS.mask(read_cards("9S TD QC 9H TC 9D"))


def test_nothing_is_known_before_a_trump_is_named() -> None:
    assert likelihood(bidding("9S TD QC 9H TC 9D", "N 1", "E 2").table) is None
    assert likelihood(naming("9S TD QC 9H TC 9D", "2").table) is None


def test_a_bid_that_nobody_made_tells_nothing() -> None:
    view = playing("9S TD QC 9H TC 9D", "H", "E lone-little", "S TD", rules="lone=true,deck=32")
    assert likelihood(view.table) is None


def test_strong_hands_make_high_bids_likelier() -> None:
    for bid in ("3", "4", "little"):
        likely = likelihood(playing("QC TC QS", "H", f"E {bid}", "N 9C").table)
        assert likely is not None
        assert likely(STRONG) > likely(WEAK) > 0


def test_no_hand_is_impossible() -> None:
    likely = likelihood(playing("QC TC QS", "H", "E little", "N 9C").table)
    assert likely is not None
    assert likely(HEARTS.bits[card("9S")]) > 0


def test_a_bid_is_named_with_the_kind_of_its_trump() -> None:
    assert bid_name(playing("QC TC QS", "H", "E 3", "N 9C").table) == "3 suit"
    assert bid_name(playing("QC TC QS", "NT", "E big", "N 9C").table) == "big no_trump"


def test_every_preset_has_learned_what_bids_tell() -> None:
    for rules in PRESETS.values():
        assert "4 suit" in auctions(rules).makers
