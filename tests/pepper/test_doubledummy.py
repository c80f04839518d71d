from random import Random

import pytest

from pepper.doubledummy import Position, tricks, tricks_by_card
from pepper.seats import SEATS, Side
from tests.pepper.minimax import KINDS, Kind, minimax_of, random_position


def differences(position: Position) -> list[str]:
    """Return where the solver and minimax differ: for a side, and for each card that may be played."""
    wrong = []
    for side in Side:
        judge, hands, turn, table, left = minimax_of(position, side)
        expected = judge.tricks(hands, turn, table, left)
        if tricks(position, side) != expected:
            wrong.append(f"{side}: {tricks(position, side)}, not {expected}")
    judge, hands, turn, table, left = minimax_of(position, Side.EW)
    for played, found in tricks_by_card(position, Side.EW).items():
        after = [[held for held in hand if held != str(played)] for hand in hands]
        seats = [seat.index for seat in SEATS if seat is not position.sitting_out]
        follower = seats[(seats.index(turn) + 1) % len(seats)]
        expected = judge.tricks(after, follower, [*table, (turn, str(played))], left)
        if found != expected:
            wrong.append(f"{played}: {found}, not {expected}")
    return wrong


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_solver_finds_what_trying_everything_does(kind: Kind) -> None:
    random = Random(f"positions/{kind}")
    for number in range(20):
        position = random_position(kind, random, left=1 + number % 3, played=number % (4 - kind.lone))
        assert differences(position) == [], position
