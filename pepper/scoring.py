"""The points of a deal, and when a match is over."""

from dataclasses import dataclass
from enum import Enum

from pepper.bids import Call
from pepper.cards import Trump
from pepper.rules import Rules
from pepper.seats import Side

# What the bids of all tricks pay or cost with 24 cards; with 32 cards Big pays 16 and Lone Big 32.
_ALL_TRICKS = {Call.LITTLE: 12, Call.BIG: 14, Call.SUPER: 20, Call.LONE_LITTLE: 24, Call.LONE_BIG: 28}
_ALL_TRICKS_32 = _ALL_TRICKS | {Call.BIG: 16, Call.LONE_BIG: 32}


@dataclass(frozen=True, slots=True)
class Score:
    """Points of the two sides; they may be negative."""

    ns: int = 0
    ew: int = 0

    def __getitem__(self, side: Side) -> int:
        return self.ns if side is Side.NS else self.ew

    def __add__(self, other: "Score") -> "Score":
        return Score(self.ns + other.ns, self.ew + other.ew)

    @staticmethod
    def of(side: Side, points: int, others: int = 0) -> "Score":
        """Return a score with `points` for one side and `others` for the other."""
        return Score(points, others) if side is Side.NS else Score(others, points)


class Ending(Enum):
    """What follows a deal."""

    PLAY_ON = "play-on"
    SHOOTOUT = "shootout"
    NS = "NS"
    EW = "EW"

    @property
    def winner(self) -> Side | None:
        """The side that has won the match, if it is over."""
        return Side(self.value) if self in (Ending.NS, Ending.EW) else None


def stake(rules: Rules, bid: Call) -> int:
    """Return what a bid costs when it fails at a suit, and pays at least when it is made: 1 to 32 points."""
    table = _ALL_TRICKS_32 if rules.deck == 32 else _ALL_TRICKS
    return bid.number or table[bid]


def is_made(rules: Rules, bid: Call, tricks: int) -> bool:
    """Tell whether the maker's side made its bid: that many tricks or more, every trick for the other bids."""
    return tricks >= (bid.number or rules.tricks)


def makers_points(rules: Rules, bid: Call, trump: Trump, tricks: int) -> int:
    """Return the points of the maker's side, negative when the bid failed."""
    points = stake(rules, bid)
    if not is_made(rules, bid, tricks):
        points = -points
    elif bid.number and rules.made_bid_scores == "tricks":
        points = tricks
    # Only bids that could have had a trump suit are multiplied; Big, Super and Lone Big are no-trump bids already.
    if trump is Trump.NO_TRUMP and bid.names_trump:
        return _half_more(points, rules)
    return points


def _half_more(points: int, rules: Rules) -> int:
    # x1.5; halves go away from zero (4.5 -> 5, -4.5 -> -5), or toward zero with no_trump_rounding=down.
    size = (3 * abs(points) + (rules.no_trump_rounding == "up")) // 2
    return size if points >= 0 else -size


def deal_points(rules: Rules, maker: Side, bid: Call, trump: Trump, tricks: int) -> Score:
    """Return both sides' points of a deal in which the maker's side took `tricks` tricks."""
    defenders = rules.tricks - tricks if rules.defenders_score else 0
    return Score.of(maker, makers_points(rules, bid, trump, tricks), defenders)


def ending(rules: Rules, score: Score, bidder: Side | None, *, shootout: bool) -> Ending:
    """Return what follows a deal that left the match at `score`; `bidder` is its maker's side, None if all passed.

    `shootout` tells that the deal was one: the higher total wins, whatever the totals; level ones play another.
    """
    if shootout:
        return Ending.SHOOTOUT if score.ns == score.ew else _higher(score)
    ns, ew = score.ns >= rules.target, score.ew >= rules.target
    if ns and ew:
        if rules.tie_break == "shootout":
            return Ending.SHOOTOUT
        # The bidding side made its bid, or it couldn't be there.
        assert bidder is not None, "both sides reach the target only when a bid was played"
        return Ending(bidder.value)
    return _higher(score) if ns or ew else Ending.PLAY_ON


def _higher(score: Score) -> Ending:
    return Ending.NS if score.ns > score.ew else Ending.EW
