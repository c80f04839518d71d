"""Makes the learned bids anew, from what they are: plays contracts and auctions, and fits what came of them.

    python -m tests.bench.learning odds KIND --deals 40000
    python -m tests.bench.learning calls KIND --deals 40000 [--rules N]
    python -m tests.bench.learning makers KIND --deals 20000 [--rules N]

KIND is 24-cards-5-tricks, 24-cards-6-tricks or 32-cards-8-tricks. `odds` says what a hand takes as the maker's, `calls`
what each call leads to, and `makers` what a bid tells of its maker's hand; the last two for all rules that are learned,
or the N-th of them (from 0). All three change the files in pepper/players/bidding/learned that the players read, so
that each run of `calls` bids better than the one before, until they come to rest after two or three.
`--seed S` changes the deals, `--jobs J` how many processes work.
"""

import argparse
import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from pepper.arena.workers import spread
from pepper.rules import Rules
from tests.bench.learning import files
from tests.bench.learning.auctions import try_calls
from tests.bench.learning.kinds import KINDS, Kind
from tests.bench.learning.makers import count_makers, makers_table
from tests.bench.learning.odds import fit_odds
from tests.bench.learning.played import play_contracts
from tests.bench.learning.tables import call_tables

Made = TypeVar("Made")

_PART = 50


def odds(options: argparse.Namespace) -> None:
    """Play contracts and fit the odds of a kind."""
    kind = KINDS[options.kind]
    played = list(chain.from_iterable(_worked(partial(play_contracts, kind, options.seed), options)))
    files.write(kind, files.read(kind) | {"odds": fit_odds(kind, played, print)})


def calls(options: argparse.Namespace) -> None:
    """Try calls and fit what they lead to."""
    for rules in _rules(options):
        tried = list(chain.from_iterable(_worked(partial(try_calls, rules, options.seed), options)))
        _keep(KINDS[options.kind], rules, "calls", call_tables(tried))
        print(f"{rules.changes()}: {len(tried)} calls tried")


def makers(options: argparse.Namespace) -> None:
    """Count what makers hold."""
    for rules in _rules(options):
        counted = _worked(partial(count_makers, rules, options.seed), options)
        made = sum((bids for bids, _ in counted), Counter[tuple[str, int]]())
        there = sum((hands for _, hands in counted), Counter[tuple[str, int]]())
        _keep(KINDS[options.kind], rules, "makers", makers_table(rules, made, there))
        print(f"{rules.changes()}: {made.total()} makers counted")


def _rules(options: argparse.Namespace) -> tuple[Rules, ...]:
    learned = KINDS[options.kind].learned
    return learned if options.rules is None else (learned[options.rules],)


def _worked(work: Callable[[range], Made], options: argparse.Namespace) -> list[Made]:
    """Return what the work makes of the deals, part by part."""
    firsts = range(0, options.deals, _PART)
    return list(spread(work, [range(first, min(first + _PART, options.deals)) for first in firsts], options.jobs))


def _keep(kind: Kind, rules: Rules, what: str, table: dict[str, Any]) -> None:
    """Write what was learned under some rules into the file of a kind, beside the rest of it."""
    learned = files.read(kind)
    by_rules = {str(one["rules"]): one for one in learned["auctions"]}
    own = by_rules.setdefault(str(rules.changes()), {"rules": rules.changes(), "calls": {}, "makers": {}})
    own[what] = table
    learned["auctions"] = [by_rules[str(one.changes())] for one in kind.learned if str(one.changes()) in by_rules]
    files.write(kind, learned)


def main() -> None:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.learning", description=__doc__.partition("\n")[0])
    parser.add_argument("part", choices=("odds", "calls", "makers"))
    parser.add_argument("kind", choices=tuple(KINDS))
    parser.add_argument("--deals", type=int, default=30_000)
    parser.add_argument("--rules", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    {"odds": odds, "calls": calls, "makers": makers}[options.part](options)


if __name__ == "__main__":
    main()
