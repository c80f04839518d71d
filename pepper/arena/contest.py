"""Deals and matches played twice with the same cards, so that what remains is the players' doing."""

import time
from dataclasses import dataclass, field
from random import Random

from pepper import match as matches
from pepper.arena.tally import Contract, Pair, Spent, Thought
from pepper.deal import Deal, Phase
from pepper.match import Match
from pepper.players import Player
from pepper.rules import Rules
from pepper.scoring import is_made
from pepper.seats import SEATS, Seat, Side
from pepper.view import seat_view

MAX_DEALS = 200


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players under the same house rules; the same seed brings the same cards and the same chance."""

    first: Player
    second: Player
    rules: Rules
    seed: int


@dataclass(frozen=True, slots=True)
class Table:
    """One play: who plays which side, each seat's source of chance, and the seconds each side has thought so far."""

    players: dict[Side, Player]
    chance: dict[Seat, Random]
    auction: dict[Side, list[float]] = field(default_factory=lambda: {side: [] for side in Side})
    cards: dict[Side, list[float]] = field(default_factory=lambda: {side: [] for side in Side})

    def play_deal(self, match: Match) -> Match:
        """Return the match with its current deal played to the end."""
        while match.deal.turn is not None:
            seat, phase = match.deal.turn, match.deal.phase
            view = seat_view(match, seat)
            # Processor time, as others are at work on the same machine.
            began = time.process_time()
            action = self.players[seat.side](view, self.chance[seat])
            spent = time.process_time() - began
            if len(view.legal) > 1:
                where = self.auction if phase in (Phase.AUCTION, Phase.NAMING) else self.cards
                where[seat.side].append(spent)
            match, _events = matches.play(match, seat, action)
        return match

    def thought(self, side: Side) -> Thought:
        """Return what a side has spent."""
        return Thought(Spent.of(self.auction[side]), Spent.of(self.cards[side]))


def deal_pair(contest: Contest, number: int) -> Pair:
    """Play one deal twice, at no score: the value is the first player's points over the other's, a deal."""
    value, plays = 0.0, []
    for side in Side:
        table, match = play_once(contest, number, side)
        value += (match.score[side] - match.score[side.other]) / 2
        plays.append((side, table, match))
    return _pair(value, plays)


def play_once(contest: Contest, number: int, side: Side) -> tuple[Table, Match]:
    """Play one of the deals with the first player on a side."""
    dealer = SEATS[number % 4]
    hands = matches.deal_hands(contest.rules, dealer, Random(f"deal/{contest.seed}/{number}"))
    table = _table(contest, f"{contest.seed}/{number}", side)
    return table, table.play_deal(matches.start(contest.rules, dealer, hands))


def match_pair(contest: Contest, number: int) -> Pair:
    """Play one match twice: the value is the share of the two that the first player won, unfinished ones halved."""
    value, plays = 0.0, []
    for side in Side:
        table = _table(contest, f"match/{contest.seed}/{number}", side)
        match = _play_match(contest, number, table)
        value += 0.25 if match.winner is None else 0.5 * (match.winner is side)
        plays.append((side, table, match))
    return _pair(value, plays)


def _play_match(contest: Contest, number: int, table: Table) -> Match:
    dealer, cards = SEATS[number % 4], Random(f"match/{contest.seed}/{number}")
    match = matches.start(contest.rules, dealer, matches.deal_hands(contest.rules, dealer, cards))
    while True:
        match = table.play_deal(match)
        if match.winner is not None or len(match.deals) == MAX_DEALS:
            return match
        match = matches.next_deal(match, matches.deal_hands(contest.rules, matches.next_dealer(match), cards))


def _table(contest: Contest, seed: str, side: Side) -> Table:
    # A seat's chance is the same in both plays: a player against itself then makes nothing.
    chance = {seat: Random(f"player/{seed}/{seat}") for seat in SEATS}
    return Table({side: contest.first, side.other: contest.second}, chance)


def _pair(value: float, plays: list[tuple[Side, Table, Match]]) -> Pair:
    contracts = tuple(
        Contract(deal.maker.side is side, deal.bid, _made(deal))
        for side, _, match in plays
        for deal in match.deals
        if deal.maker is not None and deal.bid is not None
    )
    first = Thought.sum(table.thought(side) for side, table, _ in plays)
    second = Thought.sum(table.thought(side.other) for side, table, _ in plays)
    return Pair(value, sum(len(match.deals) for _, _, match in plays), contracts, (first, second))


def _made(deal: Deal) -> bool:
    assert deal.maker is not None
    assert deal.bid is not None
    return is_made(deal.rules, deal.bid, deal.taken(deal.maker.side))
