import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.storage import APPLICATION_ID, VERSION, Storage, StorageError
from bot.storage import opening as storage_module
from tests.bot.saved import ANA, deal_row, four_rows, lobby_row

NOBODY = 65534


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A sound database with a running match, closed."""
    file = tmp_path / "pepper.db"
    await fill(file)
    return file


async def fill(file: Path, channel_id: int = 7) -> None:
    storage = await Storage.open(file)
    table_id = await storage.create_table(lobby_row(channel_id))
    await storage.save_start(table_id, four_rows(), {}, deal_row())
    await storage.remember(ANA, "Ana", "en")
    await storage.close()


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def read(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def contents(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder but locks, which hold nothing."""
    files = (file for file in folder.iterdir() if file.suffix != ".lock")
    return {file.name: file.read_bytes() if file.is_file() else None for file in files}


async def assert_refused(file: Path, why: str) -> None:
    """The file is refused, twice for the same reason, in one line that names it, and everything is as it was."""
    before = contents(file.parent)
    for _ in range(2):
        with pytest.raises(StorageError, match=why) as refused:
            await Storage.open(file)
        assert str(file) in str(refused.value)
        assert "\n" not in str(refused.value)
        assert contents(file.parent) == before


async def assert_usable(file: Path) -> None:
    storage = await Storage.open(file)
    table_id = await storage.create_table(lobby_row(99))
    assert await storage.table(table_id) is not None
    await storage.close()


# --- what is opened


