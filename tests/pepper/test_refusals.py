"""A record that is wrong in one place is refused, with the deal, the step and the reason."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from pepper.bids import Call
from pepper.cards import Trump, deck
from pepper.record import RecordError, read
from tests.pepper.games import lines
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS
from tests.pepper.referee import Foul, judge

PLAYED = ["N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS]
ALL_PASS = ["E pass", "S pass", "W pass", "N pass"]
TOKENS = [*map(str, (*Call, *Trump)), "keep", *map(str, deck(32)[::3])]


def record() -> dict[str, Any]:
    """Return a record of a deal played, one all passed, a void one and one just begun."""
    return {
        "format": "pepper/1",
        "rules": {},
        "players": {"N": "Ana", "E": "Bo", "S": "Cy", "W": "Di"},
        "deals": [
            {"dealer": "W", "hands": dict(SPADES_NORTH), "actions": list(PLAYED), "points": {"NS": 3, "EW": 0}},
            {"dealer": "N", "hands": dict(SPADES_NORTH), "actions": list(ALL_PASS), "points": {"NS": 0, "EW": 0}},
            {"dealer": "E", "hands": dict(SPADES_NORTH), "actions": [], "void": True},
            {"dealer": "E", "hands": dict(SPADES_NORTH), "actions": ["S pass", "W 2"]},
        ],
        "score": {"NS": 3, "EW": 0},
        "winner": None,
    }


def refusal(line: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        read(line)
    text = str(refused.value)
    assert text.isprintable()
    assert text == f"deal {refused.value.deal}, step {refused.value.step}: {refused.value.reason}"
    return refused.value


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    whole = record()
    change(whole)
    return json.dumps(whole)


def test_the_record_itself_is_right() -> None:
    assert len(read(json.dumps(record())).match.deals) == 4


def put(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(whole: dict[str, Any]) -> None:
        place: Any = whole
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


def drop(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def change(whole: dict[str, Any]) -> None:
        place: Any = whole
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "where", "reason"),
    [
        # the whole
        (put("format", to="pepper/2"), "0/0", "format \"pepper/2\" is unknown, expected 'pepper/1'"),
        (put("format", to=None), "0/0", "format null is unknown"),
        (put("format", to=["pepper/1"]), "0/0", "format a list is unknown"),
        (drop("format"), "0/0", "record lacks the key 'format'"),
        (drop("rules"), "0/0", "record lacks the key 'rules'"),
        (drop("deals"), "0/0", "record lacks the key 'deals'"),
        (put("comment", to="hi"), "0/0", 'record has the unknown key "comment"'),
        (put("", to=1), "0/0", 'record has the unknown key ""'),
        (put("\ud800", to=1), "0/0", 'record has the unknown key "\\ud800"'),
        (put("deals", to=[]), "0/0", "a match has at least one deal"),
        (put("deals", to={}), "0/0", "deals is an object, expected a list"),
        (put("deals", to=None), "0/0", "deals is null, expected a list"),
        (put("deals", 0, to=[]), "0/0", "deal is a list, expected an object"),
        (put("deals", 1, to=None), "1/0", "deal is null, expected an object"),
        # rules
        (put("rules", to=[]), "0/0", "rules is a list, expected an object"),
        (put("rules", to=None), "0/0", "rules is null, expected an object"),
        (put("rules", "jokers", to=True), "0/0", "rule 'jokers': true is not allowed"),
        (put("rules", "lone", to=1), "0/0", "rule 'lone': 1 is not allowed (allowed: false, true)"),
        (put("rules", "dealer_must_bid", to=False), "0/0", "rule 'dealer_must_bid': false is not allowed"),
        (put("rules", "target", to=42.0), "0/0", "rule 'target': 42.0 is not allowed"),
        (put("rules", "target", to=True), "0/0", "rule 'target': true is not allowed"),
        (put("rules", "target", to="42"), "0/0", "rule 'target': \"42\" is not allowed"),
        (put("rules", "target", to=4), "0/0", "(allowed: a whole number from 5 to 200)"),
        (put("rules", "target", to=10**4000), "0/0", "rule 'target': 1000"),
        (put("rules", "target", to=None), "0/0", "rule 'target': null is not allowed"),
        (put("rules", "deck", to=[24]), "0/0", "rule 'deck': a list is not allowed"),
        (put("rules", "deck", to=32), "0/0", "hand N has 6 cards, expected 8"),
        (put("rules", to={"deck": 32, "sixth_card": "played"}), "0/0", "rule 'sixth_card': \"played\" is not allowed"),
        # players
        (put("players", to=[]), "0/0", "players is a list"),
        (put("players", to=None), "0/0", "players is null"),
        (put("players", "N", to=3), "0/0", "player N is 3, expected a text"),
        (put("players", "Z", to="Zoe"), "0/0", 'players has the unknown key "Z"'),
        # the dealer
        (drop("deals", 0, "dealer"), "0/0", "deal lacks the key 'dealer'"),
        (put("deals", 1, "dealer", to="W"), "1/0", "the dealer is W, expected N"),
        (put("deals", 3, "dealer", to="S"), "3/0", "the dealer is S, expected E"),
        (put("deals", 2, "dealer", to="S"), "2/0", "the dealer is S, expected E"),
        (put("deals", 0, "dealer", to="n"), "0/0", 'dealer is "n", expected N, E, S or W'),
        (put("deals", 0, "dealer", to=""), "0/0", 'dealer is "", expected N, E, S or W'),
        (put("deals", 0, "dealer", to="NE"), "0/0", 'dealer is "NE"'),
        (put("deals", 0, "dealer", to=0), "0/0", "dealer is 0"),
        (put("deals", 0, "dealer", to=None), "0/0", "dealer is null"),
        (put("deals", 0, "dealer", to="S"), "0/0", "'N 3': not-your-turn W"),
        # hands
        (drop("deals", 1, "hands"), "1/0", "deal lacks the key 'hands'"),
        (drop("deals", 1, "hands", "E"), "1/0", "hands lacks the key 'E'"),
        (put("deals", 1, "hands", "X", to=""), "1/0", 'hands has the unknown key "X"'),
        (put("deals", 1, "hands", to=[]), "1/0", "hands is a list"),
        (put("deals", 1, "hands", "N", to=None), "1/0", "hand N is null, expected a text"),
        (put("deals", 1, "hands", "N", to=["JS"]), "1/0", "hand N is a list, expected a text"),
        (put("deals", 1, "hands", "N", to=""), "1/0", "hand N has 0 cards, expected 6"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D"), "1/0", "hand N has 5 cards, expected 6"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D TH AH"), "1/0", "hand N has 7 cards, expected 6"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D AH"), "1/0", "AH is dealt twice"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D 7H"), "1/0", "7H is not in the deck of 24"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D XX"), "1/0", "hand N: 'XX' is not a card"),
        (put("deals", 1, "hands", "N", to="JS JC AS 9H 9D "), "1/0", "hand N: '' is not a card"),
        (put("deals", 1, "hands", "N", to="JS  JC AS 9H 9D TH"), "1/0", "hand N: '' is not a card"),
        # actions
        (drop("deals", 1, "actions"), "1/0", "deal lacks the key 'actions'"),
        (put("deals", 1, "actions", to="E pass"), "1/0", 'actions is "E pass", expected a list'),
        (put("deals", 1, "actions", to=None), "1/0", "actions is null"),
        (put("deals", 1, "actions", 2, to=None), "1/2", "action is null, expected a text"),
        (put("deals", 1, "actions", 2, to=["W pass"]), "1/2", "action is a list, expected a text"),
        (put("deals", 1, "actions", 2, to=""), "1/2", "seat of the action '' is \"\", expected N, E, S or W"),
        (put("deals", 1, "actions", 2, to="pass"), "1/2", "seat of the action 'pass' is \"pass\""),
        (put("deals", 1, "actions", 2, to="W"), "1/2", "'W': '' means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="W "), "1/2", "'W ': '' means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="W  pass"), "1/2", "'W  pass': ' pass' means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="W pass "), "1/2", "'W pass ': 'pass ' means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="W\tpass"), "1/2", "seat of the action 'W\\tpass'"),
        (put("deals", 1, "actions", 2, to="W pass\n"), "1/2", "'W pass\\n': 'pass\\n' means nothing"),
        (put("deals", 1, "actions", 2, to="W PASS"), "1/2", "means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="W \ud83d"), "1/2", "'\\ud83d' means nothing in the auction"),
        (put("deals", 1, "actions", 2, to="S pass"), "1/2", "'S pass': not-your-turn W"),
        (put("deals", 0, "actions", 1, to="E 3"), "0/1", "'E 3': bid-too-low 3"),
        (put("deals", 0, "actions", 1, to="E 5"), "0/1", "'E 5': not-on-ladder 5"),
        (put("deals", 0, "actions", 4, to="N NT"), "0/4", "'N NT': no-trump-not-allowed"),
        (put("deals", 0, "actions", 7, to="S 9C"), "0/7", "'S 9C': must-follow S"),
        (put("deals", 0, "actions", 7, to="S JC"), "0/7", "'S JC': not-in-hand JC"),
        (put("deals", 0, "actions", to=[*PLAYED, "E KH"]), "0/25", "'E KH': the deal is over"),
        (put("deals", 0, "actions", to=PLAYED[:-1]), "0/24", "the deal is unfinished and has no points"),
        (drop("deals", 0, "actions", 24), "0/24", "the deal is unfinished and has no points"),
        # points, score, winner
        (put("deals", 0, "points", "NS", to=4), "0/25", "points of NS is 4, expected 3"),
        (put("deals", 0, "points", "EW", to=2), "0/25", "points of EW is 2, expected 0"),
        (put("deals", 0, "points", "NS", to=3.0), "0/25", "points of NS is 3.0, expected 3"),
        (put("deals", 1, "points", "NS", to=False), "1/4", "points of NS is false, expected 0"),
        (put("deals", 0, "points", "NS", to="3"), "0/25", 'points of NS is "3", expected 3'),
        (put("deals", 0, "points", "NS", to=None), "0/25", "points of NS is null, expected 3"),
        (put("deals", 0, "points", to=None), "0/25", "points is null, expected an object"),
        (put("deals", 0, "points", to=[3, 0]), "0/25", "points is a list, expected an object"),
        (drop("deals", 0, "points", "EW"), "0/25", "points lacks the key 'EW'"),
        (put("deals", 0, "points", "XY", to=0), "0/25", 'points has the unknown key "XY"'),
        (put("deals", 3, "points", to={"NS": 0, "EW": 0}), "3/2", "the deal is unfinished and has no points"),
        (put("score", "NS", to=4), "3/2", "score of NS is 4, expected 3"),
        (put("score", "EW", to=-1), "3/2", "score of EW is -1, expected 0"),
        (put("score", "NS", to=True), "3/2", "score of NS is true, expected 3"),
        (put("score", to=None), "3/2", "score is null, expected an object"),
        (put("winner", to="NS"), "3/2", 'winner is "NS", expected null'),
        (put("winner", to=False), "3/2", "winner is false, expected null"),
        (put("winner", to=""), "3/2", 'winner is "", expected null'),
        (put("winner", to=[]), "3/2", "winner is a list, expected null"),
        # void deals
        (put("deals", 2, "actions", to=["S pass"]), "2/0", "a void deal has no actions"),
        (put("deals", 2, "points", to={"NS": 0, "EW": 0}), "2/0", "a void deal has no points"),
        (put("deals", 2, "void", to=1), "2/0", "void is 1, expected true or false"),
        (put("deals", 2, "void", to=None), "2/0", "void is null, expected true or false"),
        (put("deals", 1, "void", to=True), "1/0", "a void deal has no actions"),
        (put("deals", 2, "void", to=False), "2/0", "the deal is unfinished, and only the last one may be"),
        (put("deals", 1, "comment", to="x"), "1/0", 'deal has the unknown key "comment"'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(change: Callable[[dict[str, Any]], object], where: str, reason: str) -> None:
    error = refusal(changed(change))
    assert f"{error.deal}/{error.step}" == where
    assert reason in error.reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "this is no JSON"),
        ("{", "this is no JSON"),
        ("null", "record is null, expected an object"),
        ("[]", "record is a list, expected an object"),
        ("1", "record is 1, expected an object"),
        ('"pepper/1"', 'record is "pepper/1", expected an object'),
        ("{} {}", "this is no JSON"),
        ("{'format': 1}", "this is no JSON"),
        ('{"format": "pepper/1",}', "this is no JSON"),
        ('{"format": NaN}', "NaN is no JSON number"),
        ('{"format": -Infinity}', "-Infinity is no JSON number"),
        ('{"format": 1e999, "rules": {}, "deals": []}', "format Infinity is unknown"),
        ('{"format": "a\tb"}', "this is no JSON"),
        ('{"format": ' + "9" * 5000 + "}", "this is no JSON"),
        ('{"format": "pepper/1", "format": "pepper/1"}', "a key stands twice in one object"),
        ('{"rules": {"lone": true, "lone": true}}', "a key stands twice in one object"),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"a":' * 100_000, "the JSON is nested too deeply"),
        ("\ufeff{}", "this is no JSON"),
    ],
)
def test_what_is_no_record_at_all_is_refused(line: str, reason: str) -> None:
    error = refusal(line)
    assert (error.deal, error.step) == (0, 0)
    assert reason in error.reason


@pytest.mark.parametrize("depth", range(900, 1010, 3))
def test_nesting_just_short_of_the_limit_is_refused_too(depth: int) -> None:
    refusal('{"format": ' + "[" * depth + "]" * depth + ', "rules": {}, "deals": []}')


def test_long_values_are_cut_in_the_reason() -> None:
    error = refusal(json.dumps(record() | {"format": "x" * 10_000}))
    assert len(error.reason) < 120
    error = refusal(changed(put("deals", 0, "actions", 0, to="N " + "x" * 10_000)))
    assert len(error.reason) <= 400
    error = refusal(changed(put("deals", 0, "hands", "N", to="x" * 10_000)))
    assert len(error.reason) <= 400


def test_nothing_may_follow_the_winner() -> None:
    whole = json.loads(lines("target-5")[1])
    assert whole["winner"] is not None
    for void in (False, True):
        more = copy.deepcopy(whole)
        dealer = "NESW"["WNES".index(more["deals"][-1]["dealer"])]
        more["deals"].append({"dealer": dealer, "hands": SPADES_NORTH, "actions": [], "void": void})
        error = refusal(json.dumps(more))
        assert (error.deal, error.step) == (len(whole["deals"]), 0)
        assert error.reason == f"a deal after the match was won by {whole['winner']}"
    more = copy.deepcopy(whole)
    more["deals"][-1]["actions"].append("N pass")
    assert refusal(json.dumps(more)).reason == "'N pass': the deal is over"


@pytest.mark.parametrize("wrong", [None, "NS", "EW"])
def test_a_wrong_winner_is_refused(wrong: str | None) -> None:
    whole = json.loads(lines("target-5")[1])
    if whole["winner"] == wrong:
        assert read(json.dumps(whole)).match.winner is not None
    else:
        assert "winner is" in refusal(json.dumps(whole | {"winner": wrong})).reason


# --- one thing changed anywhere


GOLDEN = ["exchange-true", "sixth_card-discarded", "lone-true", "strict_left_bower-true", "deck-32", "auction-rounds"]


def agreed(whole: dict[str, Any]) -> bool:
    """Tell whether a record is right; the second referee must say the same, and where it is wrong the same place."""
    line = json.dumps(whole)
    try:
        judge(line)
    except Foul as foul:
        fouled = foul.deal, foul.step
    else:
        read(line)
        return True
    error = refusal(line)
    assert (error.deal, error.step) == fouled
    return False


@pytest.mark.parametrize("name", GOLDEN)
def test_any_one_wrong_card_dealt_is_refused(name: str) -> None:
    whole = json.loads(lines(name)[0])
    for number, deal in enumerate(whole["deals"]):
        for seat, hand in deal["hands"].items():
            for place, right in enumerate(hand.split(" ")):
                wrong = hand.split(" ")
                wrong[place] = "9S" if right != "9S" else "AH"
                altered = copy.deepcopy(whole)
                altered["deals"][number]["hands"][seat] = " ".join(wrong)
                assert refusal(json.dumps(altered)).deal == number


@pytest.mark.parametrize("name", GOLDEN)
def test_any_one_action_of_another_seat_is_refused(name: str) -> None:
    whole = json.loads(lines(name)[0])
    for number, deal in enumerate(whole["deals"][:2]):
        for step, text in enumerate(deal["actions"]):
            for seat in set("NESW") - {text[0]}:
                altered = copy.deepcopy(whole)
                altered["deals"][number]["actions"][step] = seat + text[1:]
                error = refusal(json.dumps(altered))
                assert (error.deal, error.step) == (number, step)
                assert "not-your-turn" in error.reason


@pytest.mark.parametrize("name", GOLDEN)
def test_any_one_other_action_is_judged_as_the_second_referee_does(name: str) -> None:
    whole = json.loads(lines(name)[0])
    whole["deals"] = whole["deals"][:1]
    del whole["score"]
    for step, text in enumerate(whole["deals"][0]["actions"]):
        for token in TOKENS:
            if text[2:] != token:
                altered = copy.deepcopy(whole)
                altered["deals"][0]["actions"][step] = f"{text[0]} {token}"
                agreed(altered)


@pytest.mark.parametrize("name", GOLDEN)
def test_any_action_left_out_or_doubled_is_judged_as_the_second_referee_does(name: str) -> None:
    whole = json.loads(lines(name)[0])
    for number, deal in enumerate(whole["deals"][:2]):
        for step in range(len(deal["actions"])):
            altered = copy.deepcopy(whole)
            altered["deals"][number]["actions"].pop(step)
            assert not agreed(altered)
            altered = copy.deepcopy(whole)
            altered["deals"][number]["actions"].insert(step, deal["actions"][step])
            assert not agreed(altered)


@pytest.mark.parametrize("name", GOLDEN)
def test_any_other_points_score_or_dealer_is_refused(name: str) -> None:
    whole = json.loads(lines(name)[0])
    for side in ("NS", "EW"):
        assert not agreed(whole | {"score": whole["score"] | {side: whole["score"][side] + 1}})
        for number in range(len(whole["deals"])):
            altered = copy.deepcopy(whole)
            altered["deals"][number]["points"][side] -= 1
            assert not agreed(altered)
    for number, deal in enumerate(whole["deals"]):
        for dealer in set("NESW") - {deal["dealer"]}:
            altered = copy.deepcopy(whole)
            altered["deals"][number]["dealer"] = dealer
            assert not agreed(altered)


def test_any_other_value_anywhere_is_refused() -> None:
    for path in paths(record()):
        if path[:1] == ("players",) and len(path) > 1:
            continue
        values: tuple[Any, ...] = (None, True, 1, 0.5, [], {}, "x", "", [[]])
        for value in values:
            whole = record()
            put(*path, to=value)(whole)
            if whole != record() and not right_all_the_same(path, value):
                refusal(json.dumps(whole))


def right_all_the_same(path: tuple[str | int, ...], value: Any) -> bool:
    """Tell the few values that say the same or nothing: no rules, no players, no actions in the last deal."""
    return (path in {("players",), ("rules",)} and value == {}) or (path == ("deals", 3, "actions") and value == [])


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the place of every value in a record but the record itself."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, held in inner for found in [(*path, key), *paths(held, (*path, key))]]
