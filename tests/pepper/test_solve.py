import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pepper.__main__ import main
from tests.pepper.games import FOLDER, lines

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
GOOD = lines("preset-classic")[0]
HANDS = "9S TS JS QS KS AS / 9H TH JH QH KH AH / 9D TD JD QD KD AD / 9C TC JC QC KC AC"


def solved(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert main(["solve", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    whole: dict[str, Any] = json.loads(captured.out)
    return whole


def feed(monkeypatch: Patch, *texts: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(texts).encode())))


def test_hands_are_solved_for_every_maker_trump_and_rung(capsys: Capture) -> None:
    whole = solved(capsys, "--hands", HANDS, "--dealer", "N")
    assert (whole["phase"], whole["turn"]) == ("auction", "E")
    found = {(one["maker"], one["trump"]): one for one in whole["contracts"]}
    assert len(found) == len(whole["contracts"]) == 20
    # North leads and wins its spades, East's five hearts and the left bower take the other deal.
    assert found["N", "S"]["tricks"] == 5
    assert found["E", "H"]["points"] == {
        "1": {"NS": 0, "EW": 5},
        "2": {"NS": 0, "EW": 5},
        "3": {"NS": 0, "EW": 5},
        "4": {"NS": 0, "EW": 5},
        "little": {"NS": 0, "EW": 12},
    }
    assert found["S", "NT"]["points"] == {"big": {"NS": -14, "EW": 0}}


def test_rules_change_what_can_be_bid(capsys: Capture) -> None:
    whole = solved(capsys, "--hands", HANDS, "--dealer", "W", "--preset", "lone", "--rules", "no_trump_bids=true")
    alone = [one for one in whole["contracts"] if one["alone"]]
    assert {tuple(one["points"]) for one in alone} == {("lone-little",), ("super", "lone-little", "lone-big")}


def record(steps: int | None = None) -> str:
    whole = json.loads(GOOD)
    if steps is not None:
        whole["deals"] = whole["deals"][:1]
        whole["deals"][0]["actions"] = whole["deals"][0]["actions"][:steps]
        for deal in whole["deals"]:
            deal.pop("points", None)
        whole.pop("score", None)
        whole.pop("winner", None)
    return json.dumps(whole)


def test_the_moment_is_the_last_one_unless_another_is_chosen(capsys: Capture, monkeypatch: Patch) -> None:
    for steps in (0, 3, 5, 7):
        feed(monkeypatch, record(), record(steps))
        last = solved(capsys)
        assert (last["match"], last["deal"], last["step"]) == (1, 0, steps)
        feed(monkeypatch, record(), record(steps))
        assert solved(capsys, "-", "--match", "0", "--deal", "0", "--step", str(steps)) == last | {"match": 0}


def test_of_a_deal_that_is_over_it_is_the_last_action(capsys: Capture, monkeypatch: Patch) -> None:
    feed(monkeypatch, GOOD)
    whole = solved(capsys, "--deal", "0")
    actions = json.loads(GOOD)["deals"][0]["actions"]
    assert whole["step"] == len(actions) - 1
    played = whole["actions"][actions[-1].split()[1]]
    assert played["points"] == json.loads(GOOD)["deals"][0]["points"]


def test_in_play_each_card_has_tricks_of_the_deal_and_points(capsys: Capture, monkeypatch: Patch) -> None:
    feed(monkeypatch, record(6))
    whole = solved(capsys)
    assert whole["phase"] == "play"
    assert {"maker", "bid", "trump"} < set(whole)
    assert all(set(one) == {"tricks", "points"} for one in whole["actions"].values())


def test_a_deal_declared_void_is_solved_as_dealt(capsys: Capture, monkeypatch: Patch) -> None:
    whole = json.loads(record(0))
    whole["deals"] = [{key: whole["deals"][0][key] for key in ("dealer", "hands")} | {"void": True}]
    feed(monkeypatch, json.dumps(whole))
    assert solved(capsys)["phase"] == "auction"


def test_a_shootout_stays_one(capsys: Capture) -> None:
    file = str(FOLDER / "tie_break-shootout.jsonl")
    for number, line in enumerate(lines("tie_break-shootout")):
        last = len(json.loads(line)["deals"]) - 1
        whole = solved(capsys, file, "--match", str(number), "--deal", str(last), "--step", "4")
        assert whole["step"] == 4


def test_a_deal_of_the_golden_records_is_solved_from_phase_to_phase(capsys: Capture) -> None:
    for step, phase in ((4, "naming"), (5, "discard"), (8, "discard"), (9, "play")):
        whole = solved(capsys, str(FOLDER / "sixth_card-discarded.jsonl"), "--deal", "0", "--step", str(step))
        assert whole["phase"] == phase


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hands", HANDS], "--hands needs --dealer"),
        (["--dealer", "N"], "--dealer, --preset and --rules go with --hands"),
        (["--rules", "lone=true"], "--dealer, --preset and --rules go with --hands"),
        (["x.jsonl", "--step", "1", "--hands", HANDS, "--dealer", "N"], "goes without FILE and --step"),
        (["--hands", HANDS, "--dealer", "N", "--rules", "lone=1"], "rule 'lone': '1' is not allowed"),
        (["--hands", HANDS, "--dealer", "N", "--preset", "big32"], "four hands of 8 cards with / between them"),
        (["--hands", HANDS[:-5], "--dealer", "N"], "four hands of 6 cards with / between them, not [6, 6, 6, 4]"),
        (["--hands", "", "--dealer", "N"], "not [0]"),
        (["--hands", HANDS.replace("AC", "1C"), "--dealer", "N"], "'1C' is not a card"),
        (["--hands", HANDS.replace("AC", "AS"), "--dealer", "N"], "AS is dealt twice"),
        (["--hands", HANDS.replace("AC", "7C"), "--dealer", "N"], "7C is not in the deck of 24"),
        (["--match", "1"], "there is no match 1, only 0 to 0"),
        (["--deal", "99"], "there is no deal 99, only 0 to "),
        (["--step", "99"], "there is no step 99, only 0 to "),
    ],
)
def test_what_cannot_be_solved_ends_with_2_and_one_line(
    arguments: list[str], message: str, capsys: Capture, monkeypatch: Patch
) -> None:
    feed(monkeypatch, GOOD)
    assert main(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("python -m pepper solve: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_without_records_there_is_no_match(capsys: Capture, monkeypatch: Patch) -> None:
    feed(monkeypatch, "", "  ")
    assert main(["solve"]) == 2
    assert capsys.readouterr().err == "python -m pepper solve: there is no match\n"


def test_a_bad_record_ends_it_with_1_and_one_line(capsys: Capture, monkeypatch: Patch) -> None:
    feed(monkeypatch, GOOD, "{}")
    assert main(["solve"]) == 1
    assert capsys.readouterr().err == "match 1, deal 0, step 0: record lacks the key 'format'\n"


def test_a_file_that_is_not_there_ends_it_with_1_and_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert main(["solve", str(tmp_path / "missing")]) == 1
    assert capsys.readouterr().err.startswith("can't read ")
