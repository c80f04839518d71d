"""The panel in which the host of a lobby chooses how well each computer plays."""

from bot.i18n import text
from bot.presses import verb_id
from bot.screens.layout import GREY, Item, Screen, Style, button, choice, lines, panel, rows, selection
from bot.screens.words import level_name, plain_name
from bot.tables import Occupant, Table
from pepper.players import LEVELS

REMOVE = "remove"
IN_PANEL = "panel"  # the computer is added from here, not from the lobby


def computers(locale: str, table: Table) -> Screen:
    """Return the panel: a menu for each computer, and a button for one more while a seat is free."""
    places = table.state.places
    seated = [who for who in places if who is not None and who.level is not None]
    buttons = []
    if None in places:
        buttons.append(button(text(locale, "button-add"), verb_id(table.id, "add", IN_PANEL), Style.primary))
    return Screen(
        panel(
            text(locale, "computers-title" if seated else "computers-none"),
            lines([text(locale, f"computers-{level}") for level in LEVELS]),
            *(_menu(locale, table.id, who) for who in seated),
            *rows(buttons),
            accent=GREY,
        )
    )


def _menu(locale: str, table_id: int, who: Occupant) -> Item:
    assert who.level is not None, "a computer has a level"
    name = plain_name(who.name)

    def words(level: str) -> str:
        return text(locale, "computers-choice", name=name, level=level_name(locale, level))

    choices = [choice(words(level), level, is_set=level == who.level) for level in LEVELS]
    choices.append(choice(text(locale, "computers-remove", name=name), REMOVE))
    return selection(words(who.level), verb_id(table_id, "level", who.name), choices)
