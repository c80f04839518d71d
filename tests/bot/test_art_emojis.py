import asyncio
import re
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from PIL import Image

from bot.art import emoji_images, ensure_emojis
from pepper.cards import Suit, deck

TOKENS = [str(card) for card in deck(32)] + [str(suit) for suit in Suit]


class Emoji:
    def __init__(self, application: "Application", name: str) -> None:
        self.application, self.name = application, name
        self.id = application.next_id = application.next_id + 1

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"

    async def delete(self) -> None:
        if self.application.refuses_deletes:
            raise refusal()
        self.application.emojis.remove(self)


class Application:
    """The emojis of an application, as discord.py's client gives access to them."""

    def __init__(self, *names: str) -> None:
        self.next_id = 100
        self.emojis = [Emoji(self, name) for name in names]
        self.refused: set[str] = set()
        self.refuses_lists = self.refuses_deletes = False
        self.uploads = 0

    async def fetch_application_emojis(self) -> list[Emoji]:
        if self.refuses_lists:
            raise refusal()
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        if name in self.refused:
            raise refusal()
        assert image == emoji_images()[name]
        self.uploads += 1
        self.emojis.append(Emoji(self, name))
        return self.emojis[-1]

    def ensure(self) -> dict[str, str]:
        return asyncio.run(ensure_emojis(cast("discord.Client", self)))

    def names(self) -> set[str]:
        return {emoji.name for emoji in self.emojis}


def refusal() -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, "Invalid Form Body")


def current(token: str) -> str:
    return next(name for name in emoji_images() if name.startswith(f"pepper_{token}_"))


def test_every_card_and_suit_has_a_picture_discord_takes() -> None:
    assert [name.split("_")[1] for name in emoji_images()] == TOKENS
    for name, png in emoji_images().items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)
        assert len(png) < 256 * 1024
        with Image.open(BytesIO(png)) as picture:
            assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 128), "RGBA")


def test_no_two_pictures_are_alike() -> None:
    assert len(set(emoji_images().values())) == len(TOKENS)


@pytest.mark.parametrize("token", ["S", "C", "JS", "AC"])
def test_black_suits_stand_on_white_on_a_dark_screen(token: str) -> None:
    with Image.open(BytesIO(emoji_images()[current(token)])) as picture:
        screen = Image.new("RGB", picture.size, (49, 51, 56))
        screen.paste(picture, mask=picture.getchannel("A"))
    white = sum(count for count, colour in screen.getcolors(1 << 16) or [] if min(cast("Any", colour)) > 240)
    assert white > 1000


def test_the_name_of_a_picture_reads_as_no_other_card() -> None:
    assert all(re.fullmatch(r"pepper_([789TJQKA]?[SHDC])_[0-9]{6}", name) for name in emoji_images())


def test_a_new_application_gets_all_of_them() -> None:
    application = Application("somebody_elses")
    emojis = application.ensure()
    assert sorted(emojis) == sorted(TOKENS)
    assert re.fullmatch(r"<:pepper_JH_\d+:\d+>", emojis["JH"])
    assert application.names() == {"somebody_elses", *emoji_images()}


def test_emojis_that_are_there_are_not_uploaded_again() -> None:
    application = Application(*emoji_images())
    before = application.names()
    assert sorted(application.ensure()) == sorted(TOKENS)
    assert (application.uploads, application.names()) == (0, before)


def test_changed_art_replaces_the_old() -> None:
    others = [name for name in emoji_images() if name != current("JH")]
    application = Application("pepper_JH_000000", "pepper_JH", "pepper_JHx_1", *others)
    emojis = application.ensure()
    assert emojis["JH"].startswith(f"<:{current('JH')}:")
    assert application.uploads == 1
    assert application.names() == {*emoji_images(), "pepper_JH", "pepper_JHx_1"}


def test_a_refused_emoji_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    application = Application()
    application.refused = {current("JH")}
    emojis = application.ensure()
    assert set(TOKENS) - set(emojis) == {"JH"}
    assert current("JH") in caplog.text


def test_the_older_picture_serves_while_the_new_one_is_refused() -> None:
    application = Application("pepper_JH_000000")
    application.refused = {current("JH")}
    assert application.ensure()["JH"].startswith("<:pepper_JH_000000:")
    assert "pepper_JH_000000" in application.names()


def test_an_old_emoji_that_cannot_be_deleted_harms_nothing(caplog: pytest.LogCaptureFixture) -> None:
    application = Application("pepper_JH_000000")
    application.refuses_deletes = True
    assert application.ensure()["JH"].startswith(f"<:{current('JH')}:")
    assert "pepper_JH_000000" in caplog.text


def test_without_a_list_there_are_no_emojis(caplog: pytest.LogCaptureFixture) -> None:
    application = Application()
    application.refuses_lists = True
    assert application.ensure() == {}
    assert (application.uploads, len(caplog.records)) == (0, 1)
