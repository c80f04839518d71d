from dataclasses import replace

import pytest

from pepper.players.race import in_points, win_chance
from pepper.scoring import Score
from pepper.seats import Side
from pepper.view import TableView
from tests.pepper.players.positions import bidding, playing


def table(ns: int, ew: int, *, shootout: bool = False, rules: str = "", calls: tuple[str, ...] = ()) -> TableView:
    return replace(bidding("9S TD QC 9H TC 9D", *calls, rules=rules).table, score=Score(ns, ew), shootout=shootout)


def test_level_sides_have_equal_chances() -> None:
    assert win_chance(table(20, 20), Side.NS, Score()) == 0.5


@pytest.mark.parametrize(("ns", "ew"), [(0, 0), (41, 40), (-30, 12), (38, 5)])
def test_the_chances_of_both_sides_add_up(ns: int, ew: int) -> None:
    now = table(ns, ew)
    assert win_chance(now, Side.NS, Score()) + win_chance(now, Side.EW, Score()) == pytest.approx(1)


def test_points_help() -> None:
    chances = [win_chance(table(10, 20), Side.NS, Score(points, 0)) for points in range(-12, 13, 4)]
    assert chances == sorted(chances)
    assert len(set(chances)) == len(chances)


def test_who_reaches_the_target_has_won() -> None:
    assert win_chance(table(38, 20), Side.NS, Score(4, 0)) == 1
    assert win_chance(table(38, 20), Side.EW, Score(4, 0)) == 0


def test_the_bidder_wins_when_both_reach_it() -> None:
    now = table(40, 41, rules="defenders_score=true")
    assert win_chance(now, Side.NS, Score(3, 2)) == 1
    assert win_chance(now, Side.NS, Score(2, 3)) == 0
    maker = replace(playing("9S TD", "H", "E 3").table, score=Score(40, 41), rules=now.rules)
    assert win_chance(maker, Side.EW, Score(2, 3)) == 1


def test_a_shootout_is_open_until_somebody_is_ahead() -> None:
    assert win_chance(table(43, 43, shootout=True), Side.NS, Score()) == 0.5
    assert win_chance(table(43, 43, shootout=True), Side.NS, Score(2, 0)) == 1


def test_a_point_at_the_beginning_counts_one() -> None:
    now = table(0, 0)
    assert in_points(now, Side.NS, Score(1, 0)) - in_points(now, Side.NS, Score()) == pytest.approx(1, abs=0.1)
