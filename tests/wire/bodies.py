"""Reading what the bot sends, and writing a message's fields into the world the way Discord does."""

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.wire.errors import Refused, invalid_form
from tests.wire.limits import message_problems
from tests.wire.state import COMPONENTS_V2, Attachment, Json, Message, walk
from tests.wire.world import World

MENTION = re.compile(r"<@!?(\d+)>")
KEPT_FLAGS = COMPONENTS_V2 | 1 << 6
FILE_BYTES = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Body:
    """A request's JSON, and the files that came beside it by index; `text` is the JSON as sent."""

    json: Any = None
    text: str = ""
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)


async def read_body(request: web.Request) -> Body:
    """Reads JSON, or a multipart form of `payload_json` and `files[n]`; raises Refused for anything else."""
    if not request.can_read_body:
        return Body()
    kind = request.content_type
    if kind == "multipart/form-data":
        return await _read_form(request)
    text = await request.text()
    if kind != "application/json":
        raise Refused(50109)
    return Body(_parsed(text), text)


async def _read_form(request: web.Request) -> Body:
    form = await request.post()
    files: dict[int, tuple[str, bytes]] = {}
    for name, value in form.items():
        if isinstance(value, web.FileField):
            index = re.fullmatch(r"files\[(\d+)\]", name)
            if index is None:
                raise invalid_form([(name, "a file's field is called files[n]")])
            files[int(index[1])] = (value.filename, value.file.read())
            value.file.close()
    text = str(form.get("payload_json", "{}"))
    return Body(_parsed(text), text, files)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(50109) from error


def write_message(world: World, message: Message, fields: Json, body: Body, *, new: bool) -> None:
    """Puts a body's fields into a message, new or edited; raises Refused with 50035 or 50006 and changes nothing."""
    flags = message.flags | (fields.get("flags") or 0) & KEPT_FLAGS
    attachments = _attachments(world, message, fields, body)
    names = {file.filename for file in attachments}
    merged = _merged(message, fields)
    problems = list(message_problems(merged | _mentions(fields), flags, names))
    problems += _emoji_problems(world, merged["components"])
    problems += [("files", f"{file.filename} is too large") for file in attachments if len(file.data) > FILE_BYTES]
    if problems:
        raise invalid_form(problems)
    if not (merged["content"] or merged["embeds"] or merged["components"] or attachments):
        raise Refused(50006)
    message.content, message.embeds = merged["content"], merged["embeds"]
    message.components = _numbered(merged["components"])
    message.attachments, message.flags = attachments, flags
    if new:
        message.pinged = _pinged(message, fields)
    else:
        message.edits += 1
        message.edited_at = time.time()


def _merged(message: Message, fields: Json) -> Json:
    stored = {"content": message.content, "embeds": message.embeds, "components": message.components}
    empty: Json = {"content": "", "embeds": [], "components": []}
    return {key: (fields[key] or empty[key]) if key in fields else stored[key] for key in stored}


def _mentions(fields: Json) -> Json:
    return {key: fields[key] for key in ("allowed_mentions", "poll", "sticker_ids") if key in fields}


def _attachments(world: World, message: Message, fields: Json, body: Body) -> list[Attachment]:
    listed: list[Json] = fields.get("attachments") or []
    described = {str(entry.get("id")): entry for entry in listed}
    kept = [file for file in message.attachments if "attachments" not in fields or str(file.id) in described]
    for index, (name, data) in sorted(body.files.items()):
        entry = described.get(str(index), {})
        filename = entry.get("filename") or name
        kept.append(Attachment(world.new_id(), filename, data, entry.get("description")))
    return kept


def _emoji_problems(world: World, components: list[Json]) -> list[tuple[str, str]]:
    ids = [
        holder["emoji"]["id"]
        for part in walk(components)
        for holder in (part, *(part.get("options") or ()))
        if (holder.get("emoji") or {}).get("id")
    ]
    return [("components", f"Invalid emoji {one}") for one in ids if int(one) not in world.emojis]


def _numbered(components: list[Json]) -> list[Json]:
    used = {part["id"] for part in walk(components) if part.get("id")}
    free = (number for number in range(1, 1000) if number not in used)
    for part in walk(components):
        if not part.get("id"):
            part["id"] = next(free)
    return components


def _pinged(message: Message, fields: Json) -> tuple[int, ...]:
    """Finds whom a new message notifies: an edit never does, and allowed mentions narrow it down."""
    named = [int(found) for text in message.texts() for found in MENTION.findall(text)]
    allowed = fields.get("allowed_mentions")
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        listed = {int(user) for user in allowed.get("users") or ()}
        named = [user for user in named if user in listed]
    return tuple(dict.fromkeys(named))
