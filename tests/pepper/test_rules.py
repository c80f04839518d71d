import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from pepper.rules import CHOICES, FIELDS, PRESETS, Rules, RulesError, parse_changes, preset


def test_the_first_value_of_every_field_is_its_default() -> None:
    assert Rules().target == 42
    assert {name: getattr(Rules(), name) for name in CHOICES} == {name: values[0] for name, values in CHOICES.items()}
    assert ("target", *CHOICES) == FIELDS


@pytest.mark.parametrize("target", [5, 42, 200])
def test_a_target_from_5_to_200_is_allowed(target: int) -> None:
    assert Rules(target=target).target == target


@pytest.mark.parametrize("target", [4, 201, -42, 0, True, 42.0, "42", None, [42]])
def test_another_target_is_an_error_that_names_field_value_and_range(target: Any) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(target=target)
    assert refused.value.field == "target"
    assert refused.value.value is target
    assert str(refused.value) == f"rule 'target': {target!r} is not allowed (allowed: a whole number from 5 to 200)"


@pytest.mark.parametrize("name", CHOICES)
def test_every_listed_value_is_allowed_and_no_other(name: str) -> None:
    for value in CHOICES[name]:
        rules: dict[str, Any] = {name: value}
        assert getattr(Rules(**rules), name) == value
    wrong: Any
    for wrong in ("", "HELD", 4, -1, 1.0, None, (), ["held"], {}):
        wrong_rules: dict[str, Any] = {name: wrong}
        with pytest.raises(RulesError) as refused:
            Rules(**wrong_rules)
        assert refused.value.field == name
        assert str(CHOICES[name][0]).lower() in refused.value.allowed


@pytest.mark.parametrize(
    ("name", "value"),
    [("exchange", 1), ("exchange", 0), ("dealer_must_bid", True), ("deck", 24.0), ("dealer_must_bid", False)],
)
def test_one_is_not_true(name: str, value: Any) -> None:
    wrong: dict[str, Any] = {name: value}
    with pytest.raises(RulesError):
        Rules(**wrong)


@pytest.mark.parametrize("sixth_card", ["discarded", "played"])
def test_with_32_cards_there_is_no_sixth_card_to_lay_down(sixth_card: str) -> None:
    with pytest.raises(RulesError) as refused:
        Rules(deck=32, sixth_card=sixth_card)
    assert (refused.value.field, refused.value.value) == ("sixth_card", sixth_card)
    assert "deck=32" in refused.value.allowed


def test_rules_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().target = 21  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("classic", {}),
        ("quick", {"target": 21}),
        (
            "six",
            {
                "sixth_card": "played",
                "dealer_must_bid": 1,
                "first_lead": "maker",
                "no_trump_bids": True,
                "defenders_score": True,
            },
        ),
        (
            "iowa",
            {
                "target": 31,
                "sixth_card": "played",
                "dealer_must_bid": 3,
                "first_lead": "maker",
                "no_trump_bids": True,
                "defenders_score": True,
                "made_bid_scores": "bid",
            },
        ),
        ("lone", {"lone": True, "super_pepper": True}),
        ("big32", {"deck": 32}),
    ],
)
def test_the_presets(name: str, changes: dict[str, object]) -> None:
    assert preset(name).changes() == changes
    assert list(PRESETS) == ["classic", "quick", "six", "iowa", "lone", "big32"]


def test_an_unknown_preset_is_an_error_that_names_the_presets() -> None:
    with pytest.raises(RulesError, match=r"'preset': 'nine' .*classic, quick, six, iowa, lone, big32"):
        preset("nine")


@pytest.mark.parametrize(
    ("rules", "size", "tricks"),
    [
        (Rules(), 6, 5),
        (Rules(sixth_card="discarded"), 6, 5),
        (Rules(sixth_card="played"), 6, 6),
        (Rules(deck=32), 8, 8),
    ],
)
def test_cards_and_tricks(rules: Rules, size: int, tricks: int) -> None:
    assert (rules.hand_size, rules.tricks) == (size, tricks)


def test_changes_are_read_from_text() -> None:
    assert parse_changes(" target = 21, lone=true ,sixth_card=played,exchange=false") == {
        "target": 21,
        "lone": True,
        "sixth_card": "played",
        "exchange": False,
    }
    assert parse_changes("") == {}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("target", "target"),
        ("target=", "target"),
        ("target=x", "target"),
        ("target=-5", "target"),
        ("target=+21", "target"),
        ("target=4²", "target"),
        ("target=9999999999", "target"),
        ("lone=yes", "lone"),
        ("lone=True", "lone"),
        ("lone=1", "lone"),
        ("deck=36", "deck"),
        ("colour=red", "colour"),
        ("=3", ""),
        ("lone=true,lone=true", "lone"),
    ],
)
def test_a_text_that_cannot_be_rules_is_an_error_that_names_the_field(text: str, field: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse_changes(text)
    assert refused.value.field == field


def test_changes_replace_what_a_preset_says() -> None:
    rules = preset("six").with_changes({"defenders_score": False, "target": 10})
    assert rules.changes() == {
        "target": 10,
        "sixth_card": "played",
        "first_lead": "maker",
        "dealer_must_bid": 1,
        "no_trump_bids": True,
    }


def test_an_unknown_rule_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(RulesError, match="target, deck, sixth_card"):
        Rules().with_changes({"jokers": True})


def test_a_refusal_survives_a_trip_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(RulesError("lone", 1, "false, true")))  # noqa: S301  # our own bytes
    assert (error.field, error.value, error.allowed) == ("lone", 1, "false, true")
