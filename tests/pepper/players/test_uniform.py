from random import Random

import pytest

from pepper.players import uniform
from tests.pepper.players.positions import bidding


def test_random_takes_every_legal_action_about_equally_often() -> None:
    view, random = bidding("9S TS JS QS KS AS"), Random(1)
    answers = [uniform.choose(view, random) for _ in range(700)]
    assert all(60 < answers.count(action) < 140 for action in view.legal)
    assert set(answers) == set(view.legal)


def test_random_is_decided_by_its_source_of_chance() -> None:
    view = bidding("9S TS JS QS KS AS")
    assert uniform.choose(view, Random(5)) is uniform.choose(view, Random(5))


def test_nothing_is_chosen_when_nothing_is_legal() -> None:
    view = bidding("9S TS JS QS KS AS", "E 2", "N big")
    assert view.legal
    with pytest.raises(IndexError):
        uniform.choose(type(view)(view.seat, view.table, view.hand, (), None, None, None), Random(1))
