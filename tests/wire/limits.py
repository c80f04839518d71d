"""What Discord refuses in a message or a form, as (dotted path, sentence) pairs: the limits of its documentation."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.wire.state import COMPONENTS_V2, Json, walk

Problems = Iterator[tuple[str, str]]

ROW, BUTTON, TEXT_INPUT = 1, 2, 4
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
CONTAINED = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
TOP_LEVEL_V2 = CONTAINED | {CONTAINER}
LINK, PREMIUM = 5, 6


def length(path: str, value: Any, most: int, least: int = 0) -> Problems:
    """Finds a text that is no text, or is shorter or longer than allowed; None passes."""
    if value is None:
        return
    if not isinstance(value, str):
        yield path, f"must be a text, not {value!r}"
    elif not least <= len(value) <= most:
        yield path, f"Must be between {least} and {most} in length, is {len(value)}"


def message_problems(body: Json, flags: int, files: set[str]) -> Problems:
    """Finds what is wrong in a message's fields; `flags` are those the message will have, `files` what it holds."""
    yield from length("content", body.get("content"), 2000)
    yield from embed_problems(body.get("embeds") or [])
    yield from mention_problems(body.get("allowed_mentions") or {})
    components = body.get("components") or []
    if flags & COMPONENTS_V2:
        for legacy in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(legacy):
                yield (
                    legacy,
                    "The 'content' and 'embeds' fields cannot be used with MessageFlags.IS_COMPONENTS_V2",
                )
        yield from layout_problems(components)
    elif len(components) > 5:
        yield "components", "Must be 5 or fewer in length"
    allowed = TOP_LEVEL_V2 if flags & COMPONENTS_V2 else frozenset({ROW})
    yield from tree_problems("components", components, allowed)
    yield from identity_problems(components)
    yield from media_problems(components, files)


def layout_problems(components: list[Json]) -> Problems:
    """Finds too many components or too much text in a Components V2 message: 40, nested ones too; 4,000."""
    parts = list(walk(components))
    if len(parts) > 40:
        yield "components", f"The total number of components cannot exceed 40, is {len(parts)}"
    texts = sum(len(part.get("content", "")) for part in parts if part.get("type") == TEXT)
    if texts > 4000:
        yield "components", f"The displayable text cannot exceed 4000 characters, is {texts}"


def tree_problems(path: str, components: Any, allowed: frozenset[int]) -> Problems:
    """Finds components where Discord doesn't take them, and what is wrong inside each."""
    if not isinstance(components, list):
        yield path, "Only lists are allowed"
        return
    for index, part in enumerate(components):
        here = f"{path}.{index}"
        kind = part.get("type")
        if kind not in allowed:
            yield f"{here}.type", f"Value must be one of {sorted(allowed)}, is {kind}"
        else:
            yield from KINDS[kind](here, part)


def row_problems(path: str, row: Json) -> Problems:
    """Finds more in a row than five buttons or one select."""
    parts = row.get("components") or []
    kinds = [part.get("type") for part in parts]
    if not 1 <= len(parts) <= 5:
        yield f"{path}.components", f"Must be between 1 and 5 in length, is {len(parts)}"
    if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
        yield f"{path}.components", "A row holds five buttons or one select"
    yield from tree_problems(f"{path}.components", parts, SELECTS | {BUTTON, TEXT_INPUT})


def button_problems(path: str, button: Json) -> Problems:
    """Finds a button without words, with too many, or without the one thing its style needs."""
    yield from length(f"{path}.label", button.get("label"), 80)
    style = button.get("style")
    if style not in range(1, 7):
        yield f"{path}.style", f"Value must be one of 1 to 6, is {style}"
    if style == LINK:
        if not button.get("url") or "custom_id" in button:
            yield path, "A link button has a url and no custom id"
        yield from length(f"{path}.url", button.get("url"), 512)
    elif style != PREMIUM:
        yield from length(f"{path}.custom_id", button.get("custom_id") or "", 100, 1)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield path, "A button must have a label or an emoji"


def select_problems(path: str, select: Json) -> Problems:
    """Finds a select without options, with too many, or with a text too long."""
    yield from length(f"{path}.custom_id", select.get("custom_id") or "", 100, 1)
    yield from length(f"{path}.placeholder", select.get("placeholder"), 150)
    if select.get("type") != 3:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        yield f"{path}.options", f"Must be between 1 and 25 in length, is {len(options)}"
    if len({option.get("value") for option in options}) < len(options):
        yield f"{path}.options", "The specified option value is already used"
    if select.get("max_values", 1) > len(options) or select.get("min_values", 1) > select.get("max_values", 1):
        yield f"{path}.max_values", "There are fewer options than values to choose"
    for index, option in enumerate(options):
        yield from length(f"{path}.options.{index}.label", option.get("label") or "", 100, 1)
        yield from length(f"{path}.options.{index}.value", option.get("value") or "", 100, 1)
        yield from length(f"{path}.options.{index}.description", option.get("description"), 100)


def section_problems(path: str, section: Json) -> Problems:
    """Finds a section without 1–3 texts or without its accessory."""
    texts = section.get("components") or []
    if not 1 <= len(texts) <= 3:
        yield f"{path}.components", f"Must be between 1 and 3 in length, is {len(texts)}"
    yield from tree_problems(f"{path}.components", texts, frozenset({TEXT}))
    accessory = section.get("accessory")
    if not accessory:
        yield f"{path}.accessory", "This field is required"
    else:
        yield from tree_problems(f"{path}.accessory", [accessory], frozenset({BUTTON, THUMBNAIL}))


def text_problems(path: str, text: Json) -> Problems:
    """Finds a text block that is empty or too long."""
    yield from length(f"{path}.content", text.get("content") or "", 4000, 1)


