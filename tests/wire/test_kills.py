"""The bot is killed as `kill -9` does, at chosen moments, and started again on the same database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path

import pytest

from bot.i18n import text
from tests.wire.conftest import Place
from tests.wire.kills import KilledMatch, Moment
from tests.wire.loopback import Loopback
from tests.wire.players import NAMES, Players, button, decisions
from tests.wire.processes import BotProcess
from tests.wire.state import Message

BACK = text("en", "notice-back")
TURN = 1  # seconds; no table offers so few
LONGER_TURN = 3  # seconds; time enough to break a connection in
EARLY = 0.1  # seconds by which two clocks may differ


@asynccontextmanager
async def process(server: Loopback, folder: Path, **settings: str) -> AsyncIterator[BotProcess]:
    environment = {"DATABASE_PATH": str(folder / "pepper.db"), "PACE": "0", **settings}
    async with BotProcess(server, environment=environment) as bot:
        await bot.connected()
        yield bot
        await bot.kill()
        assert "Traceback" not in bot.output


def back_lines(players: Players) -> list[Message]:
    return [one for one in players.public if any(BACK in said for said in one.texts())]


@pytest.mark.parametrize(
    ("names", "moments"),
    [(NAMES, (Moment.SAVED, Moment.ANSWERED, Moment.DRAWING)), (NAMES[:1], (Moment.ANY, Moment.SAVED))],
    ids=["four people", "one person and three computers"],
)
async def test_a_match_goes_on_after_kills(
    server: Loopback, tmp_path: Path, names: tuple[str, ...], moments: tuple[Moment, ...]
) -> None:
    match = KilledMatch(server, tmp_path, names, seed=1)
    await match.open(target=5)
    done = await match.play(moments, most=len(moments))
    assert sum(done.kills.values()) == len(moments)
    assert (done.lost, done.doubled) == (0, 0)
    assert match.is_as_acknowledged()
    assert match.is_as_saved()
    assert (await match.replayed())["winner"] == match.record["winner"]
    assert "Traceback" not in match.log


async def test_a_lobby_and_its_buttons_outlive_a_kill(server: Loopback, place: Place, tmp_path: Path) -> None:
    players = Players(server, place.channel)
    async with process(server, tmp_path):
        await players.open()
        lobby = players.offering("join")
        await players.press(players.people[1], lobby, "join")
    async with process(server, tmp_path):
        joined = await players.press(players.people[2], lobby, "join")
        again = await players.press(players.people[1], lobby, "join")
        await players.press(players.host, lobby, "start")
        await server.until(lambda: any(button(one, "hand") for one in players.public))
        assert not joined.failed
        assert again.message.content == text("en", "refusal-already-seated")
        (table,) = [one for one in players.public if button(one, "hand")]
        assert table.id > lobby.id


async def test_after_a_kill_one_line_says_so_and_old_hands_go_on(
    server: Loopback, place: Place, tmp_path: Path
) -> None:
    players = Players(server, place.channel)
    async with process(server, tmp_path):
        await players.open()
        await players.begin()
        await players.play(5)
        for player in players.people:
            await players.look(player)
        before = [player_hand.texts() for player_hand in hands(players)]
        (table,) = [one for one in players.public if one.attachments]
    async with process(server, tmp_path):
        await server.until(lambda: back_lines(players))
        turn = await players.turn()
        assert turn is not None, "somebody's old hand still offers a decision"
        for player in players.people:
            await players.look(player)
        assert [player_hand.texts() for player_hand in hands(players)] == before
        assert not (await players.decide(turn)).failed
        await players.play(3)
        assert len(back_lines(players)) <= 1
        assert [one.id for one in players.public if one.attachments] == [table.id]


def hands(players: Players) -> list[Message]:
    found = [players.hand(player) for player in players.people]
    return [hand for hand in found if hand is not None]


async def test_no_time_runs_while_the_bot_is_away(server: Loopback, place: Place, tmp_path: Path) -> None:
    players = Players(server, place.channel)
    async with process(server, tmp_path):
        await players.open()
        await players.begin()
    with closing(sqlite3.connect(tmp_path / "pepper.db")) as connection, connection:
        connection.execute("UPDATE tables SET timer = $1", (TURN,))
    await asyncio.sleep(TURN)
    async with process(server, tmp_path) as bot:
        await server.until(lambda: "ran out of time" in bot.output, 60)
        assert seconds_between(bot.output, "is connected", "ran out of time") > TURN - EARLY


async def test_no_time_runs_while_the_gateway_is_down(server: Loopback, place: Place, tmp_path: Path) -> None:
    players = Players(server, place.channel)
    async with process(server, tmp_path):
        await players.open()
        for player in players.people[1:]:
            await players.press(player, players.offering("join"), "join")
    with closing(sqlite3.connect(tmp_path / "pepper.db")) as connection, connection:
        connection.execute("UPDATE tables SET timer = $1", (LONGER_TURN,))
    async with process(server, tmp_path) as bot:
        server.gateway.refuse(1)
        await players.press(players.host, players.offering("start"), "start")
        server.gateway.drop()
        await server.until(lambda: "ran out of time" in bot.output, 60)
        again = bot.output[bot.output.index("Attempting a reconnect") :]
        assert seconds_between(again, "is connected", "ran out of time") > LONGER_TURN - EARLY


def seconds_between(output: str, first: str, then: str) -> float:
    """Returns the seconds from the first line of the log with some words to the first with others."""

    def when(words: str) -> datetime:
        line = next(line for line in output.splitlines() if words in line)
        return datetime.fromisoformat(line[:23].replace(",", "."))

    return (when(then) - when(first)).total_seconds()


async def test_computers_that_were_about_to_move_do_so_after_a_kill(
    server: Loopback, place: Place, tmp_path: Path
) -> None:
    players = Players(server, place.channel, NAMES[:1])
    async with process(server, tmp_path, PACE="60"):
        await players.open()
        await players.begin()
        while await acts_first(players):
            turn = await players.turn()
            assert turn is not None
            await players.decide(turn)
    async with process(server, tmp_path):
        assert await players.turn() is not None


async def acts_first(players: Players) -> bool:
    """Tells whether the only person has the turn."""
    return bool(decisions((await players.look(players.host)).message))
