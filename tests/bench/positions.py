"""The named positions: what each card is worth over many layouts that fit, and how many each level gets right.

`python -m tests.bench.positions [--layouts N] [--seed S]` prints both and ends with exit 1 when a card called right
isn't best over the layouts, up to `SAME`, or when `regular` or `strong` get too few right.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random

from pepper.deal import Phase
from pepper.doubledummy import Position, tricks_by_card
from pepper.doubledummy.layout import layout
from pepper.players import LEVELS, PLAYERS
from pepper.players.sampling import layouts
from pepper.scoring import deal_points
from pepper.view import SeatView
from tests.pepper.players.named_positions import NAMED, Named

# Points a deal by which averages of layouts may differ by chance, or because all cards lie open in each.
SAME = 0.1
LEAST = {"regular": 50, "strong": 60}


def averages(view: SeatView, count: int, random: Random) -> dict[str, float]:
    """Return the points, ours less theirs, that each card is worth on average."""
    table = view.table
    trump, maker, bid = table.trump, table.maker, table.bid
    assert trump is not None
    assert maker is not None
    assert bid is not None
    cards, side, left = layout(table.rules.deck, trump), view.seat.side, table.rules.tricks - len(table.tricks)
    totals = dict.fromkeys(map(str, view.legal), 0.0)
    for masks in islice(layouts(view, random), count):
        hands = tuple(map(cards.hand, masks))
        position = Position(table.rules, trump, hands, view.seat, left, table.trick.plays, table.sitting_out)
        for card, more in tricks_by_card(position, maker.side).items():
            points = deal_points(table.rules, maker.side, bid, trump, table.taken(maker.side) + more)
            totals[str(card)] += points[side] - points[side.other]
    return {token: total / count for token, total in totals.items()}


def _checked(named: Named, count: int, seed: int) -> tuple[str, bool]:
    if named.view.table.phase is not Phase.PLAY:
        return "", True
    values = averages(named.view, count, Random(seed))
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda pair: -pair[1])
    shown = "  ".join(f"{token}{'*' * (token in named.right)} {value:+.2f}" for token, value in ranked)
    return shown, max(values[token] for token in named.right) >= best - SAME


def _wrong(level: str, seed: int) -> Iterator[tuple[str, str]]:
    for named in NAMED:
        token = str(PLAYERS[level](named.view, Random(seed)))
        if token not in named.right:
            yield named.name, token


def main(arguments: list[str] | None = None) -> int:
    """Print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.positions")
    parser.add_argument("--layouts", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = False
    for named in NAMED:
        shown, sound = _checked(named, options.layouts, options.seed)
        failed |= not sound
        print(f"{'ok' if sound else 'DOUBTFUL':<9}{named.name}\n         {shown or ' or '.join(sorted(named.right))}")
    for level in ("basic", *LEVELS):
        wrong = dict(_wrong(level, options.seed))
        right = len(NAMED) - len(wrong)
        failed |= right < LEAST.get(level, 0)
        print(f"{level:<8} {right} of {len(NAMED)} right")
        for name, token in wrong.items():
            print(f"         {token}: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
