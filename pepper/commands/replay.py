"""`replay`: records checked, and told in a line each or step by step."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import BinaryIO

from pepper.commands.lines import decoded, records, with_lines
from pepper.match import Match
from pepper.record import RecordError, Step, read, unwatched
from pepper.seats import Side


def add(parser: argparse.ArgumentParser) -> None:
    """Let the command take its arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="- or nothing for standard input")
    parser.add_argument("--trace", action="store_true", help="print a line a step instead of a line a match")


def run(options: argparse.Namespace) -> int:
    """Check the records up to the first bad one, and return the exit code."""
    return with_lines(options.file, lambda lines: _replay_lines(lines, options.trace))


def _replay_lines(lines: BinaryIO, trace: bool) -> int:
    for number, line in enumerate(records(lines)):
        try:
            record = read(decoded(line), _tracer(number) if trace else unwatched)
        except RecordError as error:
            sys.stdout.flush()
            print(f"match {number}, {error}", file=sys.stderr)
            return 1
        if not trace:
            print(_summary(number, record.match))
    return 0


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
