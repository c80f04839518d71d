"""A match: the cut, the dealing, and deals until somebody wins."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, islice
from operator import itemgetter
from random import Random

from pepper import deal as deals
from pepper.cards import Card, deck
from pepper.deal import Action, Deal, DealEnded, Event, Hand, Hands, Illegal, MatchEnded, Phase, Reason
from pepper.rules import Rules
from pepper.scoring import Ending, Score, ending
from pepper.seats import SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match. `deals` holds all its deals, the current one last; `score` counts the finished ones.

    `shootout` tells that the next deal to be finished is a shootout: the higher total then wins.
    """

    rules: Rules
    deals: tuple[Deal, ...]
    score: Score = Score()
    shootout: bool = False
    winner: Side | None = None

    @property
    def deal(self) -> Deal:
        """The current deal, or the last one when the match is over."""
        return self.deals[-1]

    @property
    def awaits_deal(self) -> bool:
        """Whether the next thing to happen is another deal."""
        return self.winner is None and self.deal.is_over


def start(rules: Rules, dealer: Seat, hands: Hands) -> Match:
    """Begin a match with its first dealer and the first deal's hands, N E S W."""
    return Match(rules, (deals.start(rules, dealer, hands),))


def play(match: Match, seat: Seat, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after a seat's action, and what happened.

    Raises Illegal, with the reason, for an action out of turn or against the rules; the match stays as it was.
    """
    if match.winner is not None:
        raise Illegal(Reason.MATCH_OVER)
    return with_deal(match, *deals.play(match.deal, seat, action))


def with_deal(match: Match, deal: Deal, events: tuple[Event, ...] = ()) -> tuple[Match, tuple[Event, ...]]:
    """Return the match with its current deal gone on, and what happened; `events` are those of the deal's last step."""
    match = Match(match.rules, (*match.deals[:-1], deal), match.score, match.shootout, match.winner)
    if not events or not isinstance(events[-1], DealEnded):
        return match, events
    return _score(match, events[-1].points, events)


def _score(match: Match, points: Score, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
    score = match.score + points
    maker = match.deal.maker
    follows = ending(match.rules, score, maker.side if maker else None, shootout=match.shootout)
    winner = follows.winner
    shootout = match.shootout or follows is Ending.SHOOTOUT
    match = replace(match, score=score, shootout=shootout, winner=winner)
    return match, (*events, MatchEnded(winner)) if winner else events


def next_dealer(match: Match) -> Seat:
    """Return who deals after the current deal: the next seat clockwise, after a misdeal the same one."""
    return match.deal.dealer if match.deal.phase is Phase.VOID else match.deal.dealer.left


def next_deal(match: Match, hands: Hands) -> Match:
    """Begin the next deal with the given hands, N E S W.

    Raises Illegal when the match is over, or WRONG_PHASE when the current deal isn't.
    """
    if match.winner is not None:
        raise Illegal(Reason.MATCH_OVER)
    if not match.deal.is_over:
        raise Illegal(Reason.WRONG_PHASE, match.deal.phase.value)
    deal = deals.start(match.rules, next_dealer(match), hands, shootout=match.shootout)
    return replace(match, deals=(*match.deals, deal))


def void(match: Match) -> Match:
    """Declare the current deal a misdeal; a shootout stays one.

    Raises Illegal when somebody has spoken or the deal is over.
    """
    return replace(match, deals=(*match.deals[:-1], deals.declare_void(match.deal)))


def _pickers(*packets: int) -> tuple[Callable[[list[Card]], Hand], ...]:
    # Cards are dealt clockwise from the dealer's left, in packets: where in the shuffled deck each seat's cards lie.
    places: tuple[list[int], ...] = ([], [], [], [])
    top = count()
    for packet in packets:
        for place in places:
            place.extend(islice(top, packet))
    return tuple(itemgetter(*place) for place in places)


_PICKERS = {24: _pickers(3, 3), 32: _pickers(3, 2, 3)}


def deal_hands(rules: Rules, dealer: Seat, random: Random) -> Hands:
    """Shuffle and deal the whole deck; the hands come in the order N E S W."""
    cards = list(deck(rules.deck))
    random.shuffle(cards)
    from_eldest = [pick(cards) for pick in _PICKERS[rules.deck]]
    # Eldest is the seat after the dealer, so north comes as many hands later as the dealer sits before it.
    north = 3 - dealer.index
    return (*from_eldest[north:], *from_eldest[:north])


Draw = tuple[Card, Card, Card, Card]


@dataclass(frozen=True, slots=True)
class Cut:
    """The draws before a match. `draws` are all rounds, the last one decides; each has one card a player.

    `seating` gives for N E S W the place of the player in the draw; `dealer` is the seat of the lowest card.
    """

    draws: tuple[Draw, ...]
    seating: tuple[int, int, int, int]
    dealer: Seat


def cut_for_partners(rules: Rules, random: Random) -> Cut:
    """Draw for partners and first deal: the highest card sits N, its partner S, the lowest E, its partner W.

    All four draw again while equal ranks stand at the border between the pairs or at the bottom.
    """
    draws: list[Draw] = []
    while True:
        draws.append(_draw(rules, random))
        order = _high_to_low(draws[-1])
        ranks = [draws[-1][player].rank.order for player in order]
        if ranks[1] > ranks[2] > ranks[3]:
            highest, second, third, lowest = order
            return Cut(tuple(draws), (highest, lowest, second, third), Seat.EAST)


def cut_for_deal(rules: Rules, random: Random) -> Cut:
    """Draw for the first deal only, players being seated N E S W already; equal lowest ranks draw again."""
    draws: list[Draw] = []
    while True:
        draws.append(_draw(rules, random))
        order = _high_to_low(draws[-1])
        if draws[-1][order[2]].rank is not draws[-1][order[3]].rank:
            return Cut(tuple(draws), (0, 1, 2, 3), SEATS[order[3]])


def _draw(rules: Rules, random: Random) -> Draw:
    first, second, third, fourth = random.sample(deck(rules.deck), 4)
    return first, second, third, fourth


def _high_to_low(draw: Draw) -> list[int]:
    return sorted(range(4), key=lambda player: -draw[player].rank.order)
