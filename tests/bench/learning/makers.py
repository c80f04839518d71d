"""What bids tell of their makers' hands: counted in auctions, by the tricks that the hands may expect."""

from collections import Counter
from random import Random

from pepper import match as matches
from pepper.cards import Trump
from pepper.deal import Phase
from pepper.players import PLAYERS
from pepper.players.bidding.makers import STEP, bid_name
from pepper.players.bidding.odds import prospect
from pepper.rules import Rules
from pepper.seats import SEATS, Side
from pepper.view import seat_view, table_view

# How often a side bids as `basic` does: other people's bids are no more than roughly known.
BASIC = 0.3
# A step counts as if so many more hands had been seen, as often the maker's as those of the step below.
_PRIOR = 2.0
# No hand is impossible, as people bid on anything: a step has such a share of what the one above has, or more.
_LEAST = 0.25

# A kind of trump and a number of steps.
Place = tuple[str, int]


def count_makers(rules: Rules, seed: int, numbers: range) -> tuple[Counter[tuple[str, int]], Counter[Place]]:
    """Return how often each bid was made by a hand of each step, and how often there was such a hand."""
    made: Counter[tuple[str, int]] = Counter()
    there: Counter[Place] = Counter()
    for number in numbers:
        _count(rules, Random(f"{seed}/{number}"), made, there)
    return made, there


def _count(rules: Rules, random: Random, made: Counter[tuple[str, int]], there: Counter[Place]) -> None:
    dealer = random.choice(SEATS)
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
    players = {side: PLAYERS["basic" if random.random() < BASIC else "regular"] for side in Side}
    hands = match.deal.hands
    while (seat := match.deal.turn) is not None and match.deal.phase in (Phase.AUCTION, Phase.NAMING):
        match, _ = matches.play(match, seat, players[seat.side](seat_view(match, seat), random))
    for seat, hand in zip(SEATS, hands, strict=True):
        leader = 0 if rules.first_lead == "maker" else (dealer.left.index - seat.index) % 4
        for trump in Trump:
            step = int(prospect(hand, trump, rules, leader).tricks / STEP)
            there["suit" if trump.suit else "no_trump", step] += 1
            if seat is match.deal.maker and trump is match.deal.trump:
                made[bid_name(table_view(match)), step] += 1


def makers_table(rules: Rules, made: Counter[tuple[str, int]], there: Counter[Place]) -> dict[str, list[float]]:
    """Return for each bid how often a hand of each step ends as its maker's, 0 to 1."""
    return {bid: _chances(rules, bid, made, there) for bid in sorted({bid for bid, _ in made})}


def _chances(rules: Rules, bid: str, made: Counter[tuple[str, int]], there: Counter[Place]) -> list[float]:
    kind, before = bid.split()[1], 0.0
    chances: list[float] = []
    for step in range(int(rules.tricks / STEP) + 1):
        before = (made[bid, step] + _PRIOR * before) / (there[kind, step] + _PRIOR)
        chances.append(before)
    for step in reversed(range(len(chances) - 1)):
        chances[step] = max(chances[step], _LEAST * chances[step + 1])
    return [float(f"{chance:.2g}") for chance in chances]
