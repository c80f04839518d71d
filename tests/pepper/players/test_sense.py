from random import Random

from hypothesis import given, settings

from pepper import match as matches
from pepper.cards import Card
from pepper.deal import Action, Hand, Phase
from pepper.players import uniform
from pepper.players.habits.facedown import lay
from pepper.players.sense import play, sensible, tie_break
from pepper.record import read_cards
from pepper.rules import Rules
from pepper.seats import SEATS
from pepper.view import SeatView, seat_view
from tests.pepper.players.positions import laying, playing
from tests.pepper.strategies import house_rules, seeds

LONE = "lone=true,super_pepper=true"


def tie(view: SeatView, cards: str) -> str:
    return str(tie_break(view, read_cards(cards)))


# --- following


def test_the_partners_sure_winner_is_left_alone() -> None:
    assert str(play(playing("AS KS 9C TD QH 9H", "H", "E 3", "N JH", "E 9S"))) != "AS"
    assert str(play(playing("KS 9S TC TD 9H QH", "H", "E 3", "N AS", "E QS"))) == "9S"


def test_the_last_to_play_wins_cheaply() -> None:
    assert str(play(playing("AS QS 9S TD 9H QH", "H", "E 3", "W TS", "N 9C", "E JS"))) == "QS"


def test_one_trick_to_set_the_bid_is_fought_for_with_the_best_card() -> None:
    # The makers need every trick that is left, so the higher trump is worth its price.
    won = ("W AS N KS E 9S S QS", "W AC N KC E 9C S QC", "W TS N JS E 9D S TD")
    assert str(play(playing("9H AH KD", "H", "W little", "W TC", "N JC", before=won))) == "AH"


def test_a_card_that_hardly_holds_is_left_in_hand_while_the_partner_is_to_play() -> None:
    assert str(play(playing("7S 9S TD QD AD 9C 8C KC", "H", "S 3", "W 8S", rules="deck=32"))) == "7S"


def test_the_partners_doubtful_card_is_trumped() -> None:
    before = ("E 9C S TC W QC N KC",)
    view = playing("9H TH QD 9D 9C", "H", "S 3", "N TS", "E 9S", before=before)
    assert str(play(view)) == "9H"


def test_nothing_but_the_only_legal_card_is_played() -> None:
    assert str(play(playing("9H AD KD", "H", "W 4", "W JH"))) == "9H"


# --- leading


def test_the_last_trick_is_led_to_with_the_card_that_wins_it_likeliest() -> None:
    before = ("E 9H S TH W TS N KH", "N AC E QC S TC W KC", "N 9S E AS S KS W QS", "E TD S AD W 9D N QD")
    assert str(play(playing("JH 9C", "H", "E 3", before=before))) == "JH"


def test_the_maker_draws_trumps_while_the_left_bower_is_out() -> None:
    assert str(play(playing("JH AH KH AS 9C TD", "H", "S 4"))) == "JH"


def test_trumps_arent_drawn_from_opponents_who_have_none() -> None:
    view = playing("AH KH AS 9C", "H", "S 4", before=("S JH W 9C N 9H E TC", "S JD W 9S N TH E TS"))
    assert str(play(view)) == "AS"


def test_who_sits_out_holds_no_trump_to_draw() -> None:
    view = playing("AH KH AS 9C", "H", "S lone-little", before=("S JH W 9C E TC", "S JD W 9S E TS"), rules=LONE)
    assert str(play(view)) == "AS"


def test_an_opponent_who_sits_out_trumps_nothing() -> None:
    # The maker alone has shown out of spades and of trumps: what others it holds trumps no ace.
    before = ("W TH N JH S QS", "N 9C S TC W AC", "W JC N KC S QC")
    view = playing("AS KD 9D", "H", "W lone-little", before=before, rules=LONE)
    assert str(play(view)) == "AS"


def test_the_makers_partner_leads_trumps_only_to_the_sides_first_lead() -> None:
    assert str(play(playing("AH 9H AS 9C TD QD", "H", "N 3"))) == "AH"
    later = playing("AH 9H AS 9C QD", "H", "N 3", before=("N JH E TH S KH W QH",))
    assert str(play(later)) == "AS"


def test_aces_are_led_against_the_bid() -> None:
    assert str(play(playing("9H QS AC 9C TD QD", "H", "W 3"))) == "AC"


def test_a_trump_is_led_rather_than_kept_for_no_trick() -> None:
    # Both opponents have shown out of trumps, and one of the four cards will be left over.
    before = ("S JH W 9S N TH E QH", "S JD W TS N 9D E TC")
    assert str(play(playing("AH 9C QD 9H", "H", "S little", before=before))) == "AH"
    assert str(play(playing("AH 9C QD 9H", "H", "S 4", before=before, rules="sixth_card=played"))) == "9C"


