"""Computers move by themselves; what is face down stays out of the log."""

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot import thinking
from bot.tables import Person, Table
from bot.tables import game as game_module
from bot.tables import turns as turns_module
from bot.tables.seating import Stage
from bot.thinking import Thinkers, quick
from pepper.deal import Action, Phase
from pepper.players import PLAYERS
from pepper.rules import PRESETS, Rules
from pepper.view import SeatView
from tests.bot.tables.house import ANA, BO, CY, PEOPLE, SHORT, House, person_at


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110  # what is waited for tells nobody
            await asyncio.sleep(0)


# --- computers


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
async def test_computers_move_until_a_person_must(house: House, rules: Rules) -> None:
    table = await house.match(ANA, rules=replace(rules, target=7))
    for _ in range(300):
        await house.settle(table)
        if not table.is_open:
            break
        assert house.whose_turn(table) == ANA.id
        await house.act(table)
    assert table.state.stage is Stage.OVER


async def test_computers_wait_until_they_are_asked(house: House) -> None:
    table = await house.match(ANA)
    for _ in range(20):
        await asyncio.sleep(0)
    assert table.state.step == 0


async def test_asked_twice_computers_move_once(house: House) -> None:
    table = await house.match(ANA)
    for _ in range(5):
        house.tables.resume(table)
    await house.settle(table)
    steps = await house.rows("SELECT step FROM actions ORDER BY step")
    assert [step for (step,) in steps] == list(range(table.state.step))


