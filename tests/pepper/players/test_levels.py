from dataclasses import replace
from random import Random
from unittest.mock import patch

import pytest

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import card
from pepper.match import Match
from pepper.players import LEVELS, PLAYERS, master, novice, regular, strong
from pepper.players.montecarlo import Effort, worth_of_cards
from pepper.rules import CHOICES, PRESETS, Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat
from pepper.view import seat_view
from tests.pepper.players.positions import bidding, playing

LAST_TRICK = ("N AS E KS S AH W QS", "S KH W 9H N QH E TH", "N TS E JS S JD W TD", "S AC W KC N QC E JC")
QUICK = Effort(least=4, most=4, positions=0)


def single_changes() -> list[Rules]:
    """Return classic rules with one thing changed, every thing once."""
    changed = [Rules().with_changes({field: value}) for field, values in CHOICES.items() for value in values[1:]]
    return [*changed, *PRESETS.values()]


def played(rules: Rules, level: str, seed: int) -> Match:
    """Return a deal played by four of a level; `play` judges every action."""
    random = Random(f"{seed}")
    dealer = SEATS[seed % 4]
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
    while match.deal.turn is not None:
        view = seat_view(match, match.deal.turn)
        action = strong.think(view, random, QUICK) if level == "strong" else PLAYERS[level](view, random)
        match, _ = matches.play(match, view.seat, action)
    return match


@pytest.mark.parametrize("rules", single_changes(), ids=lambda rules: str(rules.changes()))
@pytest.mark.parametrize("level", ["novice", "regular"])
def test_a_level_plays_legally_under_every_rule(rules: Rules, level: str) -> None:
    for seed in range(8):
        assert played(rules, level, seed).deal.is_over


@pytest.mark.parametrize("rules", single_changes(), ids=lambda rules: str(rules.changes()))
def test_strong_plays_legally_under_every_rule(rules: Rules) -> None:
    if rules.deck == 32:
        # The first tricks of eight cards take half a second each.
        assert played(rules.with_changes({"deck": 32}), "strong", 0).deal.is_over
        return
    for seed in range(2):
        assert played(rules, "strong", seed).deal.is_over


@pytest.mark.parametrize("level", LEVELS)
def test_who_isnt_asked_does_nothing(level: str) -> None:
    rules = Rules()
    match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, Random(0)))
    with pytest.raises(ValueError, match="turn"):
        PLAYERS[level](seat_view(match, Seat.NORTH), Random(0))


@pytest.mark.parametrize("level", ["novice", "regular", "strong"])
def test_hidden_cards_change_nothing(level: str) -> None:
    choose = PLAYERS[level]
    for seed in range(12):
        random = Random(f"peek {seed}")
        rules = Rules()
        match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
        for _ in range(random.randrange(4, 16)):
            assert match.deal.turn is not None
            match, _ = matches.play(match, match.deal.turn, regular.choose(seat_view(match, match.deal.turn), random))
            if match.deal.is_over:
                break
        else:
            other = reshuffled(match, random)
            assert match.deal.turn is not None
            view, same = seat_view(match, match.deal.turn), seat_view(other, match.deal.turn)
            assert view == same
            assert choose(view, Random(5)) is choose(same, Random(5))


def reshuffled(match: Match, random: Random) -> Match:
    """Return the match with the cards mixed that whose turn it is can't see; it isn't looked at whether they fit."""
    deal = match.deal
    others = [seat for seat in SEATS if seat is not deal.turn]
    cards = [card for seat in others for card in deal.hands[seat.index]]
    random.shuffle(cards)
    hands = list(deal.hands)
    for seat in others:
        count = len(hands[seat.index])
        hands[seat.index], cards = tuple(cards[:count]), cards[count:]
    changed = deal._replace(hands=tuple(hands))
    return Match(match.rules, (*match.deals[:-1], changed), match.score, match.shootout, match.winner)


def test_strong_makes_its_bid_with_the_one_card_that_takes_the_last_trick() -> None:
    # All trumps but these are gone: the jack of hearts wins the trick, the nine of spades loses it.
    view = playing("JH 9D", "H", "S 4", before=LAST_TRICK)
    worths = worth_of_cards(view, Random(0), QUICK, float)
    assert worths[card("JH")] > worths[card("9D")]
    assert strong.choose(view, Random(0)) is card("JH")


