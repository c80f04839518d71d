import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import aiohttp
import pytest

from bot import presses
from bot.i18n import text
from bot.presses import Interaction, Press, Presses, answer_error, decision_id, deferring, parse, say, verb_id
from bot.tables import Refusal, Refused
from pepper.bids import Call
from pepper.cards import Trump, deck
from pepper.deal import Action, Keep
from tests.bot.asked import Asked, refused

ACTIONS: tuple[Action, ...] = (*Call, *Trump, *Keep, *deck(32))
UNEXPECTED = text("en", "error-unexpected")


# --- custom ids


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_a_decisions_id_says_table_step_and_token(action: Action) -> None:
    custom_id = decision_id(12, 345, action)
    assert custom_id == f"pepper:12:345:{action}"
    assert parse(custom_id) == Press(12, 345, token=str(action))


@pytest.mark.parametrize(
    "verb", ["join", "join-ns", "join-ew", "leave", "add", "start", "hand", "last", "rules", "more"]
)
@pytest.mark.parametrize("argument", ["", "N", "on", "a-b_c", "1"])
def test_any_other_id_says_table_verb_and_argument(verb: str, argument: str) -> None:
    assert parse(verb_id(0, verb, argument)) == Press(0, verb=verb, argument=argument)


def test_the_longest_ids_are_short_enough_for_discord() -> None:
    longest = (decision_id(10**15 - 1, 10**9 - 1, Call.LONE_LITTLE), verb_id(10**15 - 1, "a" * 20, "b" * 40))
    for custom_id in longest:
        assert len(custom_id) <= 100
        assert parse(custom_id).table_id == 10**15 - 1


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "pepper",
        "pepper:",
        "pepper:1",
        "pepper:1:",
        "pepper::hand",
        "pepper:-1:hand",
        "pepper:+1:hand",
        "pepper: 1:hand",
        "pepper:1:hand:",
        "pepper:1:hand:on:off",
        "pepper:1:2",
        "pepper:1:2:",
        "pepper:1:2:J♥",
        "pepper:1:2:JH:JH",
        "pepper:1:-2:JH",
        "pepper:1:2.0:JH",
        "pepper:1:Hand",
        "pepper:1:hand\n",
        "\npepper:1:hand",
        "pepper:1:hand\0",
        "Pepper:1:hand",
        "pepper:1:hand hand",
        "pepper:١:hand",
        "pepper:1:²:JH",
        "pepper:1e3:hand",
        "pepper:" + "9" * 16 + ":hand",
        "pepper:1:" + "9" * 10 + ":JH",
        "pepper:1:" + "a" * 21,
        "pepper:1:hand:" + "a" * 41,
        "salt:1:hand",
        "x" * 100_000,
    ],
)
def test_an_id_that_is_not_ours_is_refused(custom_id: str) -> None:
    with pytest.raises(Refused) as error:
        parse(custom_id)
    assert error.value.refusal is Refusal.UNKNOWN_BUTTON


def test_ten_thousand_mutated_ids_are_refused_or_say_the_same_when_written_again() -> None:
    random = Random(1)
    sources = [decision_id(7, 31, action) for action in ACTIONS] + [verb_id(7, "join-ns"), verb_id(7, "sit", "N")]
    letters = "pepr:0123456789-_JHnN \n\0²٣é♥🌶\ud800"
    taken = 0
    for _ in range(10_000):
        custom_id = list(random.choice(sources))
        for _ in range(random.randint(1, 4)):
            place = random.randrange(len(custom_id) + 1)
            custom_id[place : place + random.randrange(3)] = random.choices(letters, k=random.randrange(3))
        taken += _is_taken("".join(custom_id))
    assert 1000 < taken < 9000


def _is_taken(custom_id: str) -> bool:
    try:
        press = parse(custom_id)
    except Refused:
        return False
    assert 0 <= press.table_id < 10**15
    assert 0 <= press.step < 10**9
    assert bool(press.token) is not bool(press.verb)
    return True


# --- from a press to its answer


class Answered:
    """Presses whose handlers a test gives, and the tables for which all is done."""

    def __init__(self, **handlers: Callable[[Interaction, Press], Awaitable[None]]) -> None:
        self.tables: list[int] = []
        self.presses = Presses(self.tables.append)
        for verb, handler in handlers.items():
            self.presses.register("" if verb == "decision" else verb, handler)


def failing(error: Exception) -> Callable[[Interaction, Press], Awaitable[None]]:
    async def fail(_interaction: Interaction, _press: Press) -> None:
        raise error

    return fail


