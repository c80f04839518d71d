import json
from collections import Counter
from pathlib import Path

import pytest

from pepper.players.bidding.makers import STEP
from pepper.rules import Rules

pytest.importorskip("numpy", reason="the extra `bench` brings numpy")

import numpy as np

from tests.bench.learning import files, regression, tables  # only where numpy is
from tests.bench.learning.auctions import try_calls
from tests.bench.learning.kinds import KINDS
from tests.bench.learning.makers import count_makers, makers_table
from tests.bench.learning.odds import fit_odds
from tests.bench.learning.played import play_contracts

CLASSIC = KINDS["24-cards-5-tricks"]


def test_contracts_teach_what_hands_take() -> None:
    played = play_contracts(CLASSIC, 1, range(60))
    assert all(0 <= one.taken <= 5 for one in played)
    odds = fit_odds(CLASSIC, played, print)
    assert set(odds) == {f"{kind}/{leader}" for kind in ("suit", "no_trump") for leader in range(4)}


def test_calls_are_tried_in_the_deal_they_stand_in() -> None:
    tried = try_calls(Rules(), 1, range(80))
    assert tried == try_calls(Rules(), 1, range(80))
    found = tables.call_tables(tried)
    assert found
    often = Counter(one.situation for one in tried)
    assert all(often[name] >= tables.LEAST_TRIED for name in found)


def test_high_bids_come_from_high_hands() -> None:
    chances = makers_table(Rules(), *count_makers(Rules(), 1, range(400)))["4 suit"]
    assert len(chances) == 5 / STEP + 1
    assert chances[-1] > chances[0] > 0


def test_a_straight_line_is_found_again() -> None:
    rows = np.array([[1.0, number % 7, number % 3] for number in range(60)])
    weights = regression.linear(rows, rows @ np.array([2.0, -1.0, 0.5]), penalty=1e-9)
    assert np.allclose(weights, [2.0, -1.0, 0.5], atol=1e-3)


def test_chances_are_found_again() -> None:
    rows = np.array([[1.0, number % 5] for number in range(50)])
    weights = regression.logistic(rows, regression.chances(rows @ np.array([-1.0, 0.7])), penalty=1e-6)
    assert np.allclose(weights, [-1.0, 0.7], atol=0.05)


@pytest.mark.parametrize("name", KINDS)
def test_a_file_written_again_is_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned, before = files.read(KINDS[name]), files._path(KINDS[name]).read_text(encoding="utf-8")
    monkeypatch.setattr(files, "_FOLDER", tmp_path)
    files.write(KINDS[name], learned)
    assert (tmp_path / f"{name}.json").read_text(encoding="utf-8") == before
    assert json.loads(before) == learned
