"""The golden records of `tests/games`."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "games"
FILES = sorted(FOLDER.glob("*.jsonl"))


def lines(name: str) -> list[str]:
    """Return the records of a file such as `exchange-true`."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
