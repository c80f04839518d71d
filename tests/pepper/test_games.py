import json
from pathlib import Path
from typing import Any

import pytest

from pepper.__main__ import main
from pepper.record import read, write
from pepper.rules import CHOICES, PRESETS
from tests.pepper.games import FILES, lines
from tests.pepper.referee import Foul, judge

VALUES = [("target", 5), ("target", 200), *((name, value) for name, values in CHOICES.items() for value in values[1:])]


def file_of(name: str, value: object) -> str:
    return f"{name}-{str(value).lower()}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_golden_record_replays_as_the_second_referee_does(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    summaries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    judged = [judge(line) for line in lines(file.stem)]
    assert summaries == [
        {"match": number, "deals": len(second.points), "score": second.score, "winner": second.winner}
        for number, second in enumerate(judged)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_every_golden_record_is_traced_as_the_second_referee_does(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--trace", str(file)]) == 0
    traced = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert traced == [
        {"match": number} | step for number, line in enumerate(lines(file.stem)) for step in judge(line).steps
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_what_is_written_of_a_golden_record_replays_the_same(file: Path) -> None:
    for line in lines(file.stem):
        record = read(line)
        assert read(write(record.match, record.players)) == record


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_every_house_rule_has_records_that_need_it(name: str, value: object) -> None:
    records = [json.loads(line) for line in lines(file_of(name, value))]
    assert records
    for record in records:
        assert record["rules"][name] == value
        assert without(record, name) != told(json.dumps(record))


def without(record: dict[str, Any], name: str) -> object:
    """Return what the second referee says of a record without one of its rules, and without what follows from it."""
    kept = {key: value for key, value in record["rules"].items() if key != name}
    deals = [{key: value for key, value in deal.items() if key != "points"} for deal in record["deals"]]
    return told(json.dumps({"format": record["format"], "rules": kept, "deals": deals}))


def told(line: str) -> object:
    try:
        second = judge(line)
    except Foul as foul:
        return str(foul)
    return second.steps, second.points, second.winner


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_whole_match(name: str) -> None:
    match = read(lines(f"preset-{name}")[0]).match
    assert match.rules == PRESETS[name]
    assert match.winner is not None


def test_there_is_a_record_with_every_house_rule_at_once() -> None:
    changes = read(lines("everything")[0]).match.rules.changes()
    assert set(changes) == {"target", *CHOICES} - {"deck"}


def test_shootouts_are_among_the_golden_records() -> None:
    won = [read(line).match for line in lines("tie_break-shootout")]
    assert all(match.shootout and match.winner for match in won)
