from pathlib import Path
from typing import Any

import discord
import pytest

from bot import thinking
from bot.i18n import text
from pepper.seats import Seat
from tests.e2e.leaks import leaks
from tests.e2e.people import Button, Lounge, Person, is_over, open_lounge, start_match
from tests.e2e.steering import cards_seen, finish, headline, lobbies, open_hands, press_late, public, tables

pytestmark = pytest.mark.usefixtures("no_errors")

CLOSED = text("en", "table-closed")


async def start_as_partners(ana: Person, bo: Person) -> None:
    """Let Ana and Bo play against two computers."""
    await ana.slash("pepper start", partners="chosen")
    await bo.press("join-ns")
    await ana.press("start")


def seat_of(lounge: Lounge, person: Person) -> Seat:
    seat = lounge.states[-1].seat_of(person.actor.id)
    assert seat is not None
    return seat


def hand_at(lounge: Lounge, seat: Seat) -> frozenset[Any]:
    match = lounge.states[-1].match
    assert match is not None
    return frozenset(match.deal.hands[seat.index])


def hosts(person: Person) -> bool:
    """Return whether the newest More panel of a person is that of a host."""
    return text("en", "button-end") in person.last_private.text


async def leave(person: Person) -> None:
    await person.press("more")
    answer = await person.press("leave")
    assert answer is not None
    assert text("en", "left") in answer.text


# --- the lobby


async def test_a_guest_leaves_the_lobby_and_a_host_hands_it_on(lounge: Lounge) -> None:
    ana, bo, cy = lounge.people(3)
    await ana.slash("pepper start")
    await bo.press("join")
    await cy.press("join")
    await bo.press("leave")
    assert "Bo" not in lobbies(ana)[-1].text
    await ana.press("leave")
    assert text("en", "lobby-host", name="**Cy**") in lobbies(ana)[-1].text
    answer = await ana.press("start")
    assert answer is not None
    assert answer.text == text("en", "refusal-not-host")
    await cy.press("start")
    assert tables(cy)


