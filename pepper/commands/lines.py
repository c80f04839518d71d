"""Records as lines of a file."""

import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from pepper.record import RecordError


def with_lines(name: str, work: Callable[[BinaryIO], int]) -> int:
    """Return the exit code of work on a file, `-` for standard input: 1 if it can't be read, told in one line."""
    if name == "-":
        return work(sys.stdin.buffer)
    try:
        with Path(name).open("rb") as file:
            return work(file)
    except OSError as error:
        if error.filename is None:
            raise  # it's the output that can't be written
        print(f"can't read {name!r}: {error.strerror}", file=sys.stderr)
        return 1


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
