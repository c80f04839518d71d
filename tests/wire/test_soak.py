"""Tables play on through failing requests, broken sockets and doubled presses; `tests/bench/soak.py` has hundreds."""

import gc
from collections.abc import Iterator

import pytest

from tests.bench.soak import soak


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    """Go on collecting garbage in the tests that follow: a crowd turns the collector off."""
    yield
    gc.enable()


async def test_every_match_ends_and_every_click_is_answered_while_requests_fail_and_sockets_break() -> None:
    soaked = await soak(tables=4, minutes=0, think=0.02, pace=0.02, rest=0)
    assert soaked.is_sound, f"{soaked}\n{soaked.late[:3]}\n{soaked.output[-3000:]}"
    assert soaked.ended == 8, "each table plays twice"
    assert soaked.failed > 0
    assert soaked.drops > 0
