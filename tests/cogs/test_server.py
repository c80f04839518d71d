"""What a server's settings are when channels or roles are gone."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.storage import EVERYONE, MODERATORS, ServerSettings
from cogs.server import without_gone


def guild(*, channels: tuple[int, ...] = (), roles: tuple[int, ...] = (), unavailable: bool = False) -> Any:
    return SimpleNamespace(
        unavailable=unavailable,
        get_channel=dict.fromkeys(channels, "a channel").get,
        get_role=dict.fromkeys(roles, "a role").get,
    )


def test_what_is_gone_falls_away_and_the_rest_stays() -> None:
    settings = ServerSettings({"lone": True}, "chosen", 30, "7", (1, 2, 3))
    left = without_gone(settings, guild(channels=(2, 3, 4), roles=(8,)))
    assert left == ServerSettings({"lone": True}, "chosen", 30, EVERYONE, (2, 3))
    assert without_gone(settings, guild(channels=(1, 2, 3), roles=(7,))) == settings


@pytest.mark.parametrize("unknown", [None, guild(unavailable=True)])
def test_a_server_that_isnt_known_at_the_moment_keeps_its_restrictions(unknown: Any) -> None:
    settings = ServerSettings(starters="7", channels=(1,))
    assert without_gone(settings, unknown) == settings


@pytest.mark.parametrize("starters", [EVERYONE, MODERATORS])
def test_who_may_start_without_a_role_needs_none(starters: str) -> None:
    assert without_gone(ServerSettings(starters=starters), guild()).starters == starters
