import json
import math
import os
import signal
import subprocess
import sys
from random import Random

import pytest

from pepper.__main__ import main
from pepper.arena import Contest, Figure, Spent, WorkerLost, compare, deal_pair, match_pair, mean, share
from pepper.arena.report import to_json, to_text
from pepper.arena.workers import spread
from pepper.bids import Call, ladder
from pepper.deal import Action, Phase
from pepper.players import PLAYERS
from pepper.rules import PRESETS, Rules
from pepper.scoring import Score
from pepper.view import SeatView

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
RANDOM, BASIC = PLAYERS["random"], PLAYERS["basic"]
CLASSIC = Rules()


def shy(view: SeatView, random: Random) -> Action:
    """Pass while that is allowed."""
    return Call.PASS if Call.PASS in view.legal else RANDOM(view, random)


def bold(view: SeatView, random: Random) -> Action:
    """Bid the top rung at once."""
    return view.legal[-1] if view.table.phase is Phase.AUCTION else RANDOM(view, random)


def at_no_score(view: SeatView, random: Random) -> Action:
    assert view.table.score == Score()
    return RANDOM(view, random)


# --- contests


def test_a_player_against_itself_makes_nothing_on_the_same_cards() -> None:
    for player in (RANDOM, BASIC):
        result = compare(Contest(player, player, CLASSIC, 3), deals=8, matches=2)
        assert result.points == Figure(0.0, 0.0, 0.0, 8)
        assert result.matches == Figure(0.5, 0.5, 0.5, 2)


def test_what_one_makes_over_another_is_what_the_other_loses() -> None:
    there = compare(Contest(BASIC, RANDOM, CLASSIC, 5), deals=12, matches=0)
    back = compare(Contest(RANDOM, BASIC, CLASSIC, 5), deals=12, matches=0)
    assert there.points is not None
    assert back.points is not None
    assert there.points.mean == -back.points.mean
    assert there.points.mean > 3
    assert [bids.rungs for bids in there.bids] == [bids.rungs for bids in reversed(back.bids)]


def test_deals_begin_at_no_score() -> None:
    compare(Contest(at_no_score, at_no_score, CLASSIC, 1), deals=4, matches=0)


def test_a_deal_does_not_depend_on_how_many_are_played() -> None:
    contest = Contest(BASIC, RANDOM, PRESETS["six"], 7)
    alone, later = deal_pair(contest, 4), compare(contest, deals=5, matches=0)
    assert later.bids[0].deals == 10
    assert alone.plays == 2
    assert alone.value == deal_pair(contest, 4).value


def test_bids_are_counted_for_who_made_them_and_deals_without_one_too() -> None:
    first, second = compare(Contest(bold, shy, CLASSIC, 1), deals=6, matches=0).bids
    assert sum(first.rungs[Call.BIG]) == first.stood == first.deals == second.deals == 12
    assert first.top_share == 1.0
    assert (second.stood, second.made_share, second.top_share) == (0, None, 0.0)
    assert list(first.rungs) == list(ladder(CLASSIC))


def test_a_deal_nobody_bids_in_is_worth_nothing() -> None:
    pair = deal_pair(Contest(shy, shy, CLASSIC, 1), 0)
    assert (pair.value, pair.plays, pair.contracts) == (0.0, 2, ())


def test_a_match_that_never_ends_is_stopped_and_counts_half() -> None:
    pair = match_pair(Contest(shy, shy, CLASSIC, 1), 0)
    assert (pair.value, pair.plays) == (0.5, 400)


def test_matches_go_to_the_target() -> None:
    contest = Contest(BASIC, RANDOM, Rules(target=5), 1)
    pairs = [match_pair(contest, number) for number in range(3)]
    assert all(pair.value >= 0.5 for pair in pairs)
    assert all(pair.plays < 400 for pair in pairs)


def test_forced_moves_are_not_counted_as_thought() -> None:
    pair = deal_pair(Contest(shy, shy, CLASSIC, 1), 0)
    assert [thought.auction.count for thought in pair.thoughts] == [4, 4]
    assert [thought.cards.count for thought in pair.thoughts] == [0, 0]
    played = deal_pair(Contest(bold, shy, CLASSIC, 1), 0)
    cards = sum(thought.cards.count for thought in played.thoughts)
    assert 0 < cards < 2 * 4 * CLASSIC.tricks


def test_two_processes_find_what_one_does() -> None:
    contest = Contest(BASIC, RANDOM, CLASSIC, 11)
    one, two = (compare(contest, deals=4, matches=2, jobs=jobs) for jobs in (1, 2))
    assert (one.points, one.matches, one.bids) == (two.points, two.matches, two.bids)


def test_a_process_that_ends_by_itself_is_told() -> None:
    with pytest.raises(WorkerLost, match="ended by itself"):
        list(spread(os._exit, range(4), jobs=2))


def test_progress_is_told_pair_by_pair() -> None:
    told: list[tuple[int, int]] = []
    compare(Contest(shy, shy, Rules(dealer_must_bid=1, target=5), 1), 2, 1, progress=lambda *done: told.append(done))
    assert told == [(1, 3), (2, 3), (3, 3)]


# --- figures


def test_a_mean_has_its_95_percent_interval() -> None:
    figure = mean([1.0, 2.0, 3.0, 4.0])
    assert figure is not None
    margin = 1.96 * math.sqrt(5 / 3) / 2
    assert (figure.mean, figure.count) == (2.5, 4)
    assert (figure.low, figure.high) == pytest.approx((2.5 - margin, 2.5 + margin))


def test_of_less_than_two_nothing_is_known() -> None:
    assert mean([1.0]) is None
    assert share([]) is None


