"""The leaderboard of a server."""

from collections.abc import Sequence

from bot.i18n import text
from bot.screens.layout import GOLD, Screen, lines, panel
from bot.screens.words import name_text
from bot.storage import Standing


def leaderboard(locale: str, standings: Sequence[Standing]) -> Screen:
    """Return wins and matches, the most wins first."""
    if not standings:
        return Screen(panel(text(locale, "leaderboard-title"), text(locale, "leaderboard-empty"), accent=GOLD))
    rows = [
        text(locale, "leaderboard-row", place=place, name=name_text(one.name), wins=one.wins, matches=one.matches)
        for place, one in enumerate(standings, 1)
    ]
    return Screen(panel(text(locale, "leaderboard-title"), lines(rows), accent=GOLD))