async def test_a_lobby_that_everybody_has_left_closes(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await ana.press("add")
    await ana.press("leave")
    assert [shown.text for shown in public(ana)] == [CLOSED]
    await bo.slash("pepper start")
    assert lobbies(bo)


async def test_a_guest_may_not_end_a_lobby(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await ana.slash("pepper start")
    await bo.press("join")
    answer = await bo.slash("pepper end")
    assert answer is not None
    assert answer.text == text("en", "refusal-may-not-end")
    await ana.slash("pepper end")
    assert not lobbies(ana)


# --- leaving a match


def choice_of(person: Person) -> Button:
    """Choose so that Bo makes the bid and a card is exchanged."""
    tokens = {button.token: button for button in person.decisions}
    if "little" in tokens and person.name == "Bo":
        return tokens["little"]
    if "keep" in tokens:
        return person.decisions[1]
    return tokens.get("pass") or person.decisions[0]


async def play_to(phase: str, ana: Person, bo: Person) -> None:
    """Let Ana and Bo play until Bo must act in a phase."""
    sign = text("en", f"hand-asked-{phase}")
    for _ in range(150):
        if sign in headline(bo):
            return
        asked = next(person for person in (ana, bo) if person.decisions)
        await asked.press(choice_of(asked).custom_id)
    raise AssertionError(headline(bo))


@pytest.fixture
def meek_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers pass, keep their cards, and play the first they may."""
    monkeypatch.setattr(thinking, "PLAYERS", {"regular": lambda view, _random: view.legal[0]})


# Seeds by who deals first, which only saves time: Juno sits before Bo, Bo himself, Ana is his partner.
@pytest.mark.usefixtures("meek_computers")
@pytest.mark.parametrize(
    ("phase", "seed"), [("auction", 1), ("naming", 1), ("offer", 7), ("return", 0), ("discard", 1), ("play", 1)]
)
async def test_a_computer_plays_on_for_who_leaves_and_who_sits_in_gets_exactly_that_hand(
    phase: str, seed: int, tmp_path: Path, house_rules: Any
) -> None:
    house_rules(exchange=True, sixth_card="discarded")
    async with open_lounge(tmp_path / "pepper.db", seed) as lounge:
        ana, bo, cy = lounge.people(3)
        await start_as_partners(ana, bo)
        await play_to(phase, ana, bo)
        seat, step, button = seat_of(lounge, bo), lounge.states[-1].step, bo.decisions[-1]
        old_hand = next(shown for shown in reversed(bo.sees()) if button in shown.buttons)
        await leave(bo)
        assert not cards_seen(bo), "who has left reads no cards any more"
        assert lounge.states[-1].step > step, "a computer has moved"
        answer = await press_late(bo, old_hand, button.custom_id)
        assert answer is not None
        assert answer.text == text("en", "refusal-not-seated")

        await cy.press("more")
        await cy.press(f"pepper:1:sit:{seat}")
        assert seat_of(lounge, cy) is seat
        assert hand_at(lounge, seat) <= cards_seen(cy)
        while not cy.decisions:
            await ana.press(choice_of(ana).custom_id)
        await cy.press(cy.decisions[0].custom_id)
        assert not cards_seen(bo)
        assert not [version.text for version in lounge.versions if leaks(version)]


async def test_who_leaves_as_host_hands_the_table_on(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await bo.press("more")
    assert not hosts(bo)
    await leave(ana)
    await bo.press("more")
    assert hosts(bo)


async def test_a_match_that_everybody_has_left_closes(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await leave(ana)
    assert tables(bo)
    await leave(bo)
    steps = lounge.states[-1].step
    assert not tables(bo)
    assert public(bo)[-1].text == CLOSED
    await lounge.env.advance_time(3600)
    assert lounge.states[-1].step == steps, "computers don't play on"
    await ana.slash("pepper start")
    assert lobbies(ana)


async def test_nobody_leaves_or_sits_in_after_the_end_and_the_rematch_can_be_left(
    lounge: Lounge, house_rules: Any
) -> None:
    house_rules(target=5, defenders_score=True)
    ana, bo, cy = lounge.people(3)
    await start_match(ana, [bo])
    await bo.press("more")
    panel = bo.last_private
    await cy.press("more")
    seats = cy.last_private
    await finish(lounge)
    assert is_over(ana)
    for person, on, verb in ((bo, panel, "leave"), (cy, seats, "sit:N"), (bo, panel, "back"), (bo, panel, "host:N")):
        answer = await press_late(person, on, f"pepper:1:{verb}")
        assert answer is not None
        assert text("en", "refusal-match-over") in answer.text
    await bo.press("rematch")
    assert "Ana" in lobbies(bo)[-1].text
    await ana.press("leave")
    assert "Ana" not in lobbies(bo)[-1].text
    await bo.press("start")
    assert tables(bo)


# --- host, end, misdeal


async def test_a_host_makes_another_person_host(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await ana.press("more")
    await ana.press(text("en", "button-host", name="Bo"))
    await ana.press("more")
    assert not hosts(ana)
    await bo.press("more")
    assert hosts(bo)
    late = ana.last_private
    answer = await press_late(ana, late, f"pepper:1:host:{seat_of(lounge, ana)}")
    assert answer is not None
    assert text("en", "refusal-not-host") in answer.text


async def propose_end(person: Person) -> None:
    await person.press("more")
    await person.press(text("en", "button-propose-end"))


async def test_a_majority_of_the_people_ends_a_table(lounge: Lounge) -> None:
    ana, bo, cy, di = lounge.people(4)
    await start_match(ana, [bo, cy, di])
    for person in (bo, cy):
        await propose_end(person)
    assert text("en", "table-end-wished", names="Bo, Cy", needed=3).split(";")[1] in tables(ana)[-1].text
    await propose_end(di)
    assert not tables(ana)
    assert public(ana)[-1].text == CLOSED


async def test_the_majority_counts_anew_when_somebody_leaves(lounge: Lounge) -> None:
    ana, bo, cy, di = lounge.people(4)
    await start_match(ana, [bo, cy, di])
    for person in (bo, cy):
        await propose_end(person)
    assert tables(ana)
    await leave(di)
    assert not tables(ana)


async def test_a_host_ends_the_table_alone(lounge: Lounge) -> None:
    ana, bo = lounge.people(2)
    await start_match(ana, [bo])
    await open_hands([bo])
    await ana.press("more")
    await ana.press(text("en", "button-end"))
    assert public(bo)[-1].text == CLOSED
    assert text("en", "hand-over") in headline(bo)
    assert not bo.decisions


async def test_a_moderator_ends_a_table_and_nobody_else_from_outside(lounge: Lounge) -> None:
    ana, cy = lounge.person("Ana"), lounge.person("Cy")
    guild = lounge.env.guild
    role = guild.create_role("Moderators", permissions=discord.Permissions(manage_channels=True))
    mo = Person(lounge, guild.add_member(lounge.env.create_user("mo", global_name="Mo"), roles=[role]), "Mo")
    await start_match(ana)
    await cy.press("more")
    assert text("en", "button-end") not in cy.last_private.text
    answer = await cy.slash("pepper end")
    assert answer is not None
    assert answer.text == text("en", "refusal-not-seated")
    await mo.press("more")
    await mo.press(text("en", "button-end"))
    assert public(ana)[-1].text == CLOSED


async def test_two_players_of_different_sides_have_the_cards_dealt_again_before_the_first_bid(lounge: Lounge) -> None:
    ana, bo, cy, di = people = lounge.people(4)
    await ana.slash("pepper start", partners="chosen")
    for person, side in ((bo, "join-ew"), (cy, "join-ns"), (di, "join-ew")):
        await person.press(side)
    await ana.press("start")
    await open_hands(people)
    before = {person: cards_seen(person) for person in people}
    again = text("en", "button-misdeal")
    for person in (ana, cy):
        await person.press("more")
        answer = await person.press(again)
        assert answer is not None
        assert text("en", "misdeal-proposed") in answer.text
    assert before == {person: cards_seen(person) for person in people}
    assert text("en", "table-misdeal-wished", names="Ana, Cy") in tables(di)[-1].text
    await di.press("more")
    panel = di.last_private
    answer = await di.press(again)
    assert answer is not None
    assert text("en", "misdeal-done") in answer.text
    assert text("en", "deal-void", number=1) in public(ana)[-2].text
    assert all(before[person] != cards_seen(person) for person in people)

    speaker = next(person for person in people if person.decisions)
    await speaker.press(speaker.decisions[0].custom_id)
    await di.press("more")
    assert again not in di.last_private.text
    answer = await press_late(di, panel, "pepper:1:misdeal")
    assert answer is not None
    assert text("en", "reason-already-spoken") in answer.text


# --- several tables


async def test_a_person_plays_at_several_tables_at_once(lounge: Lounge) -> None:
    (ana,) = lounge.people(1)
    first, second = lounge.channel, lounge.env.guild.create_text_channel("more-pepper")
    for channel in (first, second):
        lounge.channel = channel
        await start_match(ana)
    lounge.channel = first
    hand, decisions = headline(ana), ana.decisions
    lounge.channel = second
    await ana.press(ana.decisions[0].custom_id)
    lounge.channel = first
    assert (headline(ana), ana.decisions) == (hand, decisions)
    await leave(ana)
    assert not tables(ana)
    lounge.channel = second
    assert tables(ana)
    assert ana.decisions
