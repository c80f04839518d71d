import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pepper.__main__ import main
from pepper.players import PLAYERS
from pepper.record import read
from pepper.rules import PRESETS
from pepper.seats import Seat
from tests.pepper.games import FOLDER, lines

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
CLASSIC = str(FOLDER / "preset-classic.jsonl")


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "pepper", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env=os.environ | environment)


def feed(monkeypatch: Patch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


# --- simulate


def simulated(capsys: Capture, *arguments: str) -> list[str]:
    assert main(["simulate", "--players", "random", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def test_the_same_seed_gives_the_same_records_and_another_seed_others(capsys: Capture) -> None:
    arguments = ("--matches", "3", "--max-deals", "3", "--seed")
    once = simulated(capsys, *arguments, "1")
    assert simulated(capsys, *arguments, "1") == once
    assert not set(simulated(capsys, *arguments, "2")) & set(once)


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    arguments = ("simulate", "--matches", "5", "--seed", "1", "--max-deals", "5", "--preset", "six")
    players = "random,basic,random,basic"
    outputs = {run(*arguments, "--players", players, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "4242")}
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 5


def test_a_match_does_not_depend_on_how_many_are_asked_for(capsys: Capture) -> None:
    assert simulated(capsys, "--matches", "3", "--max-deals", "2")[:1] == simulated(capsys, "--max-deals", "2")


def test_other_players_get_the_same_first_deal(capsys: Capture) -> None:
    first, second = (
        json.loads(simulated(capsys, "--max-deals", "1", "--players", players)[0]) for players in ("random", "basic")
    )
    assert first["deals"][0]["hands"] == second["deals"][0]["hands"]
    assert first["deals"][0]["dealer"] == second["deals"][0]["dealer"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_simulated_and_replays(name: str, capsys: Capture) -> None:
    record = read(simulated(capsys, "--preset", name, "--max-deals", "4", "--seed", "5")[0])
    assert record.match.rules == PRESETS[name]
    assert len(record.match.deals) <= 4


def test_rules_change_what_the_preset_says(capsys: Capture) -> None:
    line = simulated(capsys, "--preset", "six", "--rules", "defenders_score=false,target=7", "--max-deals", "1")[0]
    assert read(line).match.rules == PRESETS["six"].with_changes({"defenders_score": False, "target": 7})


def test_a_match_over_max_deals_ends_there_without_a_winner(capsys: Capture) -> None:
    match = read(simulated(capsys, "--max-deals", "2", "--rules", "target=200")[0]).match
    assert (len(match.deals), match.winner, match.awaits_deal) == (2, None, True)


def test_one_name_serves_all_seats_and_four_are_n_e_s_w(capsys: Capture) -> None:
    all_seats = read(simulated(capsys, "--max-deals", "1", "--players", "basic")[0])
    assert all_seats.players == dict.fromkeys(Seat, "basic")
    four = read(simulated(capsys, "--max-deals", "1", "--players", "random,basic,random,basic")[0])
    assert [*four.players.values()] == ["random", "basic", "random", "basic"]


def test_no_matches_are_no_lines(capsys: Capture) -> None:
    assert simulated(capsys, "--matches", "0") == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--preset", "nine"],
            "rule 'preset': 'nine' is not allowed (allowed: classic, quick, six, iowa, lone, big32)",
        ),
        (["--rules", "target=3"], "rule 'target': 3 is not allowed (allowed: a whole number from 5 to 200)"),
        (["--rules", "target"], "rule 'target': '' is not allowed (allowed: name=value, such as target=21)"),
        (["--rules", "jokers=true"], "rule 'jokers': 'true' is not allowed (allowed: one of the rules target, "),
        (["--rules", "lone=1"], "rule 'lone': '1' is not allowed (allowed: false, true)"),
        (["--rules", "lone=true,lone=true"], "allowed: each rule once"),
        (["--preset", "six", "--rules", "deck=32"], "rule 'sixth_card': 'played' is not allowed"),
        (["--players", "clever"], f"no player is named 'clever' (there are: {', '.join(PLAYERS)})"),
        (["--players", ""], "no player is named ''"),
        (["--players", "random,random"], "--players takes one name or four, not 2"),
        (["--players", "random,random,random,random,random"], "--players takes one name or four, not 5"),
    ],
)
def test_what_cannot_be_played_ends_with_2_and_one_line(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("python -m pepper simulate: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["deal"], "invalid choice: 'deal'"),
        (["simulate", "--matches", "-1"], "'-1' is not a whole number from 0 to 999999999"),
        (["simulate", "--matches=-1"], "'-1' is not a whole number from 0"),
        (["simulate", "--matches", "x"], "'x' is not a whole number from 0"),
        (["simulate", "--matches", "2.0"], "'2.0' is not a whole number from 0"),
        (["simulate", "--matches", "9" * 5000], "is not a whole number from 0"),
        (["simulate", "--max-deals", "0"], "'0' is not a whole number from 1"),
        (["simulate", "--max-deals", "²"], "'²' is not a whole number from 1"),
        (["simulate", "--seed", "x"], "invalid int value: 'x'"),
        (["simulate", "--sed", "1"], "unrecognized arguments: --sed 1"),
        (["replay", "a", "b"], "unrecognized arguments: b"),
    ],
)
def test_bad_arguments_end_with_2_and_say_what_is_wrong(arguments: list[str], message: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err


def test_help_names_the_commands(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "simulate" in capsys.readouterr().out


# --- replay


def test_each_record_is_told_in_one_line(capsys: Capture) -> None:
    assert main(["replay", CLASSIC]) == 0
    captured = capsys.readouterr()
    first = read(lines("preset-classic")[0]).match
    assert captured.err == ""
    assert json.loads(captured.out.splitlines()[0]) == {
        "match": 0,
        "deals": len(first.deals),
        "score": {"NS": first.score.ns, "EW": first.score.ew},
        "winner": str(first.winner),
    }


@pytest.mark.parametrize("arguments", [["replay"], ["replay", "-"]])
def test_records_are_read_from_standard_input(arguments: list[str], capsys: Capture, monkeypatch: Patch) -> None:
    feed(monkeypatch, Path(CLASSIC).read_bytes())
    assert main(arguments) == 0
    assert capsys.readouterr().out.count("\n") == 2


def test_a_trace_is_one_line_a_step(capsys: Capture) -> None:
    assert main(["replay", "--trace", str(FOLDER / "hand-made.jsonl")]) == 0
    traced = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert traced[0] == {
        "match": 1,
        "deal": 0,
        "seat": "N",
        "legal": ["pass", "1", "2", "3", "4", "little", "big"],
        "action": "3",
    }
    assert list(traced[0]) == ["match", "deal", "seat", "legal", "action"]


GOOD = lines("tie_break-shootout")[0].encode()


@pytest.mark.parametrize(
    ("data", "records"),
    [
        (b"", 0),
        (b"\n \n\t\n", 0),
        (GOOD, 1),
        (GOOD + b"\n\n\n" + GOOD + b"\n", 2),
        (GOOD + b"\r\n" + GOOD + b"\r\n", 2),
        (b"\r\n\r\n" + GOOD + b"\r\n", 1),
        (b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD, 2),
        (b"\xef\xbb\xbf\r\n" + GOOD, 1),
        (b"\xef\xbb\xbf", 0),
    ],
)
def test_blank_lines_line_ends_and_a_byte_order_mark_do_not_matter(
    data: bytes, records: int, capsys: Capture, monkeypatch: Patch
) -> None:
    feed(monkeypatch, data)
    assert main(["replay"]) == 0
    told = [json.loads(line)["match"] for line in capsys.readouterr().out.splitlines()]
    assert told == list(range(records))


BAD = GOOD.replace(b'"score": {"NS": ', b'"score": {"NS": 1', 1)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (GOOD + b"\n" + BAD + b"\n" + GOOD, "match 1, deal 3, step 25: score of NS is 1"),
        (GOOD + b"\n\n{}", "match 1, deal 0, step 0: record lacks the key 'format'"),
        (GOOD + b"\n\xff\xfe", "match 1, deal 0, step 0: this is no UTF-8: invalid start byte at byte 0"),
        (GOOD + b"\n\xef\xbb\xbf" + GOOD, "match 1, deal 0, step 0: this is no JSON"),
        (GOOD + b"\n" + GOOD[:-20], "match 1, deal 0, step 0: this is no JSON"),
        (GOOD + b"\n" + b"[" * 200_000, "match 1, deal 0, step 0: the JSON is nested too deeply"),
        (GOOD + b"\n\x00", "match 1, deal 0, step 0: this is no JSON"),
        (GOOD + b"\n" + GOOD + GOOD, "match 1, deal 0, step 0: this is no JSON: Extra data"),
    ],
)
def test_the_first_bad_record_ends_it_with_1_and_one_line(
    data: bytes, error: str, capsys: Capture, monkeypatch: Patch
) -> None:
    assert BAD != GOOD
    feed(monkeypatch, data)
    assert main(["replay"]) == 1
    captured = capsys.readouterr()
    assert [json.loads(line)["match"] for line in captured.out.splitlines()] == [0]
    assert captured.err.startswith(error[: error.index("step")])
    assert error.partition(": ")[2] in captured.err
    assert captured.err.count("\n") == 1


def test_a_trace_of_a_bad_record_goes_as_far_as_it_was_right(tmp_path: Path, capsys: Capture) -> None:
    whole = json.loads(lines("hand-made")[1])
    whole["deals"][0]["actions"][3] = "W 2"
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(whole))
    assert main(["replay", "--trace", str(file)]) == 1
    captured = capsys.readouterr()
    assert [json.loads(line)["action"] for line in captured.out.splitlines()] == ["3", "pass", "pass"]
    assert captured.err == "match 0, deal 0, step 3: 'W 2': bid-too-low 3\n"


