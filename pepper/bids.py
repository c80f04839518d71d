"""Calls of the auction, the ladder of bids under the house rules, and which calls are open."""

from enum import Enum
from functools import cache

from pepper.rules import Rules


class Call(Enum):
    """What a player says in the auction, a pass or a bid; the value is its token in the notation.

    `number` is what a number bid promises, 1 to 7 tricks, None for a pass and for the bids of all tricks. In a bid that
    `is_lone` the maker's partner sits out. With one that `names_trump` the maker names a trump; Big, Super and Lone Big
    are played without.
    """

    PASS = "pass"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    LITTLE = "little"
    BIG = "big"
    SUPER = "super"
    LONE_LITTLE = "lone-little"
    LONE_BIG = "lone-big"

    __hash__ = object.__hash__
    _value_: str
    number: int | None
    is_lone: bool
    names_trump: bool

    def __init__(self, token: str) -> None:
        self.number = int(token) if token.isdigit() else None
        self.is_lone = token in {"super", "lone-little", "lone-big"}
        self.names_trump = token not in {"pass", "big", "super", "lone-big"}

    def __str__(self) -> str:
        return self._value_


_BY_NUMBER = {call.number: call for call in Call}


@cache
def ladder(rules: Rules) -> tuple[Call, ...]:
    """Return the bids of the house from the lowest rung to the top: numbers below all tricks, then by what they pay."""
    rungs = [_BY_NUMBER[number] for number in range(1, rules.tricks)]
    rungs += [Call.LITTLE, Call.BIG]
    if rules.super_pepper:
        rungs.append(Call.SUPER)
    if rules.lone:
        rungs += [Call.LONE_LITTLE, Call.LONE_BIG]
    return tuple(rungs)


def open_calls(rungs: tuple[Call, ...], highest: Call | None, minimum: int) -> tuple[Call, ...]:
    """Return the calls open to the next speaker in ladder order, the pass first.

    `highest` is the bid that stands, if any. `minimum` is 0, or the number of tricks a forced dealer must bid at least;
    who must bid may not pass.
    """
    if minimum:
        return tuple(rung for rung in rungs if rung.number is None or rung.number >= minimum)
    return (Call.PASS, *(rungs if highest is None else rungs[rungs.index(highest) + 1 :]))
