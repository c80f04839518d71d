"""What a hand may win as the maker's: the chances of a number of tricks, and of all of them.

The weights were fitted to deals that this player's habits played out, with 24 and 32 cards, and then rounded.
"""

from dataclasses import dataclass
from math import erf, exp, sqrt

from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Hand
from pepper.players.habits.shape import Shape, shape
from pepper.rules import Rules
from pepper.scoring import makers_points

# A weight for each count of a Shape but the last, in its order: right left ace trumps aces winners holes voids; then
# one for leading to the first trick, and what every hand has.
Weights = tuple[float, float, float, float, float, float, float, float, float, float]

# The tricks to be expected, by tricks in a deal; and how far the tricks taken spread around that.
TRICKS_AT_SUIT: dict[int, Weights] = {
    5: (0.75, 0.35, 0.15, 0.35, 0.50, 0, 0, 0.35, 0, 1.20),
    6: (0.75, 0.35, 0.20, 0.50, 0.55, 0, 0, 0.35, 0, 1.35),
    8: (0.80, 0.35, 0.25, 0.55, 0.60, 0, 0, 0.40, 0, 1.85),
}
TRICKS_AT_NO_TRUMP: dict[int, Weights] = {
    5: (0, 0, 0, 0, 0.25, 0.50, 0, 0, 0.50, 1.50),
    6: (0, 0, 0, 0, 0.25, 0.50, 0, 0, 0.25, 1.95),
    8: (0, 0, 0, 0, 0.05, 0.50, 0, 0, 0.00, 3.45),
}
SPREAD_AT_SUIT = {5: 0.95, 6: 1.1, 8: 1.3}
SPREAD_AT_NO_TRUMP = {5: 1.25, 6: 1.3, 8: 1.6}

# The log-odds of taking every trick, with the partner and without.
ALL_AT_SUIT: dict[int, Weights] = {
    5: (1.95, 0.85, 0.35, 1.00, 0.70, 0.45, 0, 0.45, 0, -7.90),
    6: (1.40, 0.60, 0.15, 0.75, 0.35, 0.60, 0, 0.70, 0, -6.90),
    8: (0.90, 0.45, 0.00, 0.55, 0.00, 1.00, 0, 0.65, 0, -8.20),
}
ALL_AT_NO_TRUMP: dict[int, Weights] = {
    5: (0, 0, 0, 0, 0.25, 0.70, -0.50, 0, 0.60, -3.30),
    6: (0, 0, 0, 0, 0.00, 0.65, -0.80, 0, 0.25, -2.90),
    8: (0, 0, 0, 0, -0.50, 0.80, -1.25, 0, 0.00, -4.20),
}
ALONE_AT_SUIT: dict[int, Weights] = {
    5: (2.70, 1.30, 0.20, 1.60, 1.15, 0.85, 0, 1.10, 0, -13.50),
    6: (1.80, 0.95, 0.00, 0.90, 1.10, 1.75, 0, 2.30, 0, -13.40),
    8: (1.30, 0.75, 0.30, 2.20, 0.85, 2.80, 0, 1.75, 0, -25.80),
}
ALONE_AT_NO_TRUMP: dict[int, Weights] = {
    5: (0, 0, 0, 0, 1.10, 1.25, 0.25, 0, 0.95, -9.30),
    6: (0, 0, 0, 0, 0.55, 0.90, -0.35, 0, 0.30, -6.50),
    8: (0, 0, 0, 0, -0.60, 1.00, -1.35, 0, 0.00, -6.00),
}
# The chance of a hand that holds the tricks itself; what is left is a winner trumped before trumps are drawn.
SURE = 0.96
# So many top trumps draw the others' almost always.
DRAWING = 4
# Nobody counts on every trick at a suit without its right bower and so many trumps in all.
FEWEST = 3

# What the exchange adds for the dealer's side, in tricks and in log-odds.
EXCHANGED_TRICKS, EXCHANGED_ODDS = 0.25, 0.4


@dataclass(frozen=True, slots=True)
class Setting:
    """The circumstances in which a hand would be played by its holder as maker.

    `leads` tells whether it leads to the first trick, `exchanges` whether its side exchanges cards. `partner` are the
    tricks that the partner's calls add to what is expected.
    """

    rules: Rules
    leads: bool
    exchanges: bool
    partner: float = 0.0


def expected_tricks(hand: Hand, trump: Trump, setting: Setting) -> float:
    """Return the tricks that the maker's side may expect to take."""
    weights = TRICKS_AT_SUIT if trump.suit else TRICKS_AT_NO_TRUMP
    tricks = _weigh(shape(hand, trump), setting.leads, weights[setting.rules.tricks])
    return tricks + setting.partner + EXCHANGED_TRICKS * setting.exchanges


def chance_of(tricks: int, expected: float, trump: Trump, rules: Rules) -> float:
    """Return the chance, 0 to 1, of taking at least so many tricks when `expected` are to be expected."""
    spread = (SPREAD_AT_SUIT if trump.suit else SPREAD_AT_NO_TRUMP)[rules.tricks]
    return 0.5 * (1 + erf((expected - tricks + 0.5) / (spread * sqrt(2))))


def chance_of_all(hand: Hand, trump: Trump, setting: Setting, *, alone: bool) -> float:
    """Return the chance, 0 to 1, of taking every trick, with the partner or alone."""
    counts, tricks = shape(hand, trump), setting.rules.tricks
    if is_sure(counts, trump, len(hand) if not setting.leads else tricks):
        return SURE
    if trump.suit and not (counts.right and counts.trumps >= FEWEST):
        return 0.0
    if alone:
        # Nobody exchanges for a lone hand.
        weights, odds = ALONE_AT_SUIT if trump.suit else ALONE_AT_NO_TRUMP, 0.0
    else:
        weights = ALL_AT_SUIT if trump.suit else ALL_AT_NO_TRUMP
        odds = setting.partner + EXCHANGED_ODDS * setting.exchanges
    return 1 / (1 + exp(-odds - _weigh(counts, setting.leads, weights[tricks])))


def expected_points(hand: Hand, call: Call, trump: Trump, setting: Setting) -> float:
    """Return the points that a bid played at a trump may expect for the maker's side."""
    rules = setting.rules
    if call.number is None:
        chance = chance_of_all(hand, trump, setting, alone=call.is_lone)
        made, failed = makers_points(rules, call, trump, rules.tricks), makers_points(rules, call, trump, 0)
        return chance * made + (1 - chance) * failed
    expected = expected_tricks(hand, trump, setting)
    at_least = [1.0, *(chance_of(tricks, expected, trump, rules) for tricks in range(1, rules.tricks + 1)), 0.0]
    return sum(
        (at_least[tricks] - at_least[tricks + 1]) * makers_points(rules, call, trump, tricks)
        for tricks in range(rules.tricks + 1)
    )


def is_sure(counts: Shape, trump: Trump, needed: int) -> bool:
    """Tell whether a hand holds so many winners itself, and the trumps that keep others from trumping them.

    The leader needs no more than the tricks; to a card left over somebody else might lead.
    """
    return counts.winners + counts.top_trumps >= needed and (trump.suit is None or counts.top_trumps >= DRAWING)


def _weigh(counts: Shape, leads: bool, weights: Weights) -> float:
    values = (*counts[:-1], leads, 1)
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
