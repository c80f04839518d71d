import pytest

pytest.importorskip("pyspiel", reason="the extra `bench` brings OpenSpiel")

from tests.bench import deals, referee  # only where OpenSpiel is


def test_deals_are_played_at_least_half_as_fast_as_openspiels_euchre() -> None:
    assert deals.main([]) == 0


def test_two_referees_agree_on_a_thousand_records() -> None:
    assert referee.main(1000) == 0
