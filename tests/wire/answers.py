"""Answers to interactions: the callback, follow-ups and edits by token, judged as Discord judges them."""

from collections.abc import Callable

from aiohttp import web

from tests.wire.bodies import Body, write_message
from tests.wire.errors import Refused, invalid_form
from tests.wire.limits import modal_problems
from tests.wire.payloads import callback_payload, message_payload
from tests.wire.state import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    COMPONENT,
    DEFER_EDIT,
    EDIT,
    EPHEMERAL,
    FORM,
    LOADING,
    MODAL,
    SAY,
    SUGGEST,
    THINK,
    TOKEN_SECONDS,
    Interaction,
    Json,
    Message,
)
from tests.wire.world import World

Announce = Callable[[str, Message], None]


class Answers:
    """The endpoints that an interaction's token opens."""

    def __init__(self, world: World, base: Callable[[], str], announce: Announce) -> None:
        self._world = world
        self._base = base
        self._announce = announce

    def callback(self, request: web.Request, body: Body) -> Json:
        """Takes the first answer: within 3 seconds (else 10062), exactly one (else 40060)."""
        interaction = self._world.interactions.get(request.match_info["interaction_token"])
        if interaction is None or str(interaction.id) != request.match_info["interaction_id"]:
            raise Refused(10062)
        if interaction.answered is not None:
            raise Refused(40060)
        if self._world.now() > interaction.delivered + ANSWER_SECONDS:
            raise Refused(10062)
        if interaction.channel.id not in self._world.channels:
            raise Refused(10003)
        self._carry_out(interaction, body)
        interaction.response = body.json["type"]
        interaction.answered = self._world.now()
        interaction.heard.set()
        return callback_payload(interaction, self._base())

    def _carry_out(self, interaction: Interaction, body: Body) -> None:
        kind, fields = body.json.get("type"), body.json.get("data") or {}
        pressed = interaction.source is not None
        if kind not in _possible(interaction):
            raise invalid_form([("type", f"{kind} is no answer to an interaction of type {interaction.kind}")])
        match kind:
            case 4:
                interaction.original = self._say(interaction, fields, body)
            case 5:
                interaction.original = self._think(interaction, fields)
                interaction.waiting = True
            case 6 | 7:
                assert pressed
                interaction.original = interaction.source
                if kind == EDIT:
                    self._edit(interaction.message, fields, body)
            case 8:
                interaction.choices = fields.get("choices") or []
                if len(interaction.choices) > 25:
                    raise invalid_form([("data.choices", "Must be 25 or fewer in length")])
            case 9:
                if problems := list(modal_problems(fields)):
                    raise invalid_form(problems)
                interaction.modal = fields

    def _say(self, interaction: Interaction, fields: Json, body: Body) -> Message:
        message = self._blank(interaction, (fields.get("flags") or 0) & EPHEMERAL)
        write_message(self._world, message, fields, body, new=True)
        self._world.messages[message.id] = message
        self._announce("MESSAGE_CREATE", message)
        return message

    def _think(self, interaction: Interaction, fields: Json) -> Message:
        message = self._blank(interaction, (fields.get("flags") or 0) & EPHEMERAL | LOADING)
        self._world.messages[message.id] = message
        self._announce("MESSAGE_CREATE", message)
        return message

    def _blank(self, interaction: Interaction, flags: int) -> Message:
        return Message(
            self._world.new_id(),
            interaction.channel,
            self._world.application,
            self._world.now(),
            flags=flags,
            audience=interaction.user if flags & EPHEMERAL else None,
            cause=interaction,
        )

    def _edit(self, message: Message, fields: Json, body: Body) -> None:
        if message.id not in self._world.messages:
            raise Refused(10008)
        loading, message.flags = message.flags & LOADING, message.flags & ~LOADING
        try:
            write_message(self._world, message, fields, body, new=bool(loading))
        except Refused:
            message.flags |= loading
            raise
        self._announce("MESSAGE_UPDATE", message)

    def follow_up(self, request: web.Request, body: Body) -> Json:
        """Takes a further message; the first after a thinking deferral fills that one and keeps its visibility."""
        interaction = self._opened(request)
        if interaction.waiting:
            interaction.waiting = False
            self._edit(interaction.message, body.json, body)
            return message_payload(interaction.message, self._base())
        message = self._say(interaction, body.json, body)
        interaction.followups.append(message)
        return message_payload(message, self._base())

    def fetch(self, request: web.Request, _body: Body) -> Json:
        """Reads a message the token reaches."""
        return message_payload(self._reached(request), self._base())

    def edit(self, request: web.Request, body: Body) -> Json:
        """Edits a message the token reaches; an ephemeral one has no other way."""
        interaction, message = self._opened(request), self._reached(request)
        self._edit(message, body.json, body)
        if message is interaction.original:
            interaction.waiting = False
        return message_payload(message, self._base())

    def delete(self, request: web.Request, _body: Body) -> None:
        """Deletes a message the token reaches."""
        message = self._reached(request)
        del self._world.messages[message.id]
        self._announce("MESSAGE_DELETE", message)

    def _opened(self, request: web.Request) -> Interaction:
        interaction = self._world.interactions.get(request.match_info["webhook_token"])
        if interaction is None or request.match_info["webhook_id"] != str(self._world.application.id):
            raise Refused(50027)
        if self._world.now() > interaction.delivered + TOKEN_SECONDS:
            raise Refused(50027)
        if interaction.answered is None:
            raise Refused(10015)
        return interaction

    def _reached(self, request: web.Request) -> Message:
        interaction = self._opened(request)
        wanted = request.match_info["message_id"]
        reachable = interaction.messages + ((interaction.source,) if interaction.source else ())
        for message in reachable:
            original = wanted == "@original" and message is interaction.original
            if (original or wanted == str(message.id)) and message.id in self._world.messages:
                return message
        raise Refused(10008)


def _possible(interaction: Interaction) -> tuple[int, ...]:
    if interaction.kind == AUTOCOMPLETE:
        return (SUGGEST,)
    if interaction.kind == COMPONENT:
        return (SAY, THINK, DEFER_EDIT, EDIT, FORM)
    if interaction.kind == MODAL:
        return (SAY, THINK) if interaction.source is None else (SAY, THINK, DEFER_EDIT, EDIT)
    return (SAY, THINK, FORM)