async def test_a_database_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "deeply" / "nested" / "pepper.db"
    await assert_usable(file)
    assert read(file, "PRAGMA user_version") == [(VERSION,)]
    assert read(file, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert read(file, "PRAGMA journal_mode") == [("wal",)]
    assert read(file, "PRAGMA foreign_key_check") == []


async def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "pepper.db"
    file.touch()
    await assert_usable(file)


@pytest.mark.parametrize("name", ["pepper", "a b.db", "100%.db", "what?.db", "#1.db", "ü🌶️.db", "file:x?mode=ro"])
async def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    await fill(file)
    await assert_usable(file)
    assert file.exists()


async def test_what_was_saved_is_there_again(path: Path) -> None:
    storage = await Storage.open(path)
    table = await storage.table(1)
    assert table is not None
    assert (table.seats, table.deals) == (four_rows(), (deal_row(),))
    await storage.close()


async def test_closing_leaves_one_file_and_its_lock(path: Path) -> None:
    assert sorted(file.name for file in path.parent.iterdir()) == ["pepper.db", "pepper.db.lock"]


async def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    storage = await Storage.open(tmp_path / "pepper.db")
    await storage.close()
    await storage.close()
    await assert_usable(tmp_path / "pepper.db")


async def test_a_database_whose_journal_was_left_is_opened_with_what_the_journal_holds(path: Path) -> None:
    storage = await Storage.open(path)
    await storage.create_table(lobby_row(8))
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for file in path.parent.glob("pepper.db*"):
        shutil.copy(file, crashed)
    await storage.close()
    assert (crashed / "pepper.db-wal").stat().st_size > 0
    await assert_usable(crashed / "pepper.db")
    assert read(crashed / "pepper.db", "SELECT channel_id FROM tables ORDER BY id") == [(7,), (8,), (99,)]


async def test_a_database_that_was_being_made_when_the_bot_was_killed_is_made_anew(tmp_path: Path) -> None:
    whole, half = tmp_path / "whole.db", tmp_path / "half" / "half.db"
    half.parent.mkdir()
    with closing(sqlite3.connect(whole, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        for number in range(50):
            connection.execute(f"CREATE TABLE t{number} (x)")
            connection.execute(f"CREATE TABLE u{number} AS SELECT zeroblob(5000)")
        shutil.copy(whole, half)
        shutil.copy(f"{whole}-journal", f"{half}-journal")
        connection.rollback()
    assert half.stat().st_size > 0
    await assert_usable(half)
    assert read(half, "PRAGMA user_version") == [(VERSION,)]


# --- migrations


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A migration to the next version, in this Pepper's list."""
    migration = tmp_path / "9999_next.sql"
    migration.write_text("ALTER TABLE people ADD COLUMN colour TEXT;\nCREATE TABLE gifts (user_id BIGINT);\n")
    monkeypatch.setattr(storage_module, "MIGRATIONS", (*storage_module.MIGRATIONS, migration))
    monkeypatch.setattr(storage_module, "VERSION", VERSION + 1)
    return migration


@pytest.mark.usefixtures("next_version")
async def test_an_older_database_is_migrated_with_all_it_holds(path: Path) -> None:
    await assert_usable(path)
    assert read(path, "PRAGMA user_version") == [(VERSION + 1,)]
    assert read(path, "SELECT name, colour FROM people") == [("Ana", None)]
    await assert_usable(path.parent / "new.db")
    assert read(path.parent / "new.db", "SELECT * FROM gifts") == []


async def test_a_migration_that_fails_changes_nothing(path: Path, next_version: Path) -> None:
    next_version.write_text("CREATE TABLE gifts (user_id BIGINT);\nALTER TABLE nobody ADD COLUMN colour TEXT;\n")
    before = read(path, "SELECT type, name, sql FROM sqlite_master")
    with pytest.raises(StorageError, match="no such table: nobody"):
        await Storage.open(path)
    assert read(path, "SELECT type, name, sql FROM sqlite_master") == before
    assert read(path, "PRAGMA user_version") == [(VERSION,)]
    next_version.write_text("CREATE TABLE gifts (user_id BIGINT);\n")
    await assert_usable(path)


async def test_a_database_of_a_newer_pepper_is_refused(path: Path) -> None:
    change(path, f"PRAGMA user_version = {VERSION + 1}", "CREATE TABLE gifts (x)")
    await assert_refused(path, rf"newer Pepper \(version {VERSION + 1}, this one knows {VERSION}\)")


# --- what is refused


async def test_a_database_without_a_version_is_none_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "pepper.db"
    change(file, "CREATE TABLE tables (id INTEGER)", "INSERT INTO tables VALUES (1)")
    await assert_refused(file, "is no database of Pepper; it was left untouched")


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
@pytest.mark.parametrize(("application", "version"), [(0, 1), (252006674, 1), (APPLICATION_ID, 0), (0, 0)])
async def test_a_database_of_another_program_is_none_of_ours(
    tmp_path: Path, mode: str, application: int, version: int
) -> None:
    file = tmp_path / "pepper.db"
    pragmas = (f"journal_mode = {mode}", f"application_id = {application}", f"user_version = {version}")
    change(file, *(f"PRAGMA {pragma}" for pragma in pragmas), "CREATE TABLE notes (text)")
    await assert_refused(file, "is no database of Pepper; it was left untouched")


async def test_a_database_of_another_program_that_was_killed_keeps_its_journal(tmp_path: Path) -> None:
    file, other = tmp_path / "pepper.db", tmp_path / "other"
    other.mkdir()
    with closing(sqlite3.connect(other / "notes.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE notes (text)")
        for ending in ("", "-wal"):
            shutil.copy(other / f"notes.db{ending}", f"{file}{ending}")
    await assert_refused(file, "is no database of Pepper; it was left untouched")


@pytest.mark.parametrize("version", [-1, -(2**31)])
async def test_a_database_with_an_impossible_version_is_refused(path: Path, version: int) -> None:
    change(path, f"PRAGMA user_version = {version}")
    await assert_refused(path, "left untouched")


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE standings",
        "ALTER TABLE people DROP COLUMN locale",
        "ALTER TABLE people RENAME COLUMN locale TO language",
        "ALTER TABLE people ADD COLUMN colour TEXT",
        "DROP INDEX one_open_table_a_channel",
        "CREATE TRIGGER spy AFTER INSERT ON people BEGIN DELETE FROM tables; END",
    ],
)
async def test_a_database_with_other_tables_or_columns_is_damaged(path: Path, statement: str) -> None:
    change(path, statement)
    await assert_refused(path, "is damaged; it was left untouched, restore it from a backup")


@pytest.mark.parametrize(
    "content",
    [b"x", b"\0" * 4096, b"SQLite format 3\0", b"Dear diary, today I played Pepper.\n" * 500, bytes(range(256)) * 64],
)
async def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "pepper.db"
    file.write_bytes(content)
    await assert_refused(file, "left untouched")


@pytest.mark.parametrize("kept", [50, 100, 1024, 4096, 9000, 20000])
async def test_a_database_that_was_cut_off_is_refused(path: Path, kept: int) -> None:
    whole = path.read_bytes()
    assert len(whole) > kept
    path.write_bytes(whole[:kept])
    await assert_refused(path, "left untouched")


async def test_a_database_with_overwritten_pages_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    for page in range(0, len(whole), 4096):
        path.write_bytes(whole[:page] + b"\xa5" * 4096 + whole[page + 4096 :])
        await assert_refused(path, "left untouched")


async def test_a_database_with_any_byte_flipped_is_refused_untouched_or_works(path: Path) -> None:
    random, whole = Random(1), path.read_bytes()
    refused = 0
    # Where the structure stands: headers, the schema's page, and the beginning of every page.
    places = [*random.sample(range(4096), 60), *(page + random.randrange(12) for page in range(0, len(whole), 4096))]
    for place in places:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << random.randrange(8)
        path.write_bytes(flipped)
        try:
            storage = await Storage.open(path)
        except StorageError:
            assert path.read_bytes() == flipped
            assert not path.with_name("pepper.db-wal").exists()
            refused += 1
        else:
            await storage.unfinished_tables()
            await storage.close()
    assert refused > 10


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "pepper.db"
    folder.mkdir()
    await assert_refused(folder, "pepper.db can't be")


async def test_a_place_inside_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match=r"file/pepper.db can't be used: (File exists|Not a directory)"):
        await Storage.open(tmp_path / "file" / "pepper.db")


@contextmanager
def as_nobody() -> Iterator[Path]:
    """Give a folder to somebody without rights, whom even root's tests then are."""
    folder = Path(tempfile.mkdtemp())
    user = os.geteuid()
    if user == 0:
        shutil.chown(folder, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        os.seteuid(user)
        folder.chmod(0o700)
        shutil.rmtree(folder)


async def test_a_read_only_folder_is_refused() -> None:
    with as_nobody() as folder:
        await fill(folder / "pepper.db")
        folder.chmod(0o500)
        with pytest.raises(StorageError, match=r"new.db can't be used: Permission denied"):
            await Storage.open(folder / "new.db")
        await assert_refused(folder / "pepper.db", "pepper.db can't be opened")
        assert contents(folder).keys() == {"pepper.db"}


async def test_a_read_only_file_is_refused() -> None:
    with as_nobody() as folder:
        await fill(folder / "pepper.db")
        (folder / "pepper.db").chmod(0o400)
        await assert_refused(folder / "pepper.db", "pepper.db can't be used: it is read-only")


async def test_a_file_that_may_not_be_read_is_refused() -> None:
    with as_nobody() as folder:
        await fill(folder / "pepper.db")
        (folder / "pepper.db").chmod(0o200)
        with pytest.raises(StorageError, match=r"pepper\.db can't be read as a database"):
            await Storage.open(folder / "pepper.db")
