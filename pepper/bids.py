"""Calls of the auction, the ladder of bids under the house rules, and which calls are open."""

from enum import Enum
from functools import cache

from pepper.rules import Rules


class Call(Enum):
    """What a player says in the auction, a pass or a bid; the value is its token in the notation."""

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

    def __str__(self) -> str:
        return self.value

    @property
    def number(self) -> int | None:
        """The tricks a number bid promises, 1 to 7; None for a pass and for the bids of all tricks."""
        return _NUMBERS.get(self)

    @property
    def names_trump(self) -> bool:
        """Whether the maker names a trump; Big, Super and Lone Big are played without one."""
        return self not in _NO_TRUMP_CALLS

    @property
    def is_lone(self) -> bool:
        """Whether the maker's partner sits out."""
        return self in _LONE_CALLS


_NUMBERS = {call: int(call.value) for call in Call if call.value.isdigit()}
_BY_NUMBER = {number: call for call, number in _NUMBERS.items()}
_NO_TRUMP_CALLS = frozenset({Call.PASS, Call.BIG, Call.SUPER, Call.LONE_BIG})
_LONE_CALLS = frozenset({Call.SUPER, Call.LONE_LITTLE, Call.LONE_BIG})


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


@cache
def open_calls(rules: Rules, highest: Call | None, minimum: int) -> tuple[Call, ...]:
    """Return the calls open to the next speaker in ladder order, the pass first.

    `highest` is the bid that stands, if any. `minimum` is 0, or the number of tricks a forced dealer must bid at least;
    who must bid may not pass.
    """
    rungs = ladder(rules)
    if minimum:
        return tuple(rung for rung in rungs if (rung.number or rules.tricks) >= minimum)
    return (Call.PASS, *(rungs if highest is None else rungs[rungs.index(highest) + 1 :]))
