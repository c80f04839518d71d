"""The command line of the game: `simulate` prints records of matches, `replay` checks them."""

import argparse
import json
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import BinaryIO

from pepper import match as matches
from pepper.match import Match
from pepper.players import PLAYERS, Player
from pepper.record import RecordError, Step, read, unwatched, write
from pepper.rules import Rules, parse_changes, preset
from pepper.seats import SEATS, Seat, Side
from pepper.view import seat_view


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for a bad record, 2 for bad usage, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does.
        _drop_output()
        return 1
    except OSError as error:
        print(f"python -m pepper: {error.strerror}", file=sys.stderr)
        _drop_output()
        return 1
    except KeyboardInterrupt:
        _drop_output()
        return 130  # what shells say of a program that Ctrl-C ended
    return code


def _drop_output() -> None:
    # The interpreter must not try to flush again what can't be written.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pepper", description="Pepper without Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    simulate = commands.add_parser("simulate", help="play matches between computers and print their records")
    simulate.add_argument("--matches", type=_natural, default=1, metavar="N", help="how many (default 1)")
    simulate.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same bytes")
    simulate.add_argument("--preset", default="classic", metavar="NAME", help="house rules to begin with")
    simulate.add_argument("--rules", default="", metavar="target=21,…", help="changes what the preset says")
    simulate.add_argument("--players", default="basic", metavar="NAME | N,E,S,W", help=", ".join(PLAYERS))
    simulate.add_argument("--max-deals", type=_positive, default=200, metavar="N", help="a match ends there")
    simulate.set_defaults(command=_simulate)
    replay = commands.add_parser("replay", help="check records, one JSON object a line")
    replay.add_argument("file", nargs="?", default="-", metavar="FILE", help="- or nothing for standard input")
    replay.add_argument("--trace", action="store_true", help="print a line a step instead of a line a match")
    replay.set_defaults(command=_replay)
    return parser


def _natural(text: str) -> int:
    return _number(text, least=0)


def _positive(text: str) -> int:
    return _number(text, least=1)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to 999999999")
    return int(text)


# --- simulate


def _simulate(options: argparse.Namespace) -> int:
    try:
        rules = preset(options.preset).with_changes(parse_changes(options.rules))
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
        if name not in PLAYERS:
            raise ValueError(f"no player is named {name!r} (there are: {', '.join(PLAYERS)})")
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


# --- replay


def _replay(options: argparse.Namespace) -> int:
    if options.file == "-":
        return _replay_lines(sys.stdin.buffer, options.trace)
    try:
        with Path(options.file).open("rb") as file:
            return _replay_lines(file, options.trace)
    except OSError as error:
        if error.filename is None:
            raise  # it's the output that can't be written
        print(f"can't read {options.file!r}: {error.strerror}", file=sys.stderr)
        return 1


def _replay_lines(lines: BinaryIO, trace: bool) -> int:
    for number, line in enumerate(_records(lines)):
        try:
            record = read(_decoded(line), _tracer(number) if trace else unwatched)
        except RecordError as error:
            sys.stdout.flush()
            print(f"match {number}, {error}", file=sys.stderr)
            return 1
        if not trace:
            print(_summary(number, record.match))
    return 0


def _records(lines: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that aren't blank, without the mark some editors put at the beginning of a file."""
    for number, line in enumerate(lines):
        text = line if number else line.removeprefix(BOM_UTF8)
        if text.strip():
            yield text


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise RecordError(0, 0, f"this is no UTF-8: {error.reason} at byte {error.start}") from None


def _summary(number: int, match: Match) -> str:
    score = {side.value: match.score[side] for side in Side}
    winner = match.winner.value if match.winner else None
    return json.dumps({"match": number, "deals": len(match.deals), "score": score, "winner": winner})


def _tracer(number: int) -> Callable[[Step], None]:
    def print_step(step: Step) -> None:
        line = {
            "match": number,
            "deal": step.deal,
            "seat": step.seat.value,
            "legal": [str(action) for action in step.legal],
            "action": str(step.action),
        }
        print(json.dumps(line))

    return print_step


if __name__ == "__main__":
    sys.exit(main())