@pytest.mark.parametrize(("name", "reason"), [("missing.jsonl", "No such file or directory"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read_ends_with_1_and_one_line(
    name: str, reason: str, tmp_path: Path, capsys: Capture
) -> None:
    path = str(tmp_path / name)
    assert main(["replay", path]) == 1
    assert capsys.readouterr().err == f"can't read {path!r}: {reason}\n"


# --- as a program

full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full to write to")


def test_a_bad_record_leaves_no_traceback() -> None:
    done = run("replay", stdin=GOOD + b"\n" + BAD)
    assert done.returncode == 1
    assert done.stderr.startswith(b"match 1, deal ")
    assert done.stderr.count(b"\n") == 1
    assert done.stdout.count(b"\n") == 1


def test_names_beyond_ascii_are_read_and_shown_wherever_the_terminal_is() -> None:
    bad = '{"format": "♠", "rules": {}, "deals": []}'.encode()
    done = run("replay", stdin=bad, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.returncode == 1
    assert b"\\u2660" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "--matches", "400", "--players", "random", "--max-deals", "5"], ["replay", "--trace", CLASSIC]],
)
def test_a_reader_that_leaves_early_ends_it_quietly(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "pepper", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline().startswith(b"{")
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 1


@pytest.mark.parametrize("arguments", [["replay", "--trace"], ["simulate", "--matches", "999999999"]])
def test_ctrl_c_ends_it_quietly_with_130(arguments: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pepper", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(Path(CLASSIC).read_bytes())
        process.stdin.flush()
        process.stdout.read(1)  # it is at work, and waits for more lines or never ends
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")


@full
def test_a_full_disk_ends_it_with_one_line() -> None:
    command = [sys.executable, "-m", "pepper", "replay", CLASSIC]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"python -m pepper: No space left on device\n"


@pytest.mark.parametrize("arguments", [["replay", CLASSIC], ["replay", "--trace", CLASSIC]])
def test_output_that_nobody_reads_ends_it_with_1(arguments: list[str], capsys: Capture, monkeypatch: Patch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        monkeypatch.setattr(sys, "stdout", gone)
        assert main(arguments) == 1
        monkeypatch.undo()
    assert capsys.readouterr().err == ""


@full
def test_output_that_fits_nowhere_ends_it_with_1_and_one_line(capsys: Capture, monkeypatch: Patch) -> None:
    with Path("/dev/full").open("w") as disk:
        monkeypatch.setattr(sys, "stdout", disk)
        assert main(["simulate", "--players", "random", "--max-deals", "1"]) == 1
        monkeypatch.undo()
    assert capsys.readouterr().err == "python -m pepper: No space left on device\n"


def test_simulated_records_are_accepted_by_replay() -> None:
    made = run("simulate", "--matches", "20", "--seed", "1", "--players", "random", "--max-deals", "20")
    assert (made.returncode, made.stderr) == (0, b"")
    checked = run("replay", "-", stdin=made.stdout)
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert checked.stdout.count(b"\n") == 20
