"""`solve`: what every contract, or every card, of a moment is worth with all cards open."""

import argparse
import json
import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, BinaryIO

from pepper import deal as deals
from pepper.cards import deck
from pepper.commands.arguments import add_rules, natural, rules_of
from pepper.commands.lines import decoded, records, with_lines
from pepper.deal import Deal, Hands, Phase
from pepper.doubledummy.contracts import contracts, tricks_by_action
from pepper.match import Match
from pepper.record import RecordError, read, read_cards
from pepper.rules import Rules
from pepper.scoring import Score, deal_points
from pepper.seats import SEATS, Seat, Side

_TO_CHOOSE = ("match", "deal", "step")


def add(parser: argparse.ArgumentParser) -> None:
    """Let the command take its arguments."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="records; - or nothing for standard input")
    for name in _TO_CHOOSE:
        parser.add_argument(f"--{name}", type=natural, metavar="K", help="counted from 0 (default: the last)")
    parser.add_argument("--hands", metavar="N/E/S/W", help="a deal instead: '9S TS JS QS KS AS / 9H … / … / …'")
    parser.add_argument("--dealer", choices=[seat.value for seat in SEATS], help="with --hands: who deals")
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Print what the moment is worth, and return the exit code."""
    try:
        _check(options)
        if options.hands is not None:
            rules = rules_of(options)
            return _tell({}, deals.start(rules, Seat(options.dealer), _hands(rules, options.hands)))
    except ValueError as error:
        return _refuse(error)
    return with_lines(options.file or "-", lambda lines: _solve_record(lines, options))


def _refuse(error: Exception) -> int:
    print(f"python -m pepper solve: {error}", file=sys.stderr)
    return 2


def _check(options: argparse.Namespace) -> None:
    of_record = ["FILE"] if options.file is not None else []
    of_record += [f"--{name}" for name in _TO_CHOOSE if getattr(options, name) is not None]
    if options.hands is None:
        if options.dealer or options.rules or options.preset != "classic":
            raise ValueError("--dealer, --preset and --rules go with --hands; a record says them itself")
    elif options.dealer is None:
        raise ValueError("--hands needs --dealer")
    elif of_record:
        raise ValueError(f"--hands is a deal of its own and goes without {' and '.join(of_record)}")


def _hands(rules: Rules, text: str) -> Hands:
    hands = tuple(read_cards(" ".join(part.split())) for part in text.split("/"))
    sizes = [len(hand) for hand in hands]
    if sizes != [rules.hand_size] * 4:
        raise ValueError(f"--hands takes four hands of {rules.hand_size} cards with / between them, not {sizes}")
    cards = [str(card) for hand in hands for card in hand]
    for one, another in pairwise(sorted(cards)):
        if one == another:
            raise ValueError(f"{one} is dealt twice")
    strangers = set(cards) - {str(card) for card in deck(rules.deck)}
    if strangers:
        raise ValueError(f"{min(strangers)} is not in the deck of {rules.deck}")
    return hands


# --- the moment of a record


def _solve_record(lines: BinaryIO, options: argparse.Namespace) -> int:
    number, line = _line(lines, options.match)
    if line is None:
        return _refuse(_no_such("match", options.match, number))
    try:
        match = read(decoded(line)).match
    except RecordError as error:
        print(f"match {number}, {error}", file=sys.stderr)
        return 1
    try:
        place, deal = _moment(match, options.deal, options.step)
    except ValueError as error:
        return _refuse(error)
    return _tell({"match": number, **place}, deal)


def _line(lines: Iterable[bytes], wanted: int | None) -> tuple[int, bytes | None]:
    """Return the number of the match wanted and its line; if there is none, how many there are."""
    number, last = 0, None
    for line in records(lines):
        if number == wanted:
            return number, line
        number, last = number + 1, line
    return (number - 1, last) if wanted is None and last is not None else (number, None)


def _no_such(what: str, wanted: int | None, count: int) -> ValueError:
    if not count:
        return ValueError(f"there is no {what}")
    return ValueError(f"there is no {what} {wanted}, only 0 to {count - 1}")


def _moment(match: Match, deal_wanted: int | None, step_wanted: int | None) -> tuple[dict[str, int], Deal]:
    """Return a deal as it was before one of its steps, and where that is.

    The last moment is the one that waits for an action or, if the deal is over, that of its last action.
    """
    number = len(match.deals) - 1 if deal_wanted is None else deal_wanted
    if number >= len(match.deals):
        raise _no_such("deal", number, len(match.deals))
    whole = match.deals[number]
    moments = max(1, len(whole.actions) + (not whole.is_over))
    step = moments - 1 if step_wanted is None else step_wanted
    if step >= moments:
        raise _no_such("step", step, moments)
    # A forced dealer stays one: house rule or shootout.
    deal = deals.start(whole.rules, whole.dealer, whole.opening.dealt, shootout=whole.opening.minimum > 0)
    for seat, action in whole.actions[:step]:
        deal, _events = deals.play(deal, seat, action)
    return {"deal": number, "step": step}, deal


# --- what it is worth


def _tell(place: dict[str, int], deal: Deal) -> int:
    assert deal.turn is not None
    before_naming = deal.phase in (Phase.AUCTION, Phase.NAMING)
    told = {"phase": deal.phase.value, "turn": deal.turn.value, **(_contracts(deal) if before_naming else _cards(deal))}
    print(json.dumps({**place, **told}))
    return 0


def _contracts(deal: Deal) -> dict[str, Any]:
    rules = deal.rules
    found = [
        {
            "maker": contract.maker.value,
            "trump": contract.trump.value,
            "alone": contract.alone,
            "tricks": contract.tricks,
            "points": {
                bid.value: _points(deal_points(rules, contract.maker.side, bid, contract.trump, contract.tricks))
                for bid in contract.bids
            },
        }
        for contract in contracts(rules, deal.dealer, deal.opening.dealt)
    ]
    return {"contracts": found}


def _cards(deal: Deal) -> dict[str, Any]:
    maker, bid, trump = deal.maker, deal.bid, deal.trump
    assert maker is not None
    assert bid is not None
    assert trump is not None
    actions = {
        str(action): {"tricks": tricks, "points": _points(deal_points(deal.rules, maker.side, bid, trump, tricks))}
        for action, tricks in tricks_by_action(deal).items()
    }
    return {"maker": maker.value, "bid": bid.value, "trump": trump.value, "actions": actions}


def _points(score: Score) -> dict[str, int]:
    return {side.value: score[side] for side in Side}
