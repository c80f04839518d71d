import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import discord
import pytest
from dotenv import dotenv_values

from bot import __version__
from bot.config import Settings
from pepper.rules import PRESETS, Rules

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_requirements_are_those_of_the_project() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == PROJECT["dependencies"]


def test_every_dependency_has_its_reason_once() -> None:
    wanted = [
        *PROJECT["dependencies"],
        *(each for extra in PROJECT["optional-dependencies"].values() for each in extra),
    ]
    names = {name(requirement) for requirement in wanted} - {PROJECT["name"]}
    explained = table_rows(CONTRIBUTING, "package")
    assert sorted(row[0] for row in explained) == sorted(names)
    assert all(row[1] for row in explained)


def test_the_changelog_begins_with_this_version() -> None:
    headings = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == __version__


@pytest.mark.parametrize(
    ("marker", "extra", "ending"),
    [("demo", "demo", "bot --demo"), ("tests", "test", "pytest -n auto --dist worksteal")],
)
def test_the_readmes_commands_set_up_all_they_need(marker: str, extra: str, ending: str) -> None:
    found = re.search(rf"<!-- command: {marker} -->\n```sh\n(.+)\n```\n", README)
    assert found is not None
    install, run = f"pip install -q -e '.[{extra}]'", f".venv/bin/python -m {ending}"
    assert found[1] == f"python3 -m venv .venv && .venv/bin/{install} && {run}"
    assert extra in PROJECT["optional-dependencies"]


def test_the_invitation_asks_for_the_permissions_the_readme_names() -> None:
    named = ("View Channels", "Send Messages", "Send Messages in Threads", "Embed Links", "Attach Files")
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    address = re.search(r"https://discord\.com/oauth2/authorize\S+", README)
    assert address is not None
    assert address[0].endswith(f"&scope=bot+applications.commands&permissions={wanted.value}")
    assert f"{', '.join(named)} and Read Message History." in " ".join(README.split())


def test_the_readme_lists_the_settings_with_their_defaults() -> None:
    listed = {row[0]: row[1] for row in table_rows(README, "variable")}
    assert listed == {variable: default or "" for variable, default in dotenv_values(ROOT / ".env.example").items()}
    assert list(listed) == [field.name.upper() for field in fields(Settings)]


def test_the_readme_lists_the_presets() -> None:
    assert [row[0] for row in table_rows(README, "preset")] == list(PRESETS)


def test_the_readme_counts_the_house_rules_and_presets_right() -> None:
    counts = {len(fields(Rules)): "fifteen", len(PRESETS): "six"}
    assert f"{counts[15]} house rules, {counts[6]} presets" in README


def test_the_procfile_starts_the_bot() -> None:
    assert (ROOT / "Procfile").read_text(encoding="utf-8") == "worker: python -m bot\n"


def test_the_game_imports_nothing_but_itself_and_the_standard_library() -> None:
    sources = (ROOT / "pepper").rglob("*.py")
    roots = {root for file in sources for root in imported(ast.parse(file.read_text(encoding="utf-8")))}
    assert roots - sys.stdlib_module_names == {"pepper"}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module)):
                yield module.partition(".")[0]


def name(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement)[0]


def table_rows(text: str, head: str) -> list[list[str]]:
    """The rows of every table whose first column is `head`, without backticks."""
    tables = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for rows in tables for line in rows.splitlines()]
