"""Two processes on one file, and a process that is killed: with real processes."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.storage import SavedAction, Storage, StorageError
from tests.bot.saved import ANA, BO, CY, deal_row, four_rows, lobby_row, won_row

ROOT = Path(__file__).parents[2]
HOLDER = """
import asyncio, sys
from pathlib import Path
from bot.storage import Storage

async def hold():
    storage = await Storage.open(Path(sys.argv[1]))
    print("open", flush=True)
    sys.stdin.readline()
    await storage.close()
    print("closed", flush=True)
    sys.stdin.readline()

asyncio.run(hold())
"""
KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from aiosqlite import Connection
from bot.storage import SavedAction, Storage
from tests.bot.saved import ANA, BO, CY, won_row

async def finish(path, survived):
    storage = await Storage.open(path)
    execute, commit = Connection.execute, Connection.commit
    left = [survived]

    def counted(original):
        def call(*args, **options):
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return original(*args, **options)
        return call

    Connection.execute, Connection.commit = counted(execute), counted(commit)
    await storage.save_action(1, SavedAction(0, "E", "pass"), match=won_row(ANA, BO, losers=(CY,)))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(finish(Path(sys.argv[1]), int(sys.argv[2])))
"""


@contextmanager
def holder(file: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the database open; a line to it closes the database, another ends it."""
    command = [sys.executable, "-c", HOLDER, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert answer(process) == "open"
            yield process
        finally:
            process.kill()


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


async def assert_free(file: Path) -> None:
    storage = await Storage.open(file)
    await storage.close()


@pytest.mark.parametrize("name", ["pepper.db", "link.db"])
async def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "pepper.db")
    with holder(tmp_path / "pepper.db"):
        with pytest.raises(StorageError, match=r"pepper.db is in use by another process; this one leaves it alone"):
            await Storage.open(tmp_path / name)
        await assert_free(tmp_path / "other.db")


async def test_a_process_that_closes_its_database_frees_it(tmp_path: Path) -> None:
    with holder(tmp_path / "pepper.db") as process:
        tell(process)
        assert answer(process) == "closed"
        await assert_free(tmp_path / "pepper.db")


async def test_a_process_that_is_killed_frees_its_database(tmp_path: Path) -> None:
    with holder(tmp_path / "pepper.db") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        await assert_free(tmp_path / "pepper.db")


async def test_a_start_that_was_refused_frees_its_file(tmp_path: Path) -> None:
    file = tmp_path / "pepper.db"
    file.write_text("Dear diary")
    with pytest.raises(StorageError):
        await Storage.open(file)
    file.unlink()
    with holder(file):
        pass


async def test_the_database_of_a_process_in_the_middle_of_writing_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "pepper.db"
    with holder(file):
        before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        with pytest.raises(StorageError):
            await Storage.open(file)
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


async def test_a_match_killed_at_any_statement_of_its_end_is_saved_wholly_or_not_at_all(tmp_path: Path) -> None:
    whole = [await _kill_while_finishing(tmp_path / f"{survived}.db", survived) for survived in range(13)]
    # Begin, the action, the stage, the match, four players, three standings, commit: killed before each, and after all.
    assert whole == [False] * 12 + [True]


async def _kill_while_finishing(file: Path, survived: int) -> bool:
    storage = await Storage.open(file)
    await storage.create_table(lobby_row())
    await storage.save_start(1, four_rows(), {}, deal_row())
    await storage.close()
    command = [sys.executable, "-c", KILLED, str(file), str(survived)]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    assert await process.wait() == -signal.SIGKILL
    storage = await Storage.open(file)
    table, record = await storage.table(1), await storage.record(1)
    await storage.close()
    assert table is not None
    with closing(sqlite3.connect(file)) as connection:
        standings = connection.execute("SELECT user_id, matches, wins FROM standings ORDER BY user_id").fetchall()
        players = connection.execute("SELECT count(*) FROM match_players").fetchall()
    found = table.stage, table.actions, standings, players
    if record is None:
        assert found == ("playing", (), [], [(0,)])
    else:
        assert record == won_row().record
        won = [(ANA, 1, 1), (BO, 1, 1), (CY, 1, 0)]
        assert found == ("over", (SavedAction(0, "E", "pass"),), won, [(4,)])
    return record is not None
