"""`simulate`: matches between computers, printed as records."""

import argparse
import sys
from random import Random

from pepper import match as matches
from pepper.commands.arguments import add_rules, check_player, natural, positive, rules_of
from pepper.match import Match
from pepper.players import PLAYERS, Player
from pepper.record import write
from pepper.rules import Rules
from pepper.seats import SEATS, Seat
from pepper.view import seat_view


def add(parser: argparse.ArgumentParser) -> None:
    """Let the command take its arguments."""
    parser.add_argument("--matches", type=natural, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same bytes")
    add_rules(parser)
    parser.add_argument("--players", default="basic", metavar="NAME | N,E,S,W", help=", ".join(PLAYERS))
    parser.add_argument("--max-deals", type=positive, default=200, metavar="N", help="a match ends there")


def run(options: argparse.Namespace) -> int:
    """Print the records, and return the exit code."""
    try:
        rules = rules_of(options)
        names = _player_names(options.players)
    except ValueError as error:
        print(f"python -m pepper simulate: {error}", file=sys.stderr)
        return 2
    for number in range(options.matches):
        match = _play_match(rules, names, f"{options.seed}/{number}", options.max_deals)
        print(write(match, names))
    return 0


def _player_names(text: str) -> dict[Seat, str]:
    names = text.split(",")
    if len(names) not in (1, 4):
        raise ValueError(f"--players takes one name or four, not {len(names)}")
    for name in names:
        check_player(name)
    return dict(zip(SEATS, names * (4 // len(names)), strict=True))


def _play_match(rules: Rules, names: dict[Seat, str], seed: str, max_deals: int) -> Match:
    # Cards and players draw from separate sources, so that other players get the same deals.
    cards, chance = Random(f"cards/{seed}"), Random(f"players/{seed}")
    players: dict[Seat, Player] = {seat: PLAYERS[name] for seat, name in names.items()}
    dealer = matches.cut_for_deal(rules, cards).dealer
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, cards))
    while True:
        while match.deal.turn is not None:
            seat = match.deal.turn
            match, _ = matches.play(match, seat, players[seat](seat_view(match, seat), chance))
        if match.winner is not None or len(match.deals) >= max_deals:
            return match
        match = matches.next_deal(match, matches.deal_hands(rules, matches.next_dealer(match), cards))
