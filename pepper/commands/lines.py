"""Records as lines of a file."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator

from pepper.record import RecordError


def records(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines that aren't blank, without the mark some editors put at the beginning of a file."""
    for number, line in enumerate(lines):
        text = line if number else line.removeprefix(BOM_UTF8)
        if text.strip():
            yield text


def decoded(line: bytes) -> str:
    """Return a line as text. Raises RecordError when it is none."""
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise RecordError(0, 0, f"this is no UTF-8: {error.reason} at byte {error.start}") from None
