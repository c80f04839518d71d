"""How fast channels are written to in all: never faster than Discord takes, and slower while answers are late."""

import asyncio

# Discord takes 50 requests a second from a bot, answers to presses not counted. A drawing is one or two of them, and
# turn notices need theirs too.
SHORTEST_GAP = 1 / 30  # seconds from one drawing to the next
LONGEST_GAP = 1 / 8  # even while the bot is busy
PATIENCE = 4.0  # how many times the loop's own delay is left to the answers


class Pace:
    """Lets drawings begin one after another.

    A loop that comes late to a drawing comes late to people's presses as well: the later it is, the longer the next
    drawing waits, and tables are drawn less often rather than answers given late.
    """

    def __init__(self) -> None:
        self._queue = asyncio.Lock()
        self._next = 0.0

    async def take_turn(self) -> None:
        """Wait until it is time for another drawing; who came first goes first."""
        async with self._queue:
            due = max(self._next, _now())
            await asyncio.sleep(due - _now())
            late = _now() - due
            self._next = max(self._next, _now()) + min(SHORTEST_GAP + PATIENCE * late, LONGEST_GAP)

    def jump_queue(self) -> None:
        """Begin a drawing that can't wait, such as a new table's; the others wait the longer."""
        self._next = max(self._next, _now()) + SHORTEST_GAP


def _now() -> float:
    return asyncio.get_running_loop().time()
