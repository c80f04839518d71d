"""The program as a person starts it: what it prints, and how it ends."""

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as program
from bot.config import Settings
from bot.demo import DemoError
from bot.running import DiscordError
from bot.storage import StorageError

ROOT = Path(__file__).parents[2]
TOKEN = "MTIz.Gx_yz-.abcDEF_123-x"
VARIABLES = tuple(field.name.upper() for field in fields(Settings))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to start in, with no variable set, and the log put back afterwards."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in ("", *_libraries())}
    yield tmp_path
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def _libraries() -> tuple[str, ...]:
    return ("aiosqlite", "discord", "PIL")


def run(*arguments: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Start the program as from a shell."""
    kept = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    command = [sys.executable, "-m", "bot", *arguments]
    environment = {**kept, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60)


def one_line(output: str) -> str:
    (line,) = output.splitlines()
    return line


# --- as from a shell


def test_without_a_token_one_line_tells_how_to_begin(tmp_path: Path) -> None:
    ended = run(folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    line = one_line(ended.stderr)
    assert "DISCORD_TOKEN" in line
    assert "https://discord.com/developers/applications" in line
    assert "python -m bot --demo" in line
    assert list(tmp_path.iterdir()) == []


def test_help_tells_the_options(tmp_path: Path) -> None:
    ended = run("--help", folder=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "--demo" in ended.stdout
    assert "--port" in ended.stdout


# --- settings


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DISCORD_TOKEN", f"Bot {TOKEN}"),
        ("DISCORD_TOKEN", "secret"),
        ("DATABASE_PATH", "data/"),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("PACE", "-1"),
        ("PACE", "1\n2"),
        ("TURN_NOTICE_AFTER", "soon"),
        ("SHARD_COUNT", "0"),
        ("SHARD_IDS", "5"),
    ],
)
@pytest.mark.parametrize("arguments", [[], ["--demo"]])
def test_a_setting_that_cannot_be_used_is_one_line_that_names_it(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    value: str,
    arguments: list[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(variable, value)
    assert program.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert one_line(printed.err).startswith(f"{variable} ")
    assert TOKEN not in printed.err
    assert "secret" not in printed.err
    assert list(folder.iterdir()) == []


def test_settings_come_from_the_file_and_the_environment_wins(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text("LOG_LEVEL=LOUD\nPACE=x\n", encoding="utf-8")
    assert program.main([]) == 2
    assert one_line(capsys.readouterr().err).startswith("LOG_LEVEL ")
    monkeypatch.setenv("LOG_LEVEL", "INFO")
    assert program.main([]) == 2
    assert one_line(capsys.readouterr().err).startswith("PACE ")


@pytest.mark.parametrize("content", [b"DISCORD_TOKEN=\xff\xfe\n", "# Größe\nPACE=1\n".encode("latin-1")])
def test_a_file_that_is_no_text_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    (folder / ".env").write_bytes(content)
    assert program.main([]) == 2
    assert one_line(capsys.readouterr().err).startswith(".env ")


@pytest.mark.parametrize("arguments", [["--port", "x"], ["--portrait"], ["demo"], ["--demo", "extra"]])
def test_a_wrong_option_ends_with_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


# --- how it ends


def ending(outcome: BaseException | None) -> Callable[..., Any]:
    async def run_until(*_arguments: object, **_options: object) -> None:
        if outcome is not None:
            raise outcome

    return run_until


ENDINGS = [
    (None, 0, ""),
    (KeyboardInterrupt(), 0, ""),
    (StorageError("pepper.db is damaged"), 1, "pepper.db is damaged"),
    (DiscordError("Discord can't be reached"), 1, "Discord can't be reached"),
    (DemoError("port 80 is taken"), 1, "port 80 is taken"),
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("outcome", "code", "line"), ENDINGS)
@pytest.mark.parametrize("arguments", [[], ["--demo", "--port", "8080"]])
def test_what_stops_it_is_one_line_and_a_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    outcome: BaseException | None,
    code: int,
    line: str,
    arguments: list[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for runner in ("run_bot", "run_demo"):
        monkeypatch.setattr(program, runner, ending(outcome))
    assert program.main(arguments) == code
    printed = capsys.readouterr()
    assert (printed.out, printed.err.strip()) == ("", line)


def test_the_demo_needs_no_token_and_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths: list[Path] = []

    async def run_demo(bot: Any, *, port: int | None) -> None:
        assert port == 8080
        paths.append(bot.settings.database_path)

    monkeypatch.setattr(program, "run_demo", run_demo)
    assert program.main(["--demo", "--port", "8080"]) == 0
    assert len(paths) == 1
    assert folder not in paths[0].parents
    assert not paths[0].parent.exists()
    assert list(folder.iterdir()) == []
