"""What a call leads to: every call worth trying is made in the same deal, and `regular` players go on from there."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Action, Phase
from pepper.match import Match
from pepper.players import PLAYERS, Player
from pepper.players.bidding.auction import Judgement, call_values, is_worth_trying, judge, leader_for, signs, situation
from pepper.rules import Rules
from pepper.scoring import Score, deal_points
from pepper.seats import SEATS, Seat, Side
from pepper.view import SeatView, seat_view
from tests.bench.learning.played import tricks_taken

# How often the others are `basic` players, and how often a call other than the best is made before going on.
AGAINST_BASIC, ASTRAY = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class Tried:
    """A call in a situation, with the signs of the hand that made it, and the points that both sides had in the end.

    `behind` is how much less the call was thought to be worth than the best one.
    """

    situation: str
    signs: tuple[float, ...]
    ours: int
    theirs: int
    behind: float


def try_calls(rules: Rules, seed: int, numbers: range) -> list[Tried]:
    """Try the calls of whoever speaks in the deals of these numbers."""
    return [tried for number in numbers for tried in _Deal(rules, Random(f"{seed}/{number}")).tried()]


class _Deal:
    def __init__(self, rules: Rules, random: Random) -> None:
        self._rules, self._random = rules, random
        dealer = random.choice(SEATS)
        self._opened = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
        self._learner = random.choice(tuple(Side))
        self._others = PLAYERS["basic" if random.random() < AGAINST_BASIC else "regular"]
        self._ends: dict[tuple[Seat, Call, Trump], int] = {}

    def tried(self) -> Iterator[Tried]:
        match = self._opened
        while match.deal.phase is Phase.AUCTION and (seat := match.deal.turn) is not None:
            view = seat_view(match, seat)
            call: Action = self._player(seat)(view, self._random)
            if seat.side is self._learner:
                tried = self._options(view)
                for option, (judged, behind) in tried.items():
                    name = situation(seat, view.table.dealer, view.table.maker, view.table.bid, option)
                    points = self._points(matches.play(match, seat, option)[0])
                    yield Tried(name, signs(option, judged), points[seat.side], points[seat.side.other], behind)
                if self._random.random() < ASTRAY:
                    call = self._random.choice(list(tried))
            match, _ = matches.play(match, seat, call)

    def _options(self, view: SeatView) -> dict[Call, tuple[Judgement, float]]:
        judged = judge(view.hand, self._rules, leader_for(view.seat, view.table))
        values = call_values(view)
        best = max(values.values())
        calls = [action for action in view.legal if isinstance(action, Call)]
        return {call: (judged, best - values.get(call, best - 1)) for call in calls if is_worth_trying(call, judged)}

    def _player(self, seat: Seat) -> Player:
        return PLAYERS["regular"] if seat.side is self._learner else self._others

    def _points(self, match: Match) -> Score:
        """Return both sides' points when the deal goes on to its end."""
        while (seat := match.deal.turn) is not None and match.deal.phase in (Phase.AUCTION, Phase.NAMING):
            match, _ = matches.play(match, seat, self._player(seat)(seat_view(match, seat), self._random))
        maker, bid, trump = match.deals[0].maker, match.deals[0].bid, match.deals[0].trump
        if maker is None or bid is None or trump is None:
            return Score()
        contract = maker, bid, trump
        if contract not in self._ends:
            self._ends[contract] = tricks_taken(match, self._player, self._random)
        return deal_points(self._rules, maker.side, bid, trump, self._ends[contract])
