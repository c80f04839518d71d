"""A worker process that thinks for computer players, `python -m bot.thinker`; `bot.thinking` starts and asks it.

It reads questions from its standard input and writes a line for each. It knows nothing of tables, people or Discord.
"""

import os
import pickle
import sys
from contextlib import suppress
from queue import SimpleQueue
from random import Random
from threading import Thread
from traceback import extract_tb
from typing import BinaryIO

from pepper import match as matches
from pepper.players import PLAYERS
from pepper.rules import PRESETS, Rules
from pepper.seats import Seat
from pepper.view import SeatView, seat_view

READY = b"ready\n"
BROKEN = "!"  # before what went wrong, where an action should be
NICENESS = 10  # the bot itself goes first where cores are few

Question = tuple[SeatView, str, int]


def framed(question: Question) -> bytes:
    """Return a view, a level and a seed as they are sent to a worker."""
    body = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(4, "big") + body


def read_question(stream: BinaryIO) -> bytes | None:
    """Return the next question of a stream as bytes, None at its end."""
    length = stream.read(4)
    body = stream.read(int.from_bytes(length, "big")) if len(length) == 4 else b""
    return body or None


def answer(question: bytes) -> bytes:
    """Return the line that answers a question: an action's token, or what went wrong, without any card."""
    try:
        view, level, seed = pickle.loads(question)  # noqa: S301  # only the process that started this one writes here
        line = str(PLAYERS[level](view, Random(seed)))
    except Exception as error:  # noqa: BLE001  # whatever it is, the other side makes another move and says so in its log
        # The error's own words may name cards.
        place = extract_tb(error.__traceback__)[-1]
        line = f"{BROKEN}{type(error).__name__} in {place.name}, line {place.lineno}"
    return line.encode() + b"\n"


def warm_up(level: str) -> None:
    """Load what a player loads when it is first asked: the learned tables, which all other rules share."""
    for rules in (Rules(), *PRESETS.values()):
        match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, Random(0)))
        PLAYERS[level](seat_view(match, match.deal.turn or Seat.NORTH), Random(0))


def _listen(stream: BinaryIO, questions: "SimpleQueue[bytes]") -> None:
    while (question := read_question(stream)) is not None:
        questions.put(question)
    # Whoever asked is gone, however it ended: nobody waits for what is being thought about.
    os._exit(0)


def main() -> None:
    """Answer questions until nobody is there to ask."""
    with suppress(OSError):
        os.nice(NICENESS)
    warm_up("strong")
    questions = SimpleQueue[bytes]()
    Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    line = READY
    while True:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
        line = answer(questions.get())


if __name__ == "__main__":
    main()
