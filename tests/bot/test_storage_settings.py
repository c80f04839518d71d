"""What a server wants, and its presets, as they are kept."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import MOST_PRESETS, PresetsFullError, SavedPreset, ServerSettings, Storage, preset_key

WANTED = ServerSettings({"target": 21, "lone": True}, "chosen", None, "123", (4, 5))


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    opened = await Storage.open(tmp_path / "pepper.db")
    yield opened
    await opened.close()


async def test_a_server_that_has_set_nothing_has_the_defaults(storage: Storage) -> None:
    assert await storage.settings(1) == ServerSettings()
    assert await storage.change_settings(1, lambda settings: settings) == ServerSettings()


async def test_settings_are_kept_a_server_and_over_a_restart(storage: Storage, tmp_path: Path) -> None:
    assert await storage.change_settings(1, lambda _: WANTED) == WANTED
    await storage.close()
    again = await Storage.open(tmp_path / "pepper.db")
    assert await again.settings(1) == WANTED
    assert await again.settings(2) == ServerSettings()
    await again.close()


async def test_settings_that_are_reset_are_the_defaults_and_presets_stay(storage: Storage) -> None:
    await storage.change_settings(1, lambda _: WANTED)
    await storage.save_preset(1, SavedPreset("Ours", {"lone": True}))
    await storage.reset_settings(1)
    assert await storage.settings(1) == ServerSettings()
    assert await storage.presets(1) == (SavedPreset("Ours", {"lone": True}),)


async def test_changes_at_once_lose_nothing(storage: Storage) -> None:
    await asyncio.gather(
        storage.change_settings(1, lambda settings: replace(settings, timer=30)),
        storage.change_settings(1, lambda settings: replace(settings, partners="chosen")),
        storage.change_settings(1, lambda settings: replace(settings, starters="moderators")),
        storage.change_settings(1, lambda settings: replace(settings, channels=(7,))),
        *(
            storage.change_settings(1, lambda each, n=n: replace(each, rules={**each.rules, str(n): n}))  # type: ignore[misc]
            for n in range(20)
        ),
    )
    rules = {str(number): number for number in range(20)}
    assert await storage.settings(1) == ServerSettings(rules, "chosen", 30, "moderators", (7,))


async def test_a_change_that_is_refused_leaves_everything_as_it_was(storage: Storage) -> None:
    await storage.change_settings(1, lambda _: WANTED)

    def refuse(settings: ServerSettings) -> ServerSettings:
        raise LookupError(settings.partners)

    with pytest.raises(LookupError):
        await storage.change_settings(1, refuse)
    assert await storage.settings(1) == WANTED
    assert await storage.change_settings(2, lambda _: WANTED) == WANTED


async def test_presets_are_listed_by_name_and_kept_a_server(storage: Storage) -> None:
    for name in ("beta", "Alpha", "gamma"):
        await storage.save_preset(1, SavedPreset(name, {}))
    await storage.save_preset(2, SavedPreset("Theirs", {}))
    assert [preset.name for preset in await storage.presets(1)] == ["Alpha", "beta", "gamma"]


@pytest.mark.parametrize(("name", "same"), [("Straße", "STRASSE"), ("ours", "ＯＵＲＳ"), ("Ours", "ours")])
async def test_names_that_read_alike_are_one_preset(storage: Storage, name: str, same: str) -> None:
    await storage.save_preset(1, SavedPreset(name, {"lone": True}))
    await storage.save_preset(1, SavedPreset(same, {"deck": 32}))
    assert await storage.presets(1) == (SavedPreset(same, {"deck": 32}),)
    assert preset_key(name) == preset_key(same)
    assert await storage.delete_preset(1, name)
    assert not await storage.delete_preset(1, name)
    assert await storage.presets(1) == ()


async def test_a_21st_preset_is_refused_and_one_that_is_there_is_replaced(storage: Storage) -> None:
    for number in range(MOST_PRESETS):
        await storage.save_preset(1, SavedPreset(f"n{number}", {}))
    with pytest.raises(PresetsFullError):
        await storage.save_preset(1, SavedPreset("one more", {}))
    await storage.save_preset(1, SavedPreset("N7", {"lone": True}))
    assert len(await storage.presets(1)) == MOST_PRESETS
    await storage.delete_preset(1, "n3")
    await storage.save_preset(1, SavedPreset("one more", {}))
    assert len(await storage.presets(1)) == MOST_PRESETS


async def test_presets_saved_at_once_are_never_more_than_20(storage: Storage) -> None:
    saved = [storage.save_preset(1, SavedPreset(f"n{number}", {})) for number in range(25)]
    refused = [each for each in await asyncio.gather(*saved, return_exceptions=True) if each is not None]
    assert len(refused) == 5
    assert all(isinstance(each, PresetsFullError) for each in refused)
    assert len(await storage.presets(1)) == MOST_PRESETS
