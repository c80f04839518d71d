import json
from random import Random

import pytest

from pepper import match as matches
from pepper.__main__ import main
from pepper.arena import Contest, Judge, compare
from pepper.arena.regret import hand_regret, worth_of_cards
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Action
from pepper.match import Match
from pepper.players import PLAYERS
from pepper.record import read_cards
from pepper.rules import Rules
from pepper.seats import Seat
from pepper.view import SeatView, seat_view

RANDOM, BASIC = PLAYERS["random"], PLAYERS["basic"]
CLASSIC = Rules()


def passing(view: SeatView, random: Random) -> Action:
    return Call.PASS if Call.PASS in view.legal else RANDOM(view, random)


def begun(north: str, bid: Call) -> Match:
    """Return a match in which north leads as the maker at spades; the others hold the rest as it comes."""
    rules = Rules(first_lead="maker")
    held = read_cards(north)
    others = [one for hand in matches.deal_hands(rules, Seat.NORTH, Random(1)) for one in hand if one not in held]
    hands = (held, tuple(others[:6]), tuple(others[6:12]), tuple(others[12:]))
    match = matches.start(rules, Seat.WEST, hands)
    steps: tuple[Action, ...] = (bid, Call.PASS, Call.PASS, Call.PASS, Trump.SPADES)
    for action in steps:
        assert match.deal.turn is not None
        match, _ = matches.play(match, match.deal.turn, action)
    return match


def test_a_card_that_leaves_the_contract_to_chance_is_worth_less() -> None:
    worths = worth_of_cards(seat_view(begun("JS JC AS KS QS 9H", Call.LITTLE), Seat.NORTH), Random(1), 64)
    assert list(map(str, worths)) == ["JS", "JC", "AS", "KS", "QS", "9H"]
    assert {worths[card(text)] for text in ("JS", "JC", "AS", "KS", "QS")} == {12.0}
    assert -12.0 <= worths[card("9H")] < 0.0


def test_what_is_certain_is_worth_the_same_with_every_card() -> None:
    match = begun("JS JC AS KS QS TS", Call.LITTLE)
    assert set(worth_of_cards(seat_view(match, Seat.NORTH), Random(1), 8).values()) == {12.0}
    led, _ = matches.play(match, Seat.NORTH, card("TS"))
    assert len(set(worth_of_cards(seat_view(led, Seat.EAST), Random(1), 8).values())) == 1


def test_forgetting_on_the_way_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    view = seat_view(begun("JS AS 9H TH KD AC", Call.THREE), Seat.NORTH)
    remembered = worth_of_cards(view, Random(2), 12)
    monkeypatch.setattr("pepper.arena.regret._MEMORY", 0)
    assert worth_of_cards(view, Random(2), 12) == remembered


def test_random_cards_cost_more_than_sensible_ones() -> None:
    def careless(view: SeatView, random: Random) -> Action:
        return BASIC(view, random) if view.table.trump is None else RANDOM(view, random)

    regrets = {}
    for player in (careless, BASIC):
        contest = Contest(player, BASIC, CLASSIC, 1)
        found = [hand_regret(contest, 8, number) for number in range(16)]
        regrets[player] = sum(regret for regret in found if regret is not None)
    assert regrets[careless] > regrets[BASIC] >= 0


def test_a_hand_that_was_not_played_is_not_judged() -> None:
    assert hand_regret(Contest(passing, passing, CLASSIC, 1), 8, 0) is None
    assert compare(Contest(passing, passing, CLASSIC, 1), 0, 0, judge=Judge(hands=3, layouts=2)).regret is None


def test_the_judge_finds_the_same_again() -> None:
    contest, judge = Contest(BASIC, RANDOM, CLASSIC, 4), Judge(hands=6, layouts=4)
    once, again = (compare(contest, 0, 0, judge=judge).regret for _ in range(2))
    assert once == again
    assert once is not None
    assert once.mean >= 0


def test_the_command_judges_when_it_is_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", "basic", "basic", "--deals", "0", "--matches", "0", "--hands", "4", "--jobs", "1"]
    assert main([*asked, "--judge", "4"]) == 0
    assert "\nregret a hand  " in capsys.readouterr().out
    assert main([*asked, "--judge", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["regret"]["count"] <= 4
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["regret"] is None
