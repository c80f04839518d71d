"""The bot in a process of its own doesn't start: the database is taken, or Discord lets nobody in."""

from pathlib import Path

import pytest

from bot import running
from bot.config import Settings
from bot.running import DiscordError, run_bot
from tests.wire.conftest import Place
from tests.wire.loopback import Loopback
from tests.wire.players import Players
from tests.wire.pointing import pointed_at
from tests.wire.processes import BotProcess


def own_lines(output: str) -> list[str]:
    """Returns what isn't the client library's own line that it logs in."""
    return [line for line in output.splitlines() if " discord.client: logging in" not in line]


async def test_a_second_process_leaves_the_database_alone(server: Loopback, place: Place, tmp_path: Path) -> None:
    environment = {"DATABASE_PATH": str(tmp_path / "pepper.db"), "PACE": "0"}
    async with BotProcess(server, environment=environment) as first:
        await first.connected()
        players = Players(server, place.channel)
        await players.open()
        await players.begin()
        await players.play(3)
        async with BotProcess(server, environment=environment) as second:
            assert await second.ended() == 1
            (line,) = own_lines(second.output)
            assert line == f"{tmp_path}/pepper.db is in use by another process; this one leaves it alone"
        assert await players.play(5) == 5
        assert server.gateway.identifies == 1


async def test_a_refused_token_ends_the_process_with_one_line(server: Loopback, tmp_path: Path) -> None:
    environment = {"DATABASE_PATH": str(tmp_path / "pepper.db"), "DISCORD_TOKEN": "aaa.bbb.ccc"}
    async with BotProcess(server, environment=environment) as bot:
        assert await bot.ended() == 1
        (line,) = own_lines(bot.output)
        assert line.startswith("DISCORD_TOKEN was refused")
    assert not (tmp_path / "pepper.db").exists()


async def test_a_token_that_the_gateway_refuses_ends_the_process_with_one_line(
    server: Loopback, place: Place, tmp_path: Path
) -> None:
    async with BotProcess(server, environment={"DATABASE_PATH": str(tmp_path / "pepper.db")}) as bot:
        await bot.connected()
        await Players(server, place.channel).open()
        server.gateway.close(4004)
        assert await bot.ended() == 1
        assert bot.output.splitlines()[-1].startswith("DISCORD_TOKEN was refused")
        assert "Traceback" not in bot.output


async def test_a_discord_that_is_down_ends_the_process_with_one_line(server: Loopback, tmp_path: Path) -> None:
    environment = {"DATABASE_PATH": str(tmp_path / "pepper.db"), "LOOPBACK_REST": "http://127.0.0.1:9/api/v10"}
    async with BotProcess(server, environment=environment) as bot:
        assert await bot.ended() == 1
        (line,) = own_lines(bot.output)
        assert line.startswith("Discord can't be reached: ")


async def test_a_gateway_that_refuses_the_first_connection_ends_the_start(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(running, "CONNECT_WITHIN", 0.5)
    server.gateway.refuse(1000)
    settings = Settings.from_env({"DATABASE_PATH": str(tmp_path / "pepper.db"), "DISCORD_TOKEN": server.token})
    with pointed_at(server), pytest.raises(DiscordError, match="gateway can't be reached"):
        await run_bot(settings)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("bot.")] == []
