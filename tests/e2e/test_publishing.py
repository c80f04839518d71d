from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast

from bot import i18n
from bot.i18n import text
from bot.publisher import publisher
from bot.publisher.publisher import BURIED_UNDER
from tests.e2e.people import Lounge, Person, open_lounge, start_match
from tests.e2e.steering import (
    cards_seen,
    finish,
    lobbies,
    notices,
    play_until,
    press_late,
    public,
    requests,
    tables,
)

pytestmark = pytest.mark.usefixtures("no_errors")

TOKEN_LIFE = 14 * 60
NO_LIMIT: Any = 0


def deals(lounge: Lounge) -> int:
    match = lounge.states[-1].match
    return len(match.deals) if match else 0


async def act(person: Person) -> None:
    await person.press(person.decisions[0].custom_id)


async def chat(lounge: Lounge, person: Person, count: int) -> None:
    for number in range(count):
        await person.actor.send(lounge.channel, f"message {number}")


async def until_turn(person: Person, *others: Person) -> None:
    """Let others act until it is somebody's turn."""
    while not person.decisions:
        await act(next(other for other in others if other.decisions))


# --- the table


async def test_each_deal_has_a_message_of_its_own_and_the_old_one_shrinks(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    (first,) = tables(ana)
    await play_until([ana], lambda: deals(lounge) > 1)
    (second,) = tables(ana)
    assert second.id > first.id
    (old,) = (shown for shown in public(ana) if shown.id == first.id)
    assert not old.buttons
    assert "Deal 1" in old.text


@pytest.mark.parametrize("opened", [False, True])
async def test_what_is_buried_is_sent_again_below_and_the_old_one_removed(lounge: Lounge, *, opened: bool) -> None:
    ana, bo = lounge.people(2)
    if opened:
        await start_match(ana)
    else:
        await ana.slash("pepper start")
    shown = tables if opened else lobbies
    (old,) = shown(ana)
    await chat(lounge, bo, BURIED_UNDER - 1)
    assert [each.id for each in shown(ana)] == [old.id]
    await chat(lounge, bo, 1)
    (new,) = shown(ana)
    assert new.id > old.id
    assert public(ana)[-1].id == new.id
    assert new.text.replace("table.png", "") == old.text.replace("table.png", "")
    await chat(lounge, bo, BURIED_UNDER - 1)
    assert [each.id for each in shown(ana)] == [new.id]
    await chat(lounge, bo, 1)
    assert len(shown(ana)) == 1
    assert public(ana)[-1].id == shown(ana)[0].id


async def test_what_the_bot_says_itself_doesnt_bury_a_table(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "BURIED_UNDER", 2)
    (ana,) = lounge.people(1)
    await start_match(ana)
    (old,) = tables(ana)
    for _ in range(4):
        await lounge.env.advance_time(8)
        assert notices(ana)
        await act(ana)
    assert [shown.id for shown in tables(ana)] == [old.id]


async def test_the_command_sends_the_table_below(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana)
    (old,) = tables(ana)
    await chat(lounge, bo, 2)
    await bo.slash("pepper table")
    (new,) = tables(ana)
    assert new.id > old.id


# --- turn notices


async def test_who_doesnt_act_is_mentioned_alone_with_a_button_to_the_hand(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await until_turn(ana, bo)
    await lounge.env.advance_time(7)
    assert not notices(ana)
    with requests(lounge) as made:
        await lounge.env.advance_time(1)
    (notice,) = notices(ana)
    assert f"<@{ana.actor.id}>" in notice.text
    (sent,) = (request.json for request in made if request.method == "POST" and request.json)
    assert sent["allowed_mentions"]["users"] == [ana.actor.id]
    assert not sent["allowed_mentions"].get("parse")
    (button,) = notice.buttons
    answer = await ana.press_on(notice, button)
    assert answer is not None
    assert answer.decisions
    await act(ana)
    assert not notices(ana)


async def test_nothing_but_turn_notices_mentions_anybody(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    with requests(lounge) as made:
        await start_match(ana)
        await play_until([ana], lambda: deals(lounge) > 1)
    bodies = [r.json for r in made if r.json and "/messages" in r.path and r.path.startswith("/channels")]
    assert bodies
    for body in bodies:
        assert not body["allowed_mentions"].get("users")
        assert not body["allowed_mentions"].get("parse")


async def test_how_long_a_notice_waits_is_a_setting(tmp_path: Path) -> None:
    async with open_lounge(tmp_path / "pepper.db", TURN_NOTICE_AFTER="60") as lounge:
        (ana,) = lounge.people(1)
        await start_match(ana)
        await lounge.env.advance_time(59)
        assert not notices(ana)
        await lounge.env.advance_time(1)
        (notice,) = notices(ana)
        # The turn is more than half over by then.
        assert "<t:" in notice.text


async def test_a_person_switches_notices_off_and_on(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana, timer=NO_LIMIT)
    await ana.press("more")
    await ana.press(text("en", "button-notices-off"))
    await act(ana)
    await lounge.env.advance_time(600)
    assert not notices(ana)
    await ana.press(text("en", "button-notices-on"))
    await act(ana)
    await lounge.env.advance_time(8)
    assert len(notices(ana)) == 1


# --- hands


async def test_an_open_hand_is_refreshed_when_the_turn_comes_and_when_cards_are_dealt(lounge: Lounge) -> None:
    ana, bo = people = lounge.people(2)
    await start_match(ana, [bo])
    shown = {person: person.last_private.id for person in people}
    assert ana.decisions or bo.decisions, "the answer to Join has become the hand"
    for _ in range(2):
        await until_turn(bo, ana)
        await until_turn(ana, bo)
    dealt = {person: cards_seen(person) for person in people}
    await play_until(people, lambda: deals(lounge) > 1)
    assert all(cards_seen(person) != dealt[person] for person in people)
    assert shown == {person: person.last_private.id for person in people}, "nobody has pressed My hand"


def refreshed(made: list[Any]) -> bool:
    return any(request.method == "PATCH" and request.path.startswith("/webhooks/") for request in made)


@pytest.mark.parametrize(("seconds", "alive"), [(TOKEN_LIFE - 1, True), (TOKEN_LIFE + 1, False)])
async def test_a_hand_is_refreshed_while_its_token_lives_and_never_after(
    lounge: Lounge, seconds: int, *, alive: bool
) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo], timer=NO_LIMIT)
    await until_turn(ana, bo)
    await bo.press("hand")
    await lounge.env.advance_time(seconds)
    with requests(lounge) as made:
        await act(ana)
        for _ in range(3):
            if not bo.decisions and ana.decisions:
                await act(ana)
    assert refreshed(made) is alive
    assert bool(bo.decisions) is alive
    await bo.press("hand")
    assert bo.decisions


async def test_a_dismissed_hand_fails_nothing_else_and_isnt_tried_again(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await until_turn(ana, bo)
    before = tables(ana)[-1].text
    lounge.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, message="Unknown Message", times=None)
    seen = len(lounge.env.http_requests)
    while not refreshed(lounge.env.http_requests[seen:]):
        await act(ana)
    assert tables(ana)[-1].text != before
    with requests(lounge) as made:
        await bo.press("more")
    assert not refreshed(made)
    await bo.press("hand")
    await act(bo)


# --- refusals


async def _look_until_asked(person: Person) -> None:
    """Press My hand while it isn't the person's turn: a table that can't be drawn may wait until somebody does."""
    for _ in range(20):
        if person.decisions:
            return
        await person.press("hand")


REFUSALS = [(400, 200000), (400, 50035), (403, 40333), (409, 0)]


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_the_game_goes_on_while_the_table_cant_be_drawn_and_the_table_follows(
    lounge: Lounge, status: int, code: int
) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    before = tables(ana)[-1].text
    lounge.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    for _ in range(3):
        await _look_until_asked(ana)
        await act(ana)
    assert tables(ana)[-1].text == before
    lounge.env.backend.faults.clear()
    await lounge.env.advance_time(60)
    if status == 403:
        # No clock runs in a channel that refuses: the next press finds out that it doesn't any more.
        await ana.press("hand")
    assert tables(ana)[-1].text != before


async def test_a_table_that_takes_no_more_edits_is_sent_anew_and_the_old_one_removed(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    (old,) = tables(ana)
    lounge.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046)
    await act(ana)
    (new,) = tables(ana)
    assert new.id > old.id


async def test_letters_serve_where_an_emoji_is_refused(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    await start_match(ana)
    await play_until([ana], lambda: "-play" in phase_of(lounge))
    refusal = "Invalid Form Body: components.0.emoji.id: Invalid emoji"
    lounge.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, message=refusal)
    await act(ana)
    assert any(suit in tables(ana)[-1].text for suit in "♠♥♦♣")


def phase_of(lounge: Lounge) -> str:
    match = lounge.states[-1].match
    return f"-{match.deal.phase.value}" if match else ""


# --- every press is answered, in the person's language


MARK = "¤"


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak a German in which every text is the English one with a mark."""
    source = (i18n.LOCALES / "en.ftl").read_text(encoding="utf-8")
    folder = tmp_path / "locales"
    folder.mkdir()
    (folder / "en.ftl").write_text(source, encoding="utf-8")
    resource = FluentParser().parse(source)
    for entry in resource.body:
        if isinstance(entry, ast.Message) and entry.value is not None:
            entry.value.elements.insert(0, ast.TextElement(MARK))
    (folder / "de.ftl").write_text(FluentSerializer().serialize(resource), encoding="utf-8")
    monkeypatch.setattr(i18n, "LOCALES", folder)
    monkeypatch.setattr(i18n, "LANGUAGES", ("de", "en"))
    caches = (i18n.language, i18n._catalog, i18n._text)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


def let_read_german(lounge: Lounge, *readers: Person) -> None:
    backend, ids = lounge.env.backend, {str(person.actor.id) for person in readers}
    emit = backend.emit

    def in_german(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and payload["member"]["user"]["id"] in ids:
            payload["locale"] = "de"
        emit(event, payload)

    backend.emit = in_german  # type: ignore[method-assign]


def verbs(lounge: Lounge) -> list[str]:
    """Return every verb there is, those that change most last."""
    last = ("start", "rematch", "sit", "leave", "end")
    known = [verb for verb in lounge.bot.presses._handlers if verb and verb not in last]
    return [*known, *last]


async def press_everything(lounge: Lounge, person: Person, *, but: tuple[str, ...] = ()) -> None:
    """Press every button there is or ever was, on whatever public message there is, and be answered each time."""
    (on, *_) = reversed(public(person))
    once = {custom_id for version in lounge.versions for custom_id in version.custom_ids}
    known = [f"pepper:1:{verb}" for verb in verbs(lounge)]
    for custom_id in (*sorted(once), *known, "pepper:999:hand", "pepper:1:no-such-verb", "pepper:1:0:no", "x"):
        if not {*custom_id.split(":")[2:3]} & {*but}:
            await press_late(person, on, custom_id)


@pytest.mark.usefixtures("german")
async def test_every_press_in_every_stage_is_answered_once_and_in_the_persons_language(
    lounge: Lounge, house_rules: Any
) -> None:
    house_rules(target=5, defenders_score=True)
    ana, bo, zoe = lounge.person("Ana"), lounge.person("Bo"), lounge.person("Zoe")
    let_read_german(lounge, bo, zoe)
    await ana.slash("pepper start")
    await bo.press("join")
    ending = ("start", "leave", "sit", "end", "rematch")
    for _ in range(3):
        await press_everything(lounge, zoe, but=("join", "join-ns", "join-ew", *ending))
        await press_everything(lounge, bo, but=ending)
        if lobbies(ana):
            await ana.press("start")
        elif tables(ana):
            await finish(lounge)
    assert public(ana)[-1].buttons
    for person in (bo, zoe):
        assert person.private
        for version in person.private:
            assert_in_german(version.texts)
    for version in lounge.versions:
        if version.reader in (None, ana.actor.id):
            assert MARK not in version.text, "everybody else reads English"


def assert_in_german(texts: tuple[str, ...]) -> None:
    names = ("Ana", "Bo", "Zoe", "pepper_")
    said = [part for part in texts if any(letter.isalpha() for letter in part) and not part.startswith((*names, "# <"))]
    assert said
    assert [part for part in said if MARK not in part] == []


@pytest.mark.parametrize("restarted", [False, True])
async def test_every_button_there_ever_was_is_answered_after_the_end(
    lounge: Lounge, house_rules: Any, *, restarted: bool
) -> None:
    house_rules(target=5, defenders_score=True)
    ana, bo, zoe = lounge.person("Ana"), lounge.person("Bo"), lounge.person("Zoe")
    await start_match(ana, [bo])
    await ana.press("more")
    await bo.press("more")
    await zoe.press("more")
    await play_until([ana, bo], lambda: phase_of(lounge) == "-play")
    await lounge.env.advance_time(45)
    await finish(lounge)
    before = [shown.text for shown in public(ana)]
    if restarted:
        await lounge.restart()
    end = lounge.states[-1]
    for person in (ana, zoe):
        await press_everything(lounge, person, but=("rematch",))
    assert lounge.states[-1] == end
    assert [shown.text for shown in public(ana)] == before
