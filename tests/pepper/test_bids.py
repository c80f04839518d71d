import pytest

from pepper.bids import Call, ladder, open_calls
from pepper.rules import Rules


def tokens(calls: tuple[Call, ...]) -> str:
    return " ".join(map(str, calls))


@pytest.mark.parametrize(
    ("rules", "rungs"),
    [
        (Rules(), "1 2 3 4 little big"),
        (Rules(sixth_card="discarded"), "1 2 3 4 little big"),
        (Rules(sixth_card="played"), "1 2 3 4 5 little big"),
        (Rules(deck=32), "1 2 3 4 5 6 7 little big"),
        (Rules(super_pepper=True), "1 2 3 4 little big super"),
        (Rules(lone=True), "1 2 3 4 little big lone-little lone-big"),
        (Rules(lone=True, super_pepper=True), "1 2 3 4 little big super lone-little lone-big"),
        (Rules(deck=32, lone=True, super_pepper=True), "1 2 3 4 5 6 7 little big super lone-little lone-big"),
        (Rules(no_trump_bids=True), "1 2 3 4 little big"),
    ],
)
def test_the_ladder(rules: Rules, rungs: str) -> None:
    assert tokens(ladder(rules)) == rungs


@pytest.mark.parametrize(
    ("highest", "minimum", "calls"),
    [
        (None, 0, "pass 1 2 3 4 little big"),
        (Call.TWO, 0, "pass 3 4 little big"),
        (Call.FOUR, 0, "pass little big"),
        (Call.LITTLE, 0, "pass big"),
        (None, 1, "1 2 3 4 little big"),
        (None, 3, "3 4 little big"),
    ],
)
def test_what_is_open(highest: Call | None, minimum: int, calls: str) -> None:
    assert tokens(open_calls(ladder(Rules()), highest, minimum)) == calls


def test_big_super_and_lone_big_leave_nothing_to_name() -> None:
    assert [str(call) for call in Call if not call.names_trump] == ["pass", "big", "super", "lone-big"]


def test_the_partner_sits_out_in_super_and_lone_bids() -> None:
    assert [str(call) for call in Call if call.is_lone] == ["super", "lone-little", "lone-big"]


def test_number_bids_promise_that_many_tricks() -> None:
    assert [call.number for call in Call] == [None, 1, 2, 3, 4, 5, 6, 7, None, None, None, None, None]
