"""`arena`: two players play the same cards on both sides, and the figures are printed."""

import argparse
import json
import os
import sys
from collections.abc import Callable

from pepper.arena import Contest, Judge, WorkerLost, compare
from pepper.arena.report import to_json, to_text
from pepper.commands.arguments import add_rules, check_player, natural, positive, rules_of
from pepper.players import PLAYERS


def add(parser: argparse.ArgumentParser) -> None:
    """Let the command take its arguments."""
    parser.add_argument("a", metavar="A", help=f"who is measured: {', '.join(PLAYERS)}")
    parser.add_argument("b", metavar="B", help="against whom")
    parser.add_argument("--deals", type=natural, default=400, metavar="N", help="each is played twice (default 400)")
    parser.add_argument(
        "--matches", type=natural, default=20, metavar="M", help="to the target, each is played twice (default 20)"
    )
    parser.add_argument(
        "--judge", type=natural, default=0, metavar="L", help="judge A's cards on so many layouts, such as 1024"
    )
    parser.add_argument("--hands", type=natural, default=40, metavar="H", help="judged with --judge (default 40)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same cards")
    add_rules(parser)
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, metavar="J", help="processes (default: one a core)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Print what the comparison shows, and return the exit code."""
    try:
        for name in (options.a, options.b):
            check_player(name)
        contest = Contest(PLAYERS[options.a], PLAYERS[options.b], rules_of(options), options.seed)
    except ValueError as error:
        print(f"python -m pepper arena: {error}", file=sys.stderr)
        return 2
    try:
        judge = Judge(options.hands if options.judge else 0, options.judge)
        result = compare(contest, options.deals, options.matches, options.jobs, _progress(), judge)
    except WorkerLost as error:
        print(f"python -m pepper arena: {error}", file=sys.stderr)
        return 1
    if options.json:
        asked = {"seed": options.seed, "rules": contest.rules.changes()}
        print(json.dumps({"a_name": options.a, "b_name": options.b, **asked, **to_json(result)}))
        return 0
    print(f"{options.a} against {options.b}, {_rules_text(options)}, seed {options.seed}")
    print(to_text(result, (options.a, options.b)))
    return 0


def _rules_text(options: argparse.Namespace) -> str:
    return f"{options.preset} with {options.rules}" if options.rules else str(options.preset)


def _progress() -> Callable[[int, int], None]:
    """Return what shows on a terminal how far it is, and nothing elsewhere."""
    on_terminal = sys.stderr.isatty()

    def show(done: int, of: int) -> None:
        if on_terminal:
            print(f"\r{done} of {of}", end="" if done < of else "\r\033[K", file=sys.stderr, flush=True)

    return show
