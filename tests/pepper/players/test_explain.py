from random import Random

import pytest
from hypothesis import given, settings

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Action, Keep, Phase
from pepper.players import uniform
from pepper.players.explain import Explanation, explain
from pepper.rules import Rules
from pepper.seats import SEATS
from pepper.view import SeatView, seat_view
from tests.pepper.players.positions import bidding, laying, naming, playing
from tests.pepper.strategies import house_rules, seeds

SIX_TOP_TRUMPS = "JH JD AH KH QH TH"
GARBAGE = "9S TH QD 9D TC QC"
LONE = "lone=true,super_pepper=true"
MIXED = "QS 9S AH 9H TD 9C"


def why(view: SeatView, token: str) -> str:
    return explain(view, next(action for action in view.legal if str(action) == token)).id


# --- bids and trumps


def test_a_bid_tells_in_how_many_layouts_it_is_made() -> None:
    found = explain(bidding(SIX_TOP_TRUMPS), Call.LITTLE)
    assert found == Explanation("makes-in", {"rung": "little", "trump": "H", "made": 20, "layouts": 20})


def test_a_bid_that_needs_no_trump_is_counted_without() -> None:
    values = explain(bidding("AS KS QS JS AH KH", dealer="E"), Call.BIG).values
    assert values == {"rung": "big", "trump": "NT", "made": 20, "layouts": 20}


def test_a_lone_bid_is_counted_with_the_partner_out_even_if_the_partner_would_lead() -> None:
    view = bidding(SIX_TOP_TRUMPS, "N pass", "E pass", dealer="W", rules=LONE)
    assert explain(view, Call.LONE_LITTLE).values["made"] == 20


def test_with_eight_cards_fewer_layouts_are_counted() -> None:
    values = explain(bidding("JH JD AH KH QH TH AC AS", rules="deck=32"), Call.FIVE).values
    assert values == {"rung": "5", "trump": "H", "made": 6, "layouts": 6}


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ((), Explanation("nothing-to-bid")),
        (("N 2", "E pass"), Explanation("partner-bid-stands", {"rung": "2"})),
        (("N pass", "E 3"), Explanation("opponents-bid-stands", {"rung": "3"})),
    ],
)
def test_a_pass_tells_whose_bid_stands(calls: tuple[str, ...], found: Explanation) -> None:
    assert explain(bidding(GARBAGE, *calls), Call.PASS) == found


def test_a_trump_tells_in_how_many_layouts_the_bid_is_made_at_it() -> None:
    view = naming(SIX_TOP_TRUMPS, "little")
    assert explain(view, Trump.HEARTS).values == {"rung": "little", "trump": "H", "made": 20, "layouts": 20}
    assert explain(view, Trump.SPADES).values["trump"] == "S"


def test_the_same_view_is_explained_the_same() -> None:
    view = bidding(MIXED)
    assert explain(view, Call.THREE) == explain(view, Call.THREE)


# --- cards laid down


def test_the_exchange_and_the_discard_are_explained() -> None:
    rules = "exchange=true"
    assert explain(laying(Phase.OFFER, MIXED, "H", "S 3", rules=rules), Keep.KEEP).id == "keeps-hand"
    assert why(laying(Phase.OFFER, MIXED, "H", "S 3", rules=rules), "9C") == "offers-loser"
    assert why(laying(Phase.OFFER, MIXED, "H", "N 3", rules=rules), "AH") == "helps-maker"
    assert why(laying(Phase.RETURN, MIXED, "H", "N 3", dealer="N", rules=rules), "AH") == "helps-maker"
    assert why(laying(Phase.DISCARD, MIXED, "H", "S 3", rules="sixth_card=discarded"), "9C") == "discards"


# --- cards played

DRAWN = ("S JH W 9S N 9D E TS",)
TAKEN = ("S JD W TH N QH E KH", "S AC W KC N TC E 9C")
LOST = ("W AS N KS E TS S JS", "W AC N KC E TC S 9C", "W QD N TD E JH S 9D")


@pytest.mark.parametrize(
    ("view", "token", "reason"),
    [
        (playing("9H KD", "H", "E 3", "N JD"), "9H", "forced"),
        (playing("KS 9S TC TD 9H QH", "H", "E 3", "N AS", "E QS"), "9S", "partner-winning"),
        (playing("9H AS QS 9C TD KD", "H", "E 3", "N KS", "E TS"), "AS", "overtakes-partner"),
        (playing("AS QS 9S TD 9H KH", "H", "E 3", "W TS", "N 9C", "E JS"), "QS", "cheapest-winner"),
        (playing("AS QS 9S TD 9H KH", "H", "E 3", "W TS", "N 9C", "E JS"), "AS", "wins"),
        (playing("AS QS 9S TD 9H KH", "H", "E 3", "W TS", "N 9C", "E JS"), "9S", "throw-low"),
        (playing("AS QS 9S TD 9H KH", "H", "E 3", "E JS"), "AS", "safer-winner"),
        (playing("JD 9H AS KC QC TD", "H", "E 4", "E JH"), "9H", "guard"),
        (playing("JD 9H AS KC QC TD", "H", "E 4", "E JH"), "JD", "cannot-win"),
        (playing("9H JH KD AD", "H", "S 3", "W QC", "N JC", "E AS", before=TAKEN), "9H", "makes-bid"),
        (playing("9H AH KD", "H", "W little", "E QC", before=LOST), "AH", "sets-bid"),
        (playing("JH AH KH AS KS 9C", "H", "S 4"), "JH", "left-still-out"),
        (playing("JH JD KH AS KS 9C", "H", "S 4"), "JH", "draw-trumps"),
        (playing("JH JD KH AS KS 9C", "H", "W 4"), "JH", "leads-trump"),
        (playing("JD AH KH AS KS", "H", "S 4", before=DRAWN), "JD", "opponents-have-no-trump"),
        (playing("JD AH KH AS KS", "H", "S 4", before=DRAWN), "AS", "cash-ace"),
        (playing("KS 9C TC QD TD", "H", "E 3", before=("E AS S 9S W TS N QS",)), "KS", "cash-winner"),
        (playing("9S 9C TC QD TD KD", "H", "E 3"), "9S", "lead-low"),
    ],
)
def test_a_card_is_explained(view: SeatView, token: str, reason: str) -> None:
    assert why(view, token) == reason


def test_the_left_bower_that_is_out_is_named() -> None:
    found = explain(playing("JH AH KH AS KS 9C", "H", "S 4"), card("JH"))
    assert found.values == {"card": "JH", "left": "JD"}


def test_what_isnt_legal_isnt_explained() -> None:
    with pytest.raises(ValueError, match="KD isn't open to S"):
        explain(playing("9H KD", "H", "E 3", "N JD"), card("KD"))


# --- every house rule


@settings(max_examples=5, deadline=None)
@given(house_rules(), seeds)
def test_every_action_of_every_phase_has_an_explanation(rules: Rules, seed: int) -> None:
    random = Random(seed)
    dealer = SEATS[seed % 4]
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
    while match.deal.turn is not None:
        seat = match.deal.turn
        view = seat_view(match, seat)
        action: Action = random.choice(view.legal)
        assert explain(view, action).id
        match, _events = matches.play(match, seat, uniform.choose(view, random))