def gallery_problems(path: str, gallery: Json) -> Problems:
    """Finds a gallery without pictures, with more than ten, or with an alt text over 1,024."""
    items = gallery.get("items") or []
    if not 1 <= len(items) <= 10:
        yield f"{path}.items", f"Must be between 1 and 10 in length, is {len(items)}"
    for index, item in enumerate(items):
        yield from length(f"{path}.items.{index}.description", item.get("description"), 1024)


def thumbnail_problems(path: str, thumbnail: Json) -> Problems:
    """Finds an alt text over 1,024."""
    yield from length(f"{path}.description", thumbnail.get("description"), 1024)


def container_problems(path: str, container: Json) -> Problems:
    """Finds an empty container, or one that holds what belongs elsewhere."""
    parts = container.get("components") or []
    if not parts:
        yield f"{path}.components", "This field is required"
    yield from tree_problems(f"{path}.components", parts, CONTAINED)


def input_problems(path: str, field: Json) -> Problems:
    """Finds a form's text field with an id, label, placeholder or value out of bounds."""
    yield from length(f"{path}.custom_id", field.get("custom_id") or "", 100, 1)
    yield from length(f"{path}.label", field.get("label"), 45, 1)
    yield from length(f"{path}.placeholder", field.get("placeholder"), 100)
    yield from length(f"{path}.value", field.get("value"), 4000)


def label_problems(path: str, label: Json) -> Problems:
    """Finds a form's label over 45, its description over 100, or the field it names missing."""
    yield from length(f"{path}.label", label.get("label") or "", 45, 1)
    yield from length(f"{path}.description", label.get("description"), 100)
    inner = [label["component"]] if label.get("component") else []
    if not inner:
        yield f"{path}.component", "This field is required"
    yield from tree_problems(f"{path}.component", inner, SELECTS | {TEXT_INPUT, 19, 21, 22, 23})


def nothing(_path: str, _part: Json) -> Problems:
    """Finds nothing wrong."""
    return iter(())


KINDS: dict[int, Callable[[str, Json], Problems]] = {
    ROW: row_problems,
    BUTTON: button_problems,
    TEXT_INPUT: input_problems,
    **dict.fromkeys(SELECTS, select_problems),
    SECTION: section_problems,
    TEXT: text_problems,
    THUMBNAIL: thumbnail_problems,
    GALLERY: gallery_problems,
    FILE: nothing,
    SEPARATOR: nothing,
    CONTAINER: container_problems,
    LABEL: label_problems,
    **dict.fromkeys((19, 21, 22, 23), nothing),
}


def identity_problems(components: list[Json]) -> Problems:
    """Finds custom ids or component ids that occur twice."""
    for key, sentence in (("custom_id", "Component custom id cannot be duplicated"), ("id", "Duplicate id")):
        seen: set[Any] = set()
        for part in walk(components):
            value = part.get(key)
            if value and value in seen:
                yield "components", f"{sentence}: {value}"
            seen.add(value)


def media_problems(components: list[Json], files: set[str]) -> Problems:
    """Finds pictures that name a file the message doesn't hold."""
    for part in walk(components):
        for holder in (part, *(part.get("items") or ())):
            media = holder.get("media") or holder.get("file") or {}
            url = media.get("url", "") if isinstance(media, dict) else ""
            name = url.removeprefix("attachment://")
            if name != url and name not in files:
                yield "components", f"There is no attachment called {name}"


def embed_problems(embeds: list[Json]) -> Problems:
    """Finds embeds over their limits: each text, 25 fields, 10 embeds, 6,000 characters in all."""
    if len(embeds) > 10:
        yield "embeds", "Must be 10 or fewer in length"
    total = 0
    for index, embed in enumerate(embeds):
        fields = embed.get("fields") or []
        if len(fields) > 25:
            yield f"embeds.{index}.fields", "Must be 25 or fewer in length"
        bounded = [
            ("title", embed.get("title") or "", 256, 0),
            ("description", embed.get("description") or "", 4096, 0),
            ("footer.text", (embed.get("footer") or {}).get("text") or "", 2048, 0),
            ("author.name", (embed.get("author") or {}).get("name") or "", 256, 0),
        ]
        for number, item in enumerate(fields):
            bounded.append((f"fields.{number}.name", item.get("name") or "", 256, 1))
            bounded.append((f"fields.{number}.value", item.get("value") or "", 1024, 1))
        for name, text, most, least in bounded:
            yield from length(f"embeds.{index}.{name}", text, most, least)
            total += len(text)
    if total > 6000:
        yield "embeds", f"Embed size exceeds maximum size of 6000, is {total}"


def mention_problems(mentions: Json) -> Problems:
    """Finds allowed mentions that name people and everybody at once."""
    for kind in ("users", "roles"):
        if kind in (mentions.get("parse") or ()) and mentions.get(kind):
            yield "allowed_mentions.parse", f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
        if len(mentions.get(kind) or ()) > 100:
            yield f"allowed_mentions.{kind}", "Must be 100 or fewer in length"


def modal_problems(modal: Json) -> Problems:
    """Finds a form with a title over 45, an id out of bounds, or not 1–5 parts."""
    yield from length("data.title", modal.get("title") or "", 45, 1)
    yield from length("data.custom_id", modal.get("custom_id") or "", 100, 1)
    parts = modal.get("components") or []
    if not 1 <= len(parts) <= 5:
        yield "data.components", f"Must be between 1 and 5 in length, is {len(parts)}"
    yield from tree_problems("data.components", parts, frozenset({ROW, TEXT, LABEL}))
    yield from identity_problems(parts)


EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