def test_a_share_stays_between_none_and_all() -> None:
    figure = share([1.0, 1.0, 1.0, 0.5])
    assert figure is not None
    assert (figure.mean, figure.high) == (0.875, 1.0)
    few = share([0.0, 0.0, 0.0, 0.5])
    assert few is not None
    assert few.low == 0.0


def test_what_has_always_happened_may_yet_fail() -> None:
    always, never = share([1.0] * 20), share([0.0] * 20)
    assert always is not None
    assert never is not None
    assert (always.mean, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(0.839, abs=0.001)
    assert (never.low, never.high) == pytest.approx((0.0, 1 - always.low))


def test_quantiles_are_at_most_two_percent_high() -> None:
    times = [number / 1000 for number in range(1, 101)]
    spent = Spent.sum([Spent.of(times[:30]), Spent(), Spent.of(times[30:])])
    assert (spent.count, spent.longest) == (100, 0.1)
    assert spent.mean == pytest.approx(0.0505)
    for part in (0.5, 0.95, 1.0):
        assert part / 10 <= spent.quantile(part) <= part / 10 * 1.02
    assert Spent.of([0.0]).quantile(0.95) == 0.0
    assert (Spent().mean, Spent().quantile(0.95)) == (0.0, 0.0)


# --- the command


def told(capsys: Capture, *arguments: str) -> str:
    assert main(["arena", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


SMALL = ("--deals", "3", "--matches", "2", "--jobs", "1", "--rules", "target=5", "--seed", "1")


def test_the_figures_are_printed(capsys: Capture) -> None:
    out = told(capsys, "basic", "random", *SMALL)
    assert out.startswith("basic against random, classic with target=5, seed 1\npoints a deal  ")
    for part in ("3 deals, each played twice", "matches won ", "A basic", "B random", "bid big", "of 6 deals", "p95"):
        assert part in out


def test_without_deals_and_matches_there_is_little_to_print(capsys: Capture) -> None:
    out = told(capsys, "basic", "random", "--deals", "0", "--matches", "0", "--preset", "six")
    assert out.startswith("basic against random, six, seed 0\n   ")
    assert "bids made      -" in out
    assert "0.0% of 0 deals" in out


def test_json_has_the_same_figures(capsys: Capture) -> None:
    whole = json.loads(told(capsys, "basic", "random", *SMALL, "--json"))
    contest = Contest(BASIC, RANDOM, Rules(target=5), 1)
    result = compare(contest, 3, 2)
    expected = json.loads(json.dumps(to_json(result)))
    assert (whole["a_name"], whole["b_name"], whole["seed"], whole["rules"]) == ("basic", "random", 1, {"target": 5})
    assert [whole[key] for key in ("points", "matches")] == [expected[key] for key in ("points", "matches")]
    assert whole["a"]["bids"] == expected["a"]["bids"]
    assert set(whole["b"]["ms"]["cards"]) == {"decisions", "mean", "p95", "max"}
    assert to_text(result, ("basic", "random")).count("\n") > 8


def test_json_says_null_where_nothing_is_known(capsys: Capture) -> None:
    whole = json.loads(told(capsys, "basic", "random", "--deals", "1", "--matches", "0", "--json"))
    assert (whole["points"], whole["matches"]) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["clever", "basic"], f"no player is named 'clever' (there are: {', '.join(PLAYERS)})"),
        (["basic", ""], "no player is named ''"),
        (["basic", "basic", "--preset", "nine"], "rule 'preset': 'nine' is not allowed"),
        (["basic", "basic", "--rules", "lone=1"], "rule 'lone': '1' is not allowed (allowed: false, true)"),
    ],
)
def test_what_cannot_be_compared_ends_with_2_and_one_line(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(["arena", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"python -m pepper arena: {message}")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["basic"], "the following arguments are required: B"),
        (["basic", "basic", "--deals", "-1"], "'-1' is not a whole number from 0 to 999999999"),
        (["basic", "basic", "--matches", "x"], "'x' is not a whole number from 0 to 999999999"),
        (["basic", "basic", "--jobs", "0"], "'0' is not a whole number from 1 to 999999999"),
    ],
)
def test_bad_numbers_end_with_2_and_one_line(arguments: list[str], message: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["arena", *arguments])
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_progress_shows_on_a_terminal_only(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["arena", "random", "random", "--deals", "2", "--matches", "0", "--jobs", "1"]) == 0
    assert capsys.readouterr().err == "\r1 of 2\r2 of 2\r\033[K"


def test_a_lost_process_ends_it_with_1_and_one_line(capsys: Capture, monkeypatch: Patch) -> None:
    def lose(*_: object) -> None:
        raise WorkerLost("a process was lost")

    monkeypatch.setattr("pepper.commands.arena.compare", lose)
    assert main(["arena", "basic", "random"]) == 1
    assert capsys.readouterr().err == "python -m pepper arena: a process was lost\n"


def test_ctrl_c_ends_it_quietly_with_130() -> None:
    command = [sys.executable, "-m", "pepper", "arena", "random", "random", "--deals", "999999", "--jobs", "2"]
    reading, terminal = os.openpty()
    with subprocess.Popen(command, stderr=terminal, start_new_session=True) as program:
        os.close(terminal)
        shown = os.read(reading, 1000)  # it is at work
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does, to all of its processes
        while part := _read_terminal(reading):
            shown += part
        program.wait(60)
    os.close(reading)
    assert (program.returncode, shown.count(b"\n")) == (130, 0)


def _read_terminal(reading: int) -> bytes:
    try:
        return os.read(reading, 1000)
    except OSError:
        return b""  # Linux says so when nobody is left to write
