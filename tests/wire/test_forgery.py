"""What nobody was offered changes nothing and is answered; `tests/bench/forgery.py` tries it ten thousand times."""

from pathlib import Path

from tests.bench.forgery import forge


async def test_forged_presses_choices_forms_and_commands_change_nothing_and_are_answered(tmp_path: Path) -> None:
    outcome = await forge(tmp_path / "pepper.db", 240, seed=7)
    assert outcome.made.total() == 240
    assert outcome.complaints == []
