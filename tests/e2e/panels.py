"""People at the House rules and the settings: they change what the panels offer, nothing else."""

from typing import Any

import discord
import simcord
from simcord import actors
from simcord.backend import serializers
from simcord.enums import InteractionType

from bot.screens.house import TOGGLES
from pepper.rules import Rules
from tests.e2e.people import Lounge, Person, Shown


async def open_house(person: Person, **options: Any) -> Shown:
    """Open a lobby and its House rules."""
    await person.slash("pepper start", **options)
    panel = await person.press("house")
    assert panel is not None
    return panel


async def change(person: Person, field: str, value: object) -> Shown:
    """Set a rule in the panel that is open."""
    if field in TOGGLES:
        shown = await person.press(f"toggle:{field}-{'on' if value else 'off'}")
    elif field == "target":
        shown = await person.fill_in("rule:target", "other", typed=str(value))
    else:
        shown = await person.select(f"rule:{field}", str(value))
    assert shown is not None
    return shown


async def begin_with_rules(person: Person, rules: Rules) -> None:
    """Open a lobby, set rules in its panel, and start the match."""
    await open_house(person)
    for field, value in rules.changes().items():
        await change(person, field, value)
    await person.press("start")


def member(lounge: Lounge, name: str, *roles: simcord.RoleHandle, **permissions: bool) -> Person:
    """Return a new member of the guild with roles and permissions."""
    guild = lounge.env.guild
    own = guild.create_role(f"of {name}", permissions=discord.Permissions(**permissions))
    user = lounge.env.create_user(name.lower(), global_name=name)
    return Person(lounge, guild.add_member(user, roles=[*roles, own]), name)


async def forge(person: Person, purpose: str, *values: str, table_id: int | None = None) -> Shown | None:
    """Choose what no menu offers, on the newest private message. Returns the answer."""
    shown = person.last_private
    if table_id is None:
        table_id = next(int(button.custom_id.split(":")[1]) for button in shown.buttons)
    env = person.lounge.env
    stored = env.backend.get_message(person.lounge.channel.id, shown.id)
    before = len(env.http_requests)
    data: dict[str, Any] = {"custom_id": f"pepper:{table_id}:{purpose}", "component_type": 3, "values": list(values)}
    return person._answer(await actors._component_interaction(person.actor, stored, data), before)


async def forge_form(person: Person, purpose: str, typed: str, table_id: int) -> Shown | None:
    """Send a form with what no form takes. Returns the answer."""
    env = person.lounge.env
    stored = env.backend.get_message(person.lounge.channel.id, person.last_private.id)
    before = len(env.http_requests)
    components = [{"type": 18, "component": {"type": 4, "custom_id": "value", "value": typed}}]
    result = await actors._dispatch_actor_interaction(
        person.actor,
        InteractionType.MODAL_SUBMIT,
        person.lounge.channel,
        {"custom_id": f"pepper:{table_id}:{purpose}", "components": components},
        extra={"message": dict(serializers.message_payload(env.backend, stored))},
        source_message_id=stored.id,
    )
    return person._answer(result, before)
