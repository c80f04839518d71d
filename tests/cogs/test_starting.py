"""`/pepper start`: what a channel must allow, and what is opened."""

from collections.abc import AsyncIterator
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.i18n import text
from bot.tables import Partners, Stage
from cogs.lobby import NEEDED, NEEDED_IN_THREADS, _told_what_lacks
from pepper.rules import PRESETS
from tests.bot.screens.seen import look
from tests.e2e.people import Lounge, open_lounge

WRITING = ("send_messages", "embed_links", "attach_files", "read_message_history")


@pytest.fixture
async def lounge(tmp_path: Path) -> AsyncIterator[Lounge]:
    async with open_lounge(tmp_path / "pepper.db") as opened:
        yield opened


def forbid(lounge: Lounge, *names: str) -> None:
    """Move to a channel in which the bot lacks permissions."""
    assert lounge.bot.user is not None
    denied = discord.PermissionOverwrite(**dict.fromkeys(names, False))
    guild = lounge.env.guild
    lounge.channel = guild.create_text_channel("quiet", overwrites={lounge.bot.user: denied})


LACKING = [each for count in (1, 2, 4) for each in combinations(WRITING, count)]


@pytest.mark.parametrize("lacking", LACKING, ids="+".join)
async def test_what_is_missing_is_listed_and_nothing_else(lounge: Lounge, lacking: tuple[str, ...]) -> None:
    forbid(lounge, *lacking)
    ana = lounge.person("Ana")
    answer = await ana.slash("pepper start")
    assert answer is not None
    assert answer.is_private
    names = ", ".join(text("en", f"permission-{name}") for name in NEEDED if name in lacking)
    assert answer.text == text("en", "start-lacks", permissions=names)
    assert lounge.bot.tables.open_tables() == ()
    assert lounge.everything_public == ()


class Asked:
    """A command somewhere, and what was answered."""

    def __init__(self, channel: object, *held: str) -> None:
        self.channel = channel
        self.app_permissions = discord.Permissions(**dict.fromkeys(held, True))
        self.locale, self.message, self.response = "en", None, self
        self.told = ""

    def is_done(self) -> bool:
        return False

    async def send_message(self, *, view: discord.ui.LayoutView, ephemeral: bool) -> Any:
        assert ephemeral
        self.told = look(view).text
        return SimpleNamespace(message_id=1)


@pytest.mark.parametrize(
    ("kind", "held", "lacking"),
    [
        (discord.Thread, NEEDED, ("send_messages_in_threads",)),
        (discord.Thread, NEEDED_IN_THREADS, ()),
        (discord.Thread, (), NEEDED_IN_THREADS),
        (discord.TextChannel, NEEDED_IN_THREADS, ("send_messages",)),
        (discord.TextChannel, NEEDED, ()),
        (discord.TextChannel, (), NEEDED),
        (discord.VoiceChannel, NEEDED[1:], NEEDED[:1]),
    ],
)
async def test_a_thread_needs_the_permission_to_write_in_threads(
    kind: type, held: tuple[str, ...], lacking: tuple[str, ...]
) -> None:
    asked: Any = Asked(object.__new__(kind), *held)
    assert await _told_what_lacks(asked) is bool(lacking)
    names = ", ".join(text("en", f"permission-{name}") for name in lacking)
    assert asked.told == (text("en", "start-lacks", permissions=names) if lacking else "")


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_what_is_played(lounge: Lounge, preset: str) -> None:
    await lounge.person("Ana").slash("pepper start", preset=preset, partners="chosen", timer=30)
    (table,) = lounge.bot.tables.open_tables()
    state = table.state
    assert (state.rules, state.partners, state.timer) == (PRESETS[preset], Partners.CHOSEN, 30)
    assert text("en", f"preset-{preset}") in lounge.person("Ana").last_public.text


async def test_without_options_it_is_classic_by_the_cut_with_time_enough(lounge: Lounge) -> None:
    await lounge.person("Ana").slash("pepper start")
    (table,) = lounge.bot.tables.open_tables()
    assert (table.state.rules, table.state.partners, table.state.timer) == (PRESETS["classic"], Partners.CUT, 90)
    assert table.state.stage is Stage.LOBBY


async def test_a_channel_that_has_a_table_gets_no_other(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    answer = await bo.slash("pepper start")
    assert answer is not None
    assert answer.is_private
    assert answer.text == text("en", "refusal-channel-taken")
    assert len(lounge.bot.tables.open_tables()) == 1
