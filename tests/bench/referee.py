"""Thousands of random records under random house rules, judged by the engine and by the second referee.

`python -m tests.bench.referee [RECORDS]` prints what they agreed on; it ends with exit 1 where they don't.
"""

import sys
from collections import Counter
from random import Random

from pepper.deal import Phase
from pepper.record import Step, read, write
from pepper.rules import CHOICES, Rules
from pepper.seats import Side
from tests.pepper.playing import played_out
from tests.pepper.referee import Referee, judge


def random_rules(random: Random) -> Rules:
    changes: dict[str, object] = {name: random.choice(values) for name, values in CHOICES.items()}
    changes["target"] = random.choice((5, 5, 6, 8, 13, 42, 200))
    if changes["deck"] == 32:
        changes["sixth_card"] = "held"
    return Rules().with_changes(changes)


def differences(line: str) -> tuple[list[str], Referee]:
    """Return what the two judges say differently of a record."""
    traced: list[Step] = []
    match, second = read(line, traced.append).match, judge(line)
    first = {
        "steps": [
            {"deal": step.deal, "seat": str(step.seat), "legal": [*map(str, step.legal)], "action": str(step.action)}
            for step in traced
        ],
        "points": [deal.points and {side.value: deal.points[side] for side in Side} for deal in match.deals],
        "score": {side.value: match.score[side] for side in Side},
        "winner": match.winner.value if match.winner else None,
    }
    return [name for name, value in first.items() if value != getattr(second, name)], second


def main(records: int) -> int:
    """Judge that many records and return the exit code."""
    kinds: Counter[str] = Counter()
    for seed in range(records):
        random = Random(seed)
        match = played_out(random_rules(random), random, 12)
        line = write(match, {})
        differ, second = differences(line)
        if differ:
            print(f"they differ in {', '.join(differ)}:\n{line}")
            return 1
        kinds["records"] += 1
        kinds["steps"] += len(second.steps)
        kinds["won"] += match.winner is not None
        kinds["shootouts"] += match.shootout
        kinds["deals"] += len(match.deals)
        kinds["void deals"] += sum(deal.phase is Phase.VOID for deal in match.deals)
        kinds["exchanges"] += sum(deal.preparation.exchanged is True for deal in match.deals)
        kinds["lone deals"] += sum(deal.preparation.sitting_out is not None for deal in match.deals)
    print("both referees agree on " + ", ".join(f"{number} {kind}" for kind, number in kinds.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