async def test_a_press_goes_to_the_handler_of_its_verb() -> None:
    handled: list[tuple[str, Press]] = []

    async def decide(interaction: Interaction, press: Press) -> None:
        handled.append(("decision", press))
        await say(interaction, "done")

    async def show(interaction: Interaction, press: Press) -> None:
        handled.append(("hand", press))
        await say(interaction, "shown")

    answered = Answered(decision=decide, hand=show)
    for custom_id in ("pepper:3:17:JH", "pepper:4:hand:x"):
        asked = Asked(custom_id)
        await answered.presses.handle(asked.interaction)
        assert len(asked.answers) == 1
    assert handled == [("decision", Press(3, 17, "JH")), ("hand", Press(4, verb="hand", argument="x"))]
    assert answered.tables == [3, 4]


@pytest.mark.parametrize("custom_id", ["pepper:1:dance", "other:1:hand", "", 5, None])
async def test_a_press_that_nobody_knows_is_answered_privately(custom_id: Any) -> None:
    answered, asked = Answered(), Asked(custom_id)
    await answered.presses.handle(asked.interaction)
    assert asked.answers == [("message", text("en", "refusal-unknown-button"), True)]
    assert len(answered.tables) == 1


@pytest.mark.parametrize("refusal", Refusal)
async def test_a_refusal_is_said_privately_and_not_logged(refusal: Refusal, caplog: pytest.LogCaptureFixture) -> None:
    answered, asked = Answered(hand=failing(Refused(refusal))), Asked("pepper:5:hand")
    await answered.presses.handle(asked.interaction)
    assert asked.answers == [("message", text("en", f"refusal-{refusal.value}"), True)]
    assert answered.tables == [5]
    assert not caplog.records