def test_cards_that_nobody_can_tell_apart_are_worth_the_same() -> None:
    view = playing("JH JD AH 9S TS 9C", "H", "S 4")
    worths = worth_of_cards(view, Random(0), QUICK, float)
    assert worths[card("JH")] == worths[card("JD")] == worths[card("AH")]


def test_a_left_bower_that_must_be_played_is_a_card_of_its_own() -> None:
    house = "strict_left_bower=true"
    free, bound = (playing("JD AH 9S", "H", "S 4", before=LAST_TRICK[:2], rules=rules) for rules in ("", house))
    worths = worth_of_cards(free, Random(0), QUICK, float)
    assert worths[card("JD")] == worths[card("AH")]
    assert set(worth_of_cards(bound, Random(0), QUICK, float)) == set(worths)


def test_more_layouts_are_looked_at_until_the_effort_is_spent() -> None:
    view = playing("JH JD AH 9S TS 9C", "H", "S 4")
    little = worth_of_cards(view, Random(0), Effort(4, 40, 1), float)
    much = worth_of_cards(view, Random(0), Effort(4, 40, 10**9), float)
    assert little != much


def test_a_side_that_is_far_behind_bids_all_tricks_sooner() -> None:
    view = bidding("JD TC AH JH KS AS", dealer="E")
    behind = replace(view, table=replace(view.table, score=Score(-20, 41)))
    ahead = replace(view, table=replace(view.table, score=Score(39, 0)))
    assert strong.choose(behind, Random(0)) in (Call.LITTLE, Call.BIG)
    assert strong.choose(ahead, Random(0)) in (Call.THREE, Call.FOUR)


def test_a_hand_that_holds_every_trick_bids_them_all() -> None:
    view = bidding("AS KS QS JS AH KH", dealer="E")
    assert strong.choose(view, Random(0)) is regular.choose(view, Random(0)) is Call.BIG


def test_of_cards_worth_the_same_strong_plays_the_one_that_looks_human() -> None:
    # King and queen win alike, and more than the habit's ace: the cheaper one is played.
    view = playing("AS KS QS 9D", "H", "S 4", "W 9S", "N TS", "E JS", before=LAST_TRICK[:2])
    with patch("pepper.players.strong.regular.choose", lambda *_: card("AS")):
        equal = dict.fromkeys((card("AS"), card("KS"), card("QS")), 5.0)
        with patch("pepper.players.strong.worth_of_cards", lambda *_: {**equal, card("AS"): 1.0}):
            assert strong.choose(view, Random(0)) is card("QS")


def test_a_master_looks_at_more_deals_than_a_strong_player() -> None:
    assert master.EFFORT.most > strong.EFFORT.most
    view = playing("JH 9D", "H", "S 4", before=LAST_TRICK)
    assert master.choose(view, Random(0)) is card("JH")


def test_a_beginner_slips_now_and_then_but_never_trumps_the_partners_trick_for_it() -> None:
    view = playing("JH 9D TC", "H", "E 3", "W 9S", "N AS", "E TS")
    assert {novice.choose(view, Random(seed)) for seed in range(40)} <= {card("9D"), card("TC")}
    first = playing("AD 9D TC", "H", "E 3", "W KS")
    assert len({novice.choose(first, Random(seed)) for seed in range(60)}) == 2


def test_a_beginner_bids_a_rung_too_low_or_too_high_now_and_then() -> None:
    sound = bidding("JD TC AH JH KS AS", dealer="E")
    assert regular.choose(sound, Random(0)) is Call.FOUR
    assert {novice.choose(sound, Random(seed)) for seed in range(60)} == {Call.THREE, Call.FOUR}
    poor = bidding("9S TD QC 9H TC 9D", "W pass", "N pass", "E 1", dealer="S")
    assert {novice.choose(poor, Random(seed)) for seed in range(60)} <= {Call.PASS, Call.TWO}
