"""The learned files: read, changed in part, and written with one table a line."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.bench.learning.kinds import Kind

_FOLDER = Path(__file__).parents[3] / "pepper" / "players" / "bidding" / "learned"

Learned = dict[str, Any]


def read(kind: Kind) -> Learned:
    """Return what the file of a kind holds: its odds, and its auctions."""
    found: Learned = json.loads(_path(kind).read_text(encoding="utf-8"))
    return found


def write(kind: Kind, learned: Learned) -> None:
    """Write the file of a kind anew."""
    auctions = ",\n".join(
        f'{{"rules":{_short(one["rules"])},"makers":{{\n{_lines(one["makers"])}\n}},"calls":{{\n{_lines(one["calls"])}\n}}}}'
        for one in learned["auctions"]
    )
    text = f'{{"odds":{{\n{_lines(learned["odds"])}\n}},"auctions":[\n{auctions}\n]}}\n'
    _path(kind).write_text(text, encoding="utf-8")


def _path(kind: Kind) -> Path:
    return _FOLDER / f"{kind.name}.json"


def _lines(entries: Mapping[str, object]) -> str:
    return ",\n".join(f"{_short(name)}:{_short(entry)}" for name, entry in entries.items())


def _short(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