async def test_computers_go_on_after_a_move_that_failed(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(game_module, "RETRY_AFTER", 0)
    table = await house.match(ANA)
    await house.settle(table)
    await house.act(table)
    while table.turn_of_computer is None:
        await house.act(table)
    step = table.state.step
    await house.full_disk(True)
    house.tables.resume(table)
    await until(lambda: caplog.text.count("a computer's move failed") >= 3)
    assert table.state.step == step
    await house.full_disk(False)
    await until(lambda: table.turn_of_person is not None or not table.is_open)
    assert table.state.step > step


async def test_a_player_that_fails_is_asked_again_and_holds_up_no_other_table(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing, fine = await house.match(ANA, channel=1), await house.match(ANA, channel=2, rules=Rules(target=100))

    def choose(view: SeatView, _random: object) -> object:
        if broken and view.table.rules == SHORT:
            raise ZeroDivisionError
        return view.legal[0]

    broken = [True]
    monkeypatch.setattr(game_module, "RETRY_AFTER", 0)
    monkeypatch.setattr(thinking, "PLAYERS", dict.fromkeys(PLAYERS, choose))
    while failing.turn_of_computer is None:
        await house.act(failing)
    house.tables.resume(failing)
    house.tables.resume(fine)
    await until(lambda: caplog.text.count("table 1: a computer's move failed") >= 2)
    await until(lambda: fine.turn_of_person is not None)
    broken.clear()
    await until(lambda: failing.turn_of_person is not None)
    assert "table 2: a computer's move failed" not in caplog.text


async def test_computers_stop_when_the_house_closes(house: House) -> None:
    house.tables._game._pace = 3600
    table = await house.match(ANA)
    while table.turn_of_computer is None:
        await house.act(table)
    house.tables.resume(table)
    (moving,) = house.tables._game._computers.values()
    await house.tables.close()
    assert moving.cancelled()
    assert not house.tables._game._computers


async def test_a_computer_whose_seat_was_taken_while_it_paused_does_not_move(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused, go_on = asyncio.Event(), asyncio.Event()

    async def pause(_seconds: float) -> None:
        paused.set()
        await go_on.wait()

    table = await house.match(ANA)
    while table.turn_of_computer is None:
        await house.act(table)
    seat, step = table.turn_of_computer, table.state.step
    with monkeypatch.context() as patched:
        patched.setattr(house.tables._game, "_pace", 1)
        patched.setattr("bot.tables.game.asyncio.sleep", pause)
        house.tables.resume(table)
        await paused.wait()
    await house.tables.sit_in(table.id, BO, seat)
    go_on.set()
    await house.settle(table)
    assert (table.state.step, house.whose_turn(table)) == (step, BO.id)


class SlowThinkers(Thinkers):
    """They think about what they are asked until they may go on, and then choose what a quick player does."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.levels: list[str] = []

    async def choose(self, view: SeatView, level: str, seed: int) -> Action:
        self.levels.append(level)
        self.asked.set()
        await self.may_go_on.wait()
        return quick(view, level, seed)


async def thinking_at(house: House, *people: Person) -> tuple[Table, SlowThinkers]:
    """Return a new match in which the first computer to act is thinking, before anybody has spoken."""
    slow = SlowThinkers()
    house.tables._game._thinkers = slow
    for channel in range(50):
        table = await house.match(*people, channel=channel)
        if table.turn_of_computer is not None:
            house.tables.resume(table)
            await slow.asked.wait()
            return table, slow
    raise AssertionError("people always lead")


async def test_a_computer_thinks_at_its_level_and_while_others_may_do_something(house: House) -> None:
    lobby = await house.lobby(ANA)
    for name in ("Juno", "Otis", "Wren"):
        await house.tables.add_computer(lobby.id, ANA.id)
        await house.tables.set_level(lobby.id, ANA.id, name, "strong")
    slow = SlowThinkers()
    house.tables._game._thinkers = slow
    await house.tables.start(lobby.id, ANA.id)
    while lobby.turn_of_computer is None:
        await house.act(lobby)
    step = lobby.state.step
    house.tables.resume(lobby)
    await slow.asked.wait()
    assert not lobby.lock.locked()
    slow.may_go_on.set()
    await house.settle(lobby)
    assert set(slow.levels) == {"strong"}
    assert lobby.state.step > step


async def test_what_was_thought_about_other_cards_is_not_done(house: House) -> None:
    table, slow = await thinking_at(house, ANA, BO, CY)
    asked = len(slow.levels)
    for person in (ANA, BO, CY):
        if table.state.step == 0:
            await house.tables.propose_misdeal(table, person.id)
    assert table.state.step == 1
    slow.may_go_on.set()
    await house.settle(table)
    tokens = await house.rows("SELECT token FROM actions WHERE step < 99 ORDER BY table_id DESC, step")
    assert tokens[0] == ("void",)
    assert len(slow.levels) - asked == table.state.step - 1, "what was asked first was dropped"


async def test_after_the_end_nothing_is_done(house: House) -> None:
    table, slow = await thinking_at(house, ANA)
    step = table.state.step
    await house.tables.end(table, ANA.id, is_moderator=False)
    slow.may_go_on.set()
    await house.settle(table)
    assert (table.state.step, table.state.stage) == (step, Stage.CLOSED)


async def test_for_who_has_sat_down_meanwhile_nothing_is_done(house: House) -> None:
    table, slow = await thinking_at(house, ANA)
    seat, step = table.turn_of_computer, table.state.step
    assert seat is not None
    await house.tables.sit_in(table.id, BO, seat)
    slow.may_go_on.set()
    await house.settle(table)
    assert (table.state.step, house.whose_turn(table)) == (step, BO.id)


async def test_who_sat_down_and_left_meanwhile_holds_nothing_up(house: House) -> None:
    table, slow = await thinking_at(house, ANA)
    seat, step = table.turn_of_computer, table.state.step
    assert seat is not None
    await house.tables.sit_in(table.id, BO, seat)
    await house.tables.leave(table.id, BO.id)
    slow.may_go_on.set()
    await house.settle(table)
    assert table.state.step > step


async def test_a_held_table_does_not_move_until_it_goes_on(house: House) -> None:
    table = await house.match(ANA)
    while table.turn_of_computer is None:
        await house.act(table)
    step = table.state.step
    for _ in range(2):
        house.tables.hold(table)
        await house.settle(table)
        assert table.state.step == step
    for _ in range(2):
        house.tables.go_on(table)
    await house.settle(table)
    assert table.state.step > step


# --- a person's time


async def test_a_computer_moves_for_whom_the_time_has_run_out_and_holds_the_seat_after_three(house: House) -> None:
    table = await house.match(*PEOPLE, timer=0)
    first = house.whose_turn(table)
    misses: list[int] = []
    while not person_at(table, first).away:
        await until(lambda: table.state.step > len(misses))
        misses.append(person_at(table, first).misses)
    assert max(misses) == 3
    await house.tables.back(table.id, first)
    assert (person_at(table, first).misses, person_at(table, first).away) == (0, False)


async def test_with_everybody_away_nothing_moves_until_somebody_is_back(house: House) -> None:
    table = await house.match(ANA, timer=0)
    await house.settle(table)
    await until(lambda: table.state.is_deserted)
    await house.settle(table)
    step = table.state.step
    for _ in range(50):
        await asyncio.sleep(0)
    assert table.state.step == step
    assert table.turn_of_person is None
    table.state = replace(table.state, timer=None)
    await house.tables.back(table.id, ANA.id)
    await house.settle(table)
    assert house.whose_turn(table) == ANA.id


async def test_a_move_for_a_person_that_cannot_be_saved_is_tried_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(turns_module, "RETRY_AFTER", 0)
    table = await house.match(*PEOPLE, timer=0)
    await house.full_disk(True)
    await until(lambda: caplog.text.count("turn of table 1 failed") >= 2)
    assert table.state.step == 0
    await house.full_disk(False)
    await until(lambda: table.state.step > 0)


async def test_who_acts_in_time_is_not_moved_for(house: House) -> None:
    table = await house.match(*PEOPLE, timer=3600)
    step = table.state.step
    await house.act(table)
    await house.tables._game.move_for(table, step)
    assert table.state.step == step + 1
    assert all(who is not None and who.misses == 0 for who in table.state.places)


async def test_no_clock_runs_without_a_connection(house: House) -> None:
    table = await house.match(*PEOPLE, timer=3600)
    times = [table.deadline]
    for is_connected in (False, True):
        house.tables.connection_changed(lambda _table, now=is_connected: now)  # type: ignore[misc]  # the loop's value
        times.append(table.deadline)
    assert [time is not None for time in times] == [True, False, True]


# --- the log


@pytest.mark.parametrize(
    "rules",
    [replace(SHORT, exchange=True), replace(SHORT, sixth_card="discarded"), replace(SHORT, lone=True, exchange=True)],
    ids=["exchange", "discard", "lone"],
)
async def test_no_line_of_the_log_holds_a_card_laid_face_down(
    house: House, rules: Rules, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # as in production
    hidden: set[tuple[int, int]] = set()
    for channel in range(6):
        table = await house.match(*PEOPLE, channel=channel, rules=rules)
        for _ in range(60):
            if not table.is_open:
                break
            assert table.state.match is not None
            if table.state.match.deal.phase in (Phase.OFFER, Phase.RETURN, Phase.DISCARD):
                hidden.add((table.id, table.state.step))
            await house.act(table)
        await house.play(table, 5)
    assert hidden
    card = re.compile(r"\b[789TJQKA][SHDC]\b")
    of_step = re.compile(r"table (\d+) step (\d+): [NESW] (.+)")
    lines = [of_step.fullmatch(record.getMessage()) for record in caplog.records if record.name.startswith("bot")]
    told = {(int(found[1]), int(found[2])): found[3] for found in lines if found}
    assert all(told[step] == "(face down)" for step in hidden)
    others = [record.getMessage() for record in caplog.records if not of_step.fullmatch(record.getMessage())]
    assert not [line for line in others if card.search(line)]