async def test_a_mistake_of_ours_is_said_privately_and_logged_with_table_and_step(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answered, asked = Answered(decision=failing(ZeroDivisionError("oh"))), Asked("pepper:5:71:JH")
    await answered.presses.handle(asked.interaction)
    assert asked.answers == [("message", UNEXPECTED, True)]
    assert answered.tables == [5]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "pepper:5:71:" in record.getMessage()
    assert record.exc_info is not None


async def test_a_card_that_somebody_wants_to_lay_face_down_is_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    answered = Answered(decision=failing(OSError("the disk is full")))
    await answered.presses.handle(Asked("pepper:5:71:JH").interaction)
    assert caplog.records
    assert "JH" not in caplog.text


async def test_a_press_that_was_answered_before_it_failed_is_followed_up() -> None:
    async def fail_late(interaction: Interaction, _press: Press) -> None:
        await interaction.response.defer()
        raise Refused(Refusal.OLD_BUTTON)

    asked = Asked()
    await Answered(hand=fail_late).presses.handle(asked.interaction)
    assert asked.answers == [("defer", "", False), ("followup", text("en", "refusal-old-button"), True)]


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_who_waits_no_more_is_told_nothing(status: int, code: int, caplog: pytest.LogCaptureFixture) -> None:
    asked = Asked()
    await answer_error(asked.interaction, refused(status, code), "press 'pepper:1:hand'")
    assert asked.answers == []
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "pepper:1:hand" in caplog.text


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50013), (400, 50035)])
async def test_what_else_discord_refuses_is_said_and_logged(
    status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Asked()
    await answer_error(asked.interaction, refused(status, code), "press")
    assert asked.answers == [("message", UNEXPECTED, True)]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


OUTAGES = (refused(500, 0), refused(503, 0), aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError())


@pytest.mark.parametrize("outage", OUTAGES)
async def test_an_outage_of_discord_is_said_and_is_no_fault_of_ours(
    outage: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Asked()
    await answer_error(asked.interaction, outage, "press 'pepper:1:hand'")
    assert asked.answers == [("message", UNEXPECTED, True)]
    assert [(record.levelno, record.exc_info) for record in caplog.records] == [(logging.WARNING, None)]
    assert "pepper:1:hand" in caplog.text


@pytest.mark.parametrize("broken", [aiohttp.ServerDisconnectedError(), ConnectionResetError()])
async def test_an_answer_is_sent_again_when_the_connection_breaks(broken: Exception) -> None:
    asked = Asked()
    asked.response.fails.append(broken)
    await say(asked.interaction, "done")
    assert asked.answers == [("message", "done", True)]


async def test_an_interaction_that_is_delivered_again_is_answered_once() -> None:
    async def show(interaction: Interaction, _press: Press) -> None:
        await say(interaction, "done")

    answered, asked = Answered(hand=show), Asked()
    await answered.presses.handle(asked.interaction)
    await answered.presses.handle(asked.interaction)
    assert asked.answers == [("message", "done", True)]


async def test_an_answer_that_discord_refuses_is_logged_and_ends_there(caplog: pytest.LogCaptureFixture) -> None:
    asked = Asked()
    asked.response.fails += [refused(404, 10062)] * 2
    await answer_error(asked.interaction, Refused(Refusal.OLD_BUTTON), "press")
    assert asked.answers == []
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_an_interaction_that_discord_does_not_know_at_once_is_answered() -> None:
    asked = Asked()
    asked.response.fails.append(refused(404, 10062))
    await answer_error(asked.interaction, Refused(Refusal.OLD_BUTTON), "press")
    assert asked.answers == [("message", text("en", "refusal-old-button"), True)]


@pytest.mark.parametrize("locale", ["en-US", "de", "xx", ""])
async def test_every_locale_has_its_sentence(locale: str) -> None:
    asked = Asked(locale=locale)
    await answer_error(asked.interaction, Refused(Refusal.TABLE_GONE), "press")
    assert asked.answers == [("message", text(locale, "refusal-table-gone"), True)]


def test_a_verb_has_one_handler() -> None:
    answered = Answered(hand=failing(ZeroDivisionError()))
    with pytest.raises(AssertionError, match="'hand' has a handler already"):
        answered.presses.register("hand", failing(ZeroDivisionError()))


# --- stopping


async def test_while_stopping_presses_are_refused_and_those_under_way_finish() -> None:
    entered, leave = asyncio.Event(), asyncio.Event()

    async def slow(interaction: Interaction, _press: Press) -> None:
        entered.set()
        await leave.wait()
        await say(interaction, "done")

    answered, first, second = Answered(hand=slow), Asked(), Asked()
    under_way = asyncio.create_task(answered.presses.handle(first.interaction))
    await entered.wait()
    stopping = asyncio.create_task(answered.presses.stop(60))
    await asyncio.sleep(0)
    await answered.presses.handle(second.interaction)
    assert second.answers == [("message", text("en", "refusal-stopping"), True)]
    assert not stopping.done()
    leave.set()
    await stopping
    await under_way
    assert first.answers == [("message", "done", True)]


async def test_stopping_does_not_wait_for_ever() -> None:
    async def endless(_interaction: Interaction, _press: Press) -> None:
        await asyncio.Event().wait()

    answered = Answered(hand=endless)
    under_way = asyncio.create_task(answered.presses.handle(Asked().interaction))
    await asyncio.sleep(0)
    await answered.presses.stop(0)
    assert not under_way.done()
    under_way.cancel()
    await asyncio.gather(under_way, return_exceptions=True)
    await answered.presses.stop(60)


# --- what takes long


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes too long."""
    monkeypatch.setattr(presses, "DEFER_AFTER", 0)


async def until_answered(asked: Asked) -> None:
    async with asyncio.timeout(10):
        await asked.response.answered.wait()


async def test_what_is_quick_is_not_deferred() -> None:
    asked = Asked()
    async with deferring(asked.interaction):
        await asyncio.sleep(0)
    await say(asked.interaction, "done")
    await asyncio.sleep(0)
    assert asked.answers == [("message", "done", True)]


@pytest.mark.usefixtures("at_once")
async def test_what_takes_long_is_deferred_once_and_privately_then_answered() -> None:
    asked = Asked()
    async with deferring(asked.interaction):
        await until_answered(asked)
    await say(asked.interaction, "done")
    assert asked.answers == [("defer", "", True), ("followup", "done", True)]


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("error", [Refused(Refusal.OLD_BUTTON), ZeroDivisionError()])
async def test_what_takes_long_and_fails_is_deferred_once_then_answered(error: Exception) -> None:
    async def slow(interaction: Interaction, _press: Press) -> None:
        async with deferring(interaction):
            await until_answered(asked)
            raise error

    asked = Asked()
    await Answered(hand=slow).presses.handle(asked.interaction)
    assert [kind for kind, _, _ in asked.answers] == ["defer", "followup"]


@pytest.mark.usefixtures("at_once")
async def test_what_has_been_deferred_is_not_deferred_again() -> None:
    asked = Asked()
    for _ in range(2):
        async with deferring(asked.interaction):
            for _ in range(20):
                await asyncio.sleep(0)
    assert asked.answers == [("defer", "", True)]


@pytest.mark.usefixtures("at_once")
async def test_a_deferral_that_discord_refuses_is_told_like_any_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def slow(interaction: Interaction, _press: Press) -> None:
        async with deferring(interaction):
            for _ in range(20):
                await asyncio.sleep(0)

    asked = Asked()
    asked.response.fails.append(refused(404, 10062))
    await Answered(hand=slow).presses.handle(asked.interaction)
    assert asked.answers == []
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_what_failed_quickly_is_not_deferred_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presses, "DEFER_AFTER", 0.001)
    asked = Asked()
    with pytest.raises(ZeroDivisionError):
        async with deferring(asked.interaction):
            raise ZeroDivisionError
    await asyncio.sleep(0.005)
    assert asked.answers == []
