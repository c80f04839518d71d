"""The pieces every screen is built of."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

Item = discord.ui.Item[Any]
Style = discord.ButtonStyle

GREEN = 0x2E7D4F
GOLD = 0xE0A526
GREY = 0x6B7280

# Five fit a row on a desktop, but on phones a fifth wraps and can hide.
BUTTONS_A_ROW = 4
LABEL_LENGTH = 34


class Screen(discord.ui.LayoutView):
    """A finished message. Its presses arrive through `Presses`, so discord.py needs not keep it."""

    def __init__(self, *items: Item) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


def panel(*items: Item | str | None, accent: int = GREEN) -> discord.ui.Container[Any]:
    """Return a box of items; texts become text displays, None is left out."""
    return discord.ui.Container(*map(_item, (item for item in items if item not in (None, ""))), accent_colour=accent)


def _item(item: Any) -> Item:
    return discord.ui.TextDisplay(item) if isinstance(item, str) else item


def button(
    label: str, custom_id: str, style: Style = Style.secondary, *, disabled: bool = False, emoji: str | None = None
) -> discord.ui.Button[Any]:
    """Return a button; a label over Discord's advice of 34 characters is cut."""
    if len(label) > LABEL_LENGTH:
        label = label[: LABEL_LENGTH - 1] + "…"
    return discord.ui.Button(label=label, custom_id=custom_id, style=style, disabled=disabled, emoji=emoji)


def rows(buttons: Iterable[discord.ui.Button[Any]]) -> tuple[Item, ...]:
    """Return action rows of at most four buttons."""
    every = tuple(buttons)
    return tuple(
        discord.ui.ActionRow(*every[start : start + BUTTONS_A_ROW]) for start in range(0, len(every), BUTTONS_A_ROW)
    )


def choice(label: str, value: str, *, is_set: bool = False) -> discord.SelectOption:
    """Return one choice of a menu; a label over 100 characters is cut."""
    return discord.SelectOption(label=label[:100], value=value, default=is_set)


def selection(placeholder: str, custom_id: str, choices: list[discord.SelectOption], *, disabled: bool = False) -> Item:
    """Return a menu of which one choice is picked, in a row of its own."""
    menu = discord.ui.Select[Screen](
        custom_id=custom_id, placeholder=placeholder[:150], options=choices, disabled=disabled
    )
    return discord.ui.ActionRow(menu)


def line() -> Item:
    """Return a thin line between two parts of a panel."""
    return discord.ui.Separator(spacing=discord.SeparatorSpacing.small)


def sentence(words: str, *below: Item) -> Screen:
    """Return a private message that only says something."""
    return Screen(panel(words, accent=GREY), *below)


def lines(parts: Sequence[str | None]) -> str:
    """Join lines, leaving out what is None or empty."""
    return "\n".join(part for part in parts if part)
