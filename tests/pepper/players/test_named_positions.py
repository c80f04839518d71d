"""What the levels do in positions that any good player gets right."""

from random import Random

import pytest

from pepper.players import PLAYERS
from tests.pepper.players.named_positions import NAMED, Named

# The positions that `regular` may get wrong: each needs more than habits. No more than ten.
BEYOND_REGULAR: frozenset[str] = frozenset()


def test_there_are_sixty_positions_with_different_names_and_reasons() -> None:
    assert len(NAMED) == 60
    assert len({named.name for named in NAMED}) == 60
    assert all(named.why for named in NAMED)


def test_regular_gets_fifty_of_sixty_right_at_least() -> None:
    assert len(BEYOND_REGULAR) <= 10
    assert {named.name for named in NAMED} >= BEYOND_REGULAR


@pytest.mark.parametrize("level", ["regular", "strong"])
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.name)
def test_a_good_player_gets_it_right(named: Named, level: str) -> None:
    if level == "regular" and named.name in BEYOND_REGULAR:
        return
    assert str(PLAYERS[level](named.view, Random(1))) in named.right, named.why
