"""The result of a comparison as lines for people and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from pepper.arena.figures import Figure
from pepper.arena.run import Bids, Result
from pepper.arena.tally import Spent, Thought


def to_json(result: Result) -> dict[str, Any]:
    """Return the result; times are milliseconds of processor time, shares are from 0 to 1."""
    return {
        "points": _figure_json(result.points),
        "matches": _figure_json(result.matches),
        "regret": _figure_json(result.regret),
        **{
            which: {"bids": _bids_json(bids), "ms": _thought_json(thought)}
            for which, bids, thought in zip(("a", "b"), result.bids, result.thoughts, strict=True)
        },
    }


def _figure_json(figure: Figure | None) -> dict[str, float] | None:
    if figure is None:
        return None
    return {"mean": figure.mean, "low": figure.low, "high": figure.high, "count": figure.count}


def _bids_json(bids: Bids) -> dict[str, Any]:
    rungs = {str(call): {"made": made, "set": failed} for call, (made, failed) in bids.rungs.items()}
    return {"deals": bids.deals, "rungs": rungs, "made": bids.made_share, "top": bids.top_share}


def _thought_json(thought: Thought) -> dict[str, Any]:
    return {"auction": _spent_json(thought.auction), "cards": _spent_json(thought.cards)}


def _spent_json(spent: Spent) -> dict[str, float]:
    times = {"mean": spent.mean, "p95": spent.quantile(0.95), "max": spent.longest}
    return {"decisions": spent.count, **{name: seconds * 1000 for name, seconds in times.items()}}


def to_text(result: Result, names: tuple[str, str]) -> str:
    """Return the result as lines to read."""
    return "\n".join(_lines(result, names))


def _lines(result: Result, names: tuple[str, str]) -> Iterator[str]:
    points, matches = result.points, result.matches
    if points is not None:
        margin = points.high - points.mean
        yield f"points a deal  {points.mean:+.3f} ± {margin:.3f} (95 %; {points.count} deals, each played twice)"
    if matches is not None:
        yield (
            f"matches won    {matches.mean:.1%} (95 %: {matches.low:.1%} to {matches.high:.1%};"
            f" {matches.count} matches, each played twice)"
        )
    if result.regret is not None:
        margin = result.regret.high - result.regret.mean
        yield f"regret a hand  {result.regret.mean:.3f} ± {margin:.3f} (95 %; {result.regret.count} hands of A)"
    columns = [f"{letter} {name}" for letter, name in zip("AB", names, strict=True)]
    yield _row("", *columns)
    yield from _bid_lines(*result.bids)
    yield _row("ms, auction", *(_times(thought.auction) for thought in result.thoughts))
    yield _row("ms, cards", *(_times(thought.cards) for thought in result.thoughts))


def _bid_lines(first: Bids, second: Bids) -> Iterator[str]:
    for call in first.rungs:
        cells = [f"{bids.rungs[call][0]} made, {bids.rungs[call][1]} set" for bids in (first, second)]
        yield _row(f"bid {call}", *cells)
    yield _row("bids made", *(_percent(bids.made_share) for bids in (first, second)))
    yield _row("top rungs", *(f"{bids.top_share:.1%} of {bids.deals} deals" for bids in (first, second)))


def _row(head: str, *cells: str) -> str:
    return f"{head:<15}{'  '.join(f'{cell:<38}' for cell in cells)}".rstrip()


def _percent(part: float | None) -> str:
    return "-" if part is None else f"{part:.1%}"


def _times(spent: Spent) -> str:
    mean, late, longest = (1000 * seconds for seconds in (spent.mean, spent.quantile(0.95), spent.longest))
    return f"{mean:.3f}, p95 {late:.3f}, max {longest:.3f}"
