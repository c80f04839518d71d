"""Contracts played to the end by four `regular` players: how many tricks a hand really takes as the maker's."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Hand, Phase
from pepper.match import Match
from pepper.players import PLAYERS, Player
from pepper.players.bidding.odds import Prospect, prospect
from pepper.rules import Rules
from pepper.seats import SEATS, Seat
from pepper.view import seat_view
from tests.bench.learning.kinds import Kind

# A number is tried at a trump that isn't the best one so often.
ANOTHER_TRUMP = 0.3
# All tricks are tried on hands that are thought to take them so often, with the partner and alone.
LEAST_CHANCE, LEAST_CHANCE_ALONE = 0.2, 0.12


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid that one seat is to play at a trump."""

    maker: Seat
    bid: Call
    trump: Trump


@dataclass(frozen=True, slots=True)
class Played:
    """A contract and how it ended: `leader` sits so many seats after the maker, whose side took `taken` tricks."""

    hand: Hand
    bid: Call
    trump: Trump
    leader: int
    taken: int


def play_contracts(kind: Kind, seed: int, numbers: range) -> list[Played]:
    """Play contracts of every seat on the deals of these numbers."""
    return [played for number in numbers for played in _contracts(kind, Random(f"{seed}/{number}"))]


def _contracts(kind: Kind, random: Random) -> Iterator[Played]:
    dealer = random.choice(SEATS)
    hands = matches.deal_hands(kind.played, dealer, random)
    opened = matches.start(kind.played, dealer, hands)
    for maker in SEATS:
        leader = 0 if kind.leaders == (0,) else (dealer.left.index - maker.index) % 4
        for contract in _worth_trying(kind.played, maker, hands[maker.index], leader, random):
            taken = tricks_taken(with_contract(opened, contract), lambda _: PLAYERS["regular"], random)
            yield Played(hands[maker.index], contract.bid, contract.trump, leader, taken)


def _worth_trying(rules: Rules, maker: Seat, hand: Hand, leader: int, random: Random) -> Iterator[Contract]:
    outlooks = {trump: prospect(hand, trump, rules, leader) for trump in Trump}
    order = sorted(Trump, key=lambda trump: -outlooks[trump].tricks)
    trump = random.choice(order[1:]) if random.random() < ANOTHER_TRUMP else order[0]
    number = max(1, min(rules.tricks - 1, round(outlooks[trump].tricks + random.uniform(-0.8, 0.8))))
    yield Contract(maker, Call(str(number)), trump)
    for trump in Trump:
        for bid in _all_tricks(outlooks[trump], trump):
            yield Contract(maker, bid, trump)


def _all_tricks(outlook: Prospect, trump: Trump) -> Iterator[Call]:
    if outlook.at_least[-1] >= LEAST_CHANCE:
        yield Call.LITTLE if trump.suit else Call.BIG
    if outlook.alone >= LEAST_CHANCE_ALONE:
        yield Call.LONE_LITTLE if trump.suit else Call.SUPER


def with_contract(opened: Match, contract: Contract) -> Match:
    """Return a deal whose auction has ended with a contract, everybody else having passed."""
    match = opened
    while match.deal.phase is Phase.AUCTION and match.deal.turn is not None:
        seat = match.deal.turn
        match, _ = matches.play(match, seat, contract.bid if seat is contract.maker else Call.PASS)
    if match.deal.phase is Phase.NAMING:
        match, _ = matches.play(match, contract.maker, contract.trump)
    return match


def tricks_taken(match: Match, player: Callable[[Seat], Player], random: Random) -> int:
    """Return the tricks that the maker's side takes when the players of the seats play a deal to its end."""
    deal = match.deal
    assert deal.maker is not None, "somebody has bid"
    while match.deal.turn is not None:
        seat = match.deal.turn
        match, _ = matches.play(match, seat, player(seat)(seat_view(match, seat), random))
    return match.deals[0].taken(deal.maker.side)
