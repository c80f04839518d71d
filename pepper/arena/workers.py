"""Work spread over processes of this program's own."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")

# A process gets so many pieces of work one after the other, that it doesn't wait for the others at the end.
_PIECES, _LONGEST = 16, 20


class WorkerLost(RuntimeError):
    """A process that worked has ended by itself, perhaps for want of memory."""


def spread(work: Callable[[Given], Made], given: Sequence[Given], jobs: int) -> Iterator[Made]:
    """Yield what the work makes of each thing given, in their order, done by so many processes at once.

    Raises what the work raises, and WorkerLost when a process ended by itself.
    """
    if jobs == 1 or len(given) < 2:
        yield from map(work, given)
        return
    size = max(1, min(_LONGEST, len(given) // (jobs * _PIECES)))
    # Fresh processes rather than copies of this one, which may have threads.
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, fresh)
    try:
        with _without_interrupts():
            made = pool.map(work, given, chunksize=size)
        yield from made
    except BrokenExecutor as error:
        raise WorkerLost("a process that worked has ended by itself, perhaps for want of memory") from error
    except BaseException:
        # Nobody waits for what they are at.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let processes start that take no notice of Ctrl-C: this one ends them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
