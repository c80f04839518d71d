import json
import pickle
from random import Random
from typing import Any

import pytest

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Keep, Phase
from pepper.record import RecordError, Step, cards_text, read, read_action, read_cards, to_json, write
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import Seat
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS, hands_of, match_acted, played_out

PLAYED = ["N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS]


def record(**changes: Any) -> dict[str, Any]:
    """Return a record of one finished deal, with some keys replaced, or left out where they are None."""
    deal = {"dealer": "W", "hands": SPADES_NORTH, "actions": PLAYED, "points": {"NS": 3, "EW": 0}}
    whole: dict[str, Any] = {"format": "pepper/1", "rules": {}, "deals": [deal]}
    whole |= {"score": {"NS": 3, "EW": 0}, "winner": None} | changes
    return whole


# --- text


def test_cards_are_written_rank_then_suit() -> None:
    assert cards_text(read_cards("9S TD JH AC")) == "9S TD JH AC"
    assert read_cards("") == ()


@pytest.mark.parametrize("text", [" ", "9S  TD", "9S TD ", " 9S", "9S,TD", "9S\tTD", "XX", "9s"])
def test_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        read_cards(text)


@pytest.mark.parametrize(
    ("phase", "token", "action"),
    [
        (Phase.AUCTION, "pass", Call.PASS),
        (Phase.AUCTION, "lone-little", Call.LONE_LITTLE),
        (Phase.AUCTION, "7", Call.SEVEN),
        (Phase.NAMING, "NT", Trump.NO_TRUMP),
        (Phase.NAMING, "S", Trump.SPADES),
        (Phase.OFFER, "keep", Keep.KEEP),
        (Phase.OFFER, "9S", card("9S")),
        (Phase.RETURN, "9S", card("9S")),
        (Phase.DISCARD, "9S", card("9S")),
        (Phase.PLAY, "9S", card("9S")),
    ],
)
def test_a_token_is_unambiguous_with_the_phase(phase: Phase, token: str, action: object) -> None:
    assert read_action(phase, token) is action
    assert str(action) == token


@pytest.mark.parametrize(
    ("phase", "token"),
    [
        (Phase.AUCTION, "S"),
        (Phase.AUCTION, ""),
        (Phase.AUCTION, "8"),
        (Phase.AUCTION, "PASS"),
        (Phase.NAMING, "9S"),
        (Phase.NAMING, "nt"),
        (Phase.RETURN, "keep"),
        (Phase.DISCARD, "keep"),
        (Phase.PLAY, "S"),
        (Phase.OVER, "pass"),
    ],
)
def test_a_token_of_another_phase_means_nothing(phase: Phase, token: str) -> None:
    with pytest.raises(ValueError, match=f"means nothing in the {phase.value}"):
        read_action(phase, token)


# --- writing


def test_a_match_is_written_as_the_rule_book_shows() -> None:
    match = match_acted(matches.start(Rules(target=21), Seat.WEST, hands_of(SPADES_NORTH)), *PLAYED)
    players = {Seat.EAST: "Bo", Seat.NORTH: "Ana ♠"}
    line = write(match, players)
    assert line.isascii()
    assert "\n" not in line
    whole = json.loads(line)
    assert whole == record(rules={"target": 21}) | {"players": {"N": "Ana ♠", "E": "Bo"}}
    assert list(whole) == ["format", "rules", "players", "deals", "score", "winner"]
    assert list(whole["players"]) == ["N", "E"]
    assert list(whole["deals"][0]) == ["dealer", "hands", "actions", "points"]


def test_only_rules_that_differ_from_the_defaults_are_written() -> None:
    match = matches.start(Rules(), Seat.WEST, hands_of(SPADES_NORTH))
    assert to_json(match, {}) == {
        "format": "pepper/1",
        "rules": {},
        "deals": [{"dealer": "W", "hands": SPADES_NORTH, "actions": []}],
        "score": {"NS": 0, "EW": 0},
        "winner": None,
    }


def test_a_void_deal_has_its_hands_and_no_points() -> None:
    match = matches.void(matches.start(Rules(), Seat.WEST, hands_of(SPADES_NORTH)))
    assert to_json(match, {})["deals"] == [{"dealer": "W", "hands": SPADES_NORTH, "actions": [], "void": True}]


def test_the_hands_written_are_those_dealt() -> None:
    match = played_out(Rules(exchange=True, sixth_card="discarded"), Random(2), 3)
    for deal, written in zip(match.deals, to_json(match, {})["deals"], strict=True):
        assert hands_of(written["hands"]) == deal.opening.dealt


# --- reading


def test_players_score_winner_and_points_may_be_left_out() -> None:
    whole = record()
    del whole["score"], whole["winner"], whole["deals"][0]["points"]
    assert read(json.dumps(whole)).match.score == Score(3, 0)


def test_some_players_may_be_named() -> None:
    assert read(json.dumps(record(players={"W": "Di"}))).players == {Seat.WEST: "Di"}
    assert read(json.dumps(record(players={}))).players == {}


def test_rules_may_be_said_that_are_the_defaults() -> None:
    assert read(json.dumps(record(rules={"target": 42, "lone": False}))).match.rules == Rules()


def test_each_step_is_told_with_what_was_legal_as_soon_as_it_is_accepted() -> None:
    told: list[Step] = []
    whole = record()
    whole["deals"][0]["actions"] = [*PLAYED[:3], "W 2"]
    with pytest.raises(RecordError) as refused:
        read(json.dumps(whole), told.append)
    assert str(refused.value) == "deal 0, step 3: 'W 2': bid-too-low 3"
    assert [(step.deal, str(step.seat), str(step.action)) for step in told] == [
        (0, "N", "3"),
        (0, "E", "pass"),
        (0, "S", "pass"),
    ]
    assert [*map(str, told[1].legal)] == ["pass", "4", "little", "big"]


def test_an_error_survives_a_trip_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(RecordError(1, 2, "so")))  # noqa: S301  # our own bytes
    assert (error.deal, error.step, error.reason, str(error)) == (1, 2, "so", "deal 1, step 2: so")