def test_a_low_card_is_led_when_nothing_is_high() -> None:
    assert str(play(playing("9C KC 9D QD TS QS", "H", "W 3"))) in {"9C", "9D", "TS"}


# --- laying


def test_a_low_card_is_discarded() -> None:
    assert str(lay(laying(Phase.DISCARD, "JH AH KH AS KS 9C", "H", "S 3", rules="sixth_card=discarded"))) == "9C"


def test_the_dealer_who_bid_offers_its_worst_card() -> None:
    assert str(lay(laying(Phase.OFFER, "JH AH KH AS KS 9C", "H", "S 3", rules="exchange=true"))) == "9C"


def test_the_maker_gets_the_partners_best_trump() -> None:
    view = laying(Phase.RETURN, "JH 9S TS AS KS 9C", "H", "N 3", dealer="N", rules="exchange=true")
    assert str(lay(view)) == "JH"


# --- ties


def test_of_equal_cards_the_habit_is_played_if_it_is_among_them() -> None:
    assert tie(playing("KS 9S TC TD 9H QH", "H", "E 3", "N AS", "E QS"), "KS 9S") == "9S"


def test_of_equal_cards_one_that_leaves_the_partners_trick_alone_is_played() -> None:
    view = playing("9H QH KC TC", "H", "E 3", "N AS", "E QS", before=("S 9D W TD N JD E AD", "E 9C S QC W AC N 9S"))
    assert tie(view, "9H KC") == "KC"


def test_of_equal_winners_the_cheapest_is_played() -> None:
    assert tie(playing("AS KS QS 9S TD 9H", "H", "E 3", "W TS", "N 9C", "E JS"), "AS KS") == "KS"


def test_of_equal_losers_the_lowest_is_thrown() -> None:
    assert tie(playing("KS QS TS TD 9H", "H", "E 3", "W AS", "N 9C", "E JS"), "KS QS") == "QS"


def test_of_equal_leads_the_lowest_is_led_and_high_cards_kept() -> None:
    assert tie(playing("AH JS KS AC 9C QD", "H", "W 3"), "KS JS") == "JS"
    assert tie(playing("AS AC KC QC JC TC", "NT", "W big"), "AS AC") in {"AS", "AC"}


# --- every house rule


@settings(max_examples=60)
@given(house_rules(), seeds)
def test_what_is_played_and_laid_is_legal_under_every_house_rule(rules: Rules, seed: int) -> None:
    random = Random(seed)
    dealer = SEATS[seed % 4]
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
    while match.deal.turn is not None:
        seat = match.deal.turn
        view = seat_view(match, seat)
        action = _choose(view, random)
        assert action in view.legal
        match, _events = matches.play(match, seat, action)


def _choose(view: SeatView, random: Random) -> Action:
    if view.table.phase in (Phase.AUCTION, Phase.NAMING):
        return uniform.choose(view, random)
    if view.table.phase is not Phase.PLAY:
        return lay(view)
    options: Hand = tuple(action for action in view.legal if isinstance(action, Card))
    equal = tuple(random.sample(options, random.randint(1, len(options))))
    assert tie_break(view, equal) in equal
    assert set(sensible(view)) <= set(options)
    assert play(view) is play(view)
    return play(view)


# --- manners


def test_trumping_the_partners_sure_trick_is_odd() -> None:
    assert sensible(playing("9H QH 9C TC KD 9D", "H", "W 3", "W TS", "N AS", "E 9S")) == read_cards("9C TC KD 9D")


def test_the_partners_trick_may_be_trumped_when_it_isnt_sure_or_nothing_else_is_held() -> None:
    doubtful = playing("9H QH 9C TC KD 9D", "H", "W 3", "N TS", "E 9S")
    assert sensible(doubtful) == doubtful.legal
    only_trumps = playing("9H QH", "H", "W 3", "W TS", "N AS", "E 9S")
    assert sensible(only_trumps) == only_trumps.legal


def test_any_card_may_be_led() -> None:
    leading = playing("9H QH 9C", "H", "W 3")
    assert sensible(leading) == leading.legal


def test_the_lowest_card_follows_to_the_partners_sure_trick() -> None:
    assert sensible(playing("QH 9H 9C", "H", "W 3", "W TH", "N JH", "E KH")) == read_cards("9H")


def test_the_card_that_guards_a_king_is_kept_against_big_pepper() -> None:
    view = playing("KC 9C TD 9D JD", "NT", "W big", "W KS", "N TS", "E 9S", before=("W AS N QS E JS S 9H",))
    assert str(play(view)) == "9D"


def test_the_last_lead_is_the_card_that_wins_likeliest() -> None:
    before = ("S JH W 9H N TH E QH", "S JD W KH N 9S E TS", "S AS W KS N QS E JS", "S AD W KD N TD E 9D")
    assert str(play(playing("AH 9C", "H", "S 3", before=before))) == "AH"
