"""What a start finds is what the last process left: everything, or nothing of a table whose rows don't fit together."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.storage import SavedTable
from bot.tables import Partners, Person, Refusal, Refused, Stage, Table
from bot.tables.table import restored
from pepper.rules import CHOICES, PRESETS, Rules, RulesError
from pepper.seats import SEATS, Side
from tests.bot.tables.house import ANA, BO, PEOPLE, SHORT, House, open_house, reopened, states


@asynccontextmanager
async def a_house(tmp_path: Path, seed: int) -> AsyncIterator[House]:
    house = await open_house(tmp_path / "pepper.db", seed)
    try:
        yield house
    finally:
        await house.close()


def any_rules(random: Random) -> Rules:
    while True:
        values = {name: random.choice(choices) for name, choices in CHOICES.items()}
        try:
            return Rules(target=random.randint(5, 12), **values)  # type: ignore[arg-type]  # each has its own type
        except RulesError:
            continue


# --- as it was


@pytest.mark.parametrize("seed", range(24))
async def test_matches_go_on_as_they_stood_under_any_rules(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    async with a_house(tmp_path, seed) as house:
        for channel in range(1, 4):
            people = random.sample(PEOPLE, random.randint(1, 4))
            table = await house.match(
                *people, channel=channel, rules=any_rules(random), partners=random.choice(tuple(Partners)), timer=None
            )
            await house.play(table, random.randrange(60))
        before = states(house)
        async with reopened(house) as again:
            assert states(again) == before
            for table in again.tables.open_tables():
                await again.play(table, 20)
                assert table.state != before[table.id]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
async def test_a_match_restarted_before_every_action_ends_as_one_match(tmp_path: Path, rules: Rules) -> None:
    async with a_house(tmp_path, 3) as house:
        table = await house.match(*PEOPLE, rules=rules)
        for _ in range(45):
            await house.act(table)
            saved = await house.storage.table(table.id)
            assert saved is not None
            assert restored(saved).state == table.state
            if not table.is_open:
                break
        assert table.state.step >= 20


@pytest.mark.parametrize("seed", range(12))
async def test_lobbies_are_as_they_were(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    async with a_house(tmp_path, seed) as house:
        for channel in range(1, 4):
            table = await house.lobby(
                ANA,
                channel=channel,
                rules=any_rules(random),
                partners=random.choice(tuple(Partners)),
                timer=random.choice((None, 30, 180)),
            )
            for _ in range(random.randrange(12)):
                await _do_anything(house, table, random)
        before = states(house)
        async with reopened(house) as again:
            assert states(again) == before
            assert [table.id for table in again.tables.open_tables()] == [told for told, _ in again.changes]


async def _do_anything(house: House, table: Table, random: Random) -> None:
    person: Person = random.choice(PEOPLE)
    wish = random.choice(("join", "leave", "add"))
    try:
        if wish == "join":
            await house.tables.join(table.id, person, random.choice((None, *Side)))
        elif wish == "leave":
            await house.tables.leave(table.id, person.id)
        else:
            await house.tables.add_computer(table.id, person.id)
    except Refused:
        return


async def test_people_who_left_sat_in_or_wished_are_as_they_were(tmp_path: Path) -> None:
    async with a_house(tmp_path, 5) as house:
        table = await house.match(*PEOPLE[:3], timer=60)
        await house.tables.propose_misdeal(table, ANA.id)
        await house.tables.propose_end(table, BO.id)
        await house.tables.leave(table.id, PEOPLE[2].id)
        free = next(seat for seat in SEATS if table.state.occupant(seat).level)
        await house.tables.sit_in(table.id, PEOPLE[3], free)
        await house.tables.hand_over(table.id, ANA.id, free)
        before = states(house)
        async with reopened(house) as again:
            assert states(again) == before
            assert before[table.id].host_id == PEOPLE[3].id


async def test_a_misdeal_is_restored(tmp_path: Path) -> None:
    async with a_house(tmp_path, 6) as house:
        table = await house.match(*PEOPLE)
        for person in PEOPLE:
            if table.state.step == 0:
                await house.tables.propose_misdeal(table, person.id)
        await house.play(table, 5)
        before = states(house)
        assert before[table.id].step == 6
        async with reopened(house) as again:
            assert states(again) == before


async def test_a_start_tells_of_every_end_that_was_not_shown(tmp_path: Path) -> None:
    async with a_house(tmp_path, 1) as house:
        shown, won, closed = [await house.match(ANA, channel=channel) for channel in (1, 2, 3)]
        for table in (won, closed):
            await house.storage.save_message(table.id, 100 + table.id, 0)
        await house.play(won)
        for table in (shown, closed):
            await house.tables.end(table, ANA.id, is_moderator=False)
        async with reopened(house) as again:
            assert again.tables.open_tables() == ()
            assert again.changes == [(won.id, False), (closed.id, False)]


# --- rows that don't fit together


async def _spoil(house: House, sql: str) -> None:
    async with house.storage._transaction() as connection:
        await connection.execute(sql)


# A match with its first deal played and some of the second: table 1 in channel 1.
SPOILT = {
    "no rules": "UPDATE tables SET rules = '[]' WHERE id = 1",
    "no JSON": "UPDATE tables SET rules = '{' WHERE id = 1",
    "no text": "UPDATE tables SET rules = CAST(x'ff' AS TEXT) WHERE id = 1",
    "an unknown rule": """UPDATE tables SET rules = '{"speed": 9}' WHERE id = 1""",
    "an impossible rule": """UPDATE tables SET rules = '{"target": true}' WHERE id = 1""",
    "other rules": """UPDATE tables SET rules = '{"deck": 32}' WHERE id = 1""",
    "an unknown stage": "UPDATE tables SET stage = 'lobby ', message_id = 9 WHERE id = 1",
    "a lobby with deals": "UPDATE tables SET stage = 'lobby' WHERE id = 1",
    "an end before anybody won": "UPDATE tables SET stage = 'over', message_id = 9 WHERE id = 1",
    "unknown partners": "UPDATE tables SET partners = 'love' WHERE id = 1",
    "no cut": "UPDATE tables SET cut = NULL WHERE id = 1",
    "a cut without a dealer": """UPDATE tables SET cut = '{"draws": [], "seating": [0,1,2,3]}' WHERE id = 1""",
    "a cut that is a list": "UPDATE tables SET cut = '[1]' WHERE id = 1",
    "three players": "DELETE FROM seats WHERE table_id = 1 AND place = 2",
    "a player who is nobody": "UPDATE seats SET user_id = NULL, level = NULL WHERE table_id = 1 AND place = 2",
    "a player who is both": "UPDATE seats SET user_id = 1, level = 'basic' WHERE table_id = 1",
    "a computer of an unknown level": "UPDATE seats SET user_id = NULL, level = 'clever' WHERE table_id = 1",
    "no deal": "DELETE FROM deals WHERE table_id = 1",
    "no first deal": "DELETE FROM deals WHERE table_id = 1 AND number = 0",
    "no second deal": "DELETE FROM deals WHERE table_id = 1 AND number = 1",
    "a deal too many": "INSERT INTO deals SELECT 1, 2, dealer, hands FROM deals WHERE table_id = 1 AND number = 1",
    "a dealer who is none": "UPDATE deals SET dealer = 'X' WHERE table_id = 1 AND number = 0",
    "hands that are a word": """UPDATE deals SET hands = '"AS KS"' WHERE table_id = 1 AND number = 0""",
    "three hands": """UPDATE deals SET hands = '["AS","KS","QS"]' WHERE table_id = 1 AND number = 0""",
    "a card that is none": "UPDATE deals SET hands = replace(hands, 'A', 'B') WHERE table_id = 1 AND number = 0",
    "no first action": "DELETE FROM actions WHERE table_id = 1 AND step = 0",
    "an action missing": "DELETE FROM actions WHERE table_id = 1 AND step = 3",
    "an action out of turn": "UPDATE actions SET seat = 'S' WHERE table_id = 1 AND step < 4",
    "an action of nobody": "UPDATE actions SET seat = 'X' WHERE table_id = 1 AND step = 3",
    "an action that is none": "UPDATE actions SET token = 'dance' WHERE table_id = 1 AND step = 3",
    "a misdeal too late": "UPDATE actions SET token = 'void' WHERE table_id = 1 AND step = 3",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "pepper.db"
    asyncio.run(_two_matches(path))
    return path


async def _two_matches(path: Path) -> None:
    async with a_house(path.parent, 2) as house:
        for channel in (1, 2):
            table = await house.match(*PEOPLE, channel=channel, rules=Rules(target=100))
            assert table.state.match is not None
            while len(table.state.match.deals) < 2:
                await house.play(table, 1)
            await house.play(table, 3)
            assert len(table.state.match.deals) == 2


@pytest.mark.parametrize("why", SPOILT)
async def test_a_table_that_does_not_fit_together_is_closed_and_holds_up_nobody(
    played: Path, tmp_path: Path, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(played, tmp_path)
    async with a_house(tmp_path, 1) as house:
        await _spoil(house, SPOILT[why])
        running = await house.tables.restore()
        assert [table.channel_id for table in running] == [2]
        assert "table 1 can't be restored and is closed" in caplog.text
        assert await house.rows("SELECT stage, message_id FROM tables WHERE id = 1") == [("closed", None)]
        assert (await house.lobby(ANA, channel=1)).is_open
        await house.play(running[0], 5)
        async with reopened(house) as again:
            assert sorted(table.channel_id for table in again.tables.open_tables()) == [1, 2]


@pytest.mark.parametrize("why", ["no JSON", "no second deal", "three players", "an action out of turn"])
async def test_presses_of_a_table_that_does_not_fit_together_find_it_gone(
    played: Path, tmp_path: Path, why: str
) -> None:
    shutil.copy(played, tmp_path)
    async with a_house(tmp_path, 1) as house:
        await _spoil(house, SPOILT[why])
        await house.tables.restore()
        for wish in (house.tables.find(1), house.tables.rematch(1, ANA.id), house.tables.join(1, ANA, None)):
            with pytest.raises(Refused) as error:
                await wish
            assert error.value.refusal is Refusal.TABLE_GONE


async def test_a_table_that_is_just_being_opened_is_not_there_yet(house: House) -> None:
    table = await house.lobby(ANA)
    house.tables._ledger._forget(table)
    with pytest.raises(Refused) as error:
        await house.tables.find(table.id)
    assert error.value.refusal is Refusal.TABLE_GONE


def test_any_values_whatever_are_restored_or_refused_as_a_value_error() -> None:
    random = Random(4)
    odd: tuple[Any, ...] = (None, 0, -1, "", "N", [], {}, (), True, 2**70, "AS", [1], {"draws": 1}, "lobby", "cut")
    names = [column.name for column in fields(SavedTable)]
    sound: dict[str, Any] = {
        "rules": {},
        "stage": "lobby",
        "partners": "cut",
        "cut": None,
        "seats": (),
        "deals": (),
        "actions": (),
    }
    refused = 0
    for _ in range(2000):
        values = {name: sound.get(name, 1) for name in names}
        values |= {name: random.choice(odd) for name in random.sample(names, random.randint(1, 3))}
        try:
            assert restored(SavedTable(**values)).state.stage in Stage
        except ValueError:
            refused += 1
    assert 500 < refused < 2000


async def test_the_record_of_a_match_replays_to_its_result(house: House) -> None:
    table = await house.match(*PEOPLE, rules=SHORT)
    await house.play(table)
    assert table.state.match is not None
    record = json.loads(await house.storage.record(table.id) or "")
    assert record["winner"] == str(table.state.match.winner)
    assert record["players"] == {seat.value: table.state.occupant(seat).name for seat in SEATS}
    assert len(record["deals"]) == len(table.state.match.deals)
