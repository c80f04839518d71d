from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.config import Settings, SettingsError

TOKEN = "MTIz.Gx_yz-.abcDEF_123-x"
EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings()


def test_an_empty_variable_is_not_set() -> None:
    empty = {field.name.upper(): "" for field in fields(Settings)}
    assert Settings.from_env(empty) == Settings()


def test_a_variable_named_without_a_value_is_not_set() -> None:
    assert Settings.from_env({"PACE": None}) == Settings()


def test_other_variables_are_ignored() -> None:
    assert Settings.from_env({"PATH": "/bin", "pace": "7"}) == Settings()


def test_every_value_is_cast() -> None:
    env = {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_PATH": "data/pepper.db",
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "JSON",
        "PACE": "0",
        "TURN_NOTICE_AFTER": "2.5",
        "THINKERS": "3",
        "SHARD_COUNT": "4",
        "SHARD_IDS": "0, 3",
    }
    assert Settings.from_env(env) == Settings(
        discord_token=TOKEN,
        database_path=Path("data/pepper.db"),
        log_level="DEBUG",
        log_format="json",
        pace=0.0,
        turn_notice_after=2.5,
        thinkers=3,
        shard_count=4,
        shard_ids=(0, 3),
    )


def test_auto_leaves_the_number_of_shards_to_discord() -> None:
    assert Settings.from_env({"SHARD_COUNT": "auto"}).shard_count is None


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_PATH", "data/"),
        ("DATABASE_PATH", "."),
        ("LOG_LEVEL", "LOUD"),
        ("LOG_FORMAT", "xml"),
        ("PACE", "fast"),
        ("PACE", "-1"),
        ("PACE", "nan"),
        ("PACE", "inf"),
        ("TURN_NOTICE_AFTER", "8s"),
        ("THINKERS", "-1"),
        ("THINKERS", "65"),
        ("THINKERS", "all"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "1.5"),
        ("SHARD_COUNT", "many"),
        ("SHARD_COUNT", "99999999999"),
        ("SHARD_COUNT", "²"),
        ("SHARD_IDS", "0,,1"),
        ("SHARD_IDS", "0,0"),
        ("SHARD_IDS", "-1"),
        ("SHARD_IDS", "1"),
    ],
)
def test_a_wrong_value_is_refused_by_variable_value_and_what_is_allowed(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({variable: value})
    assert (caught.value.variable, caught.value.value) == (variable, value)
    assert str(caught.value) == f"{variable} can't be {value!r}: it must be {caught.value.allowed}"


def test_shards_are_not_chosen_while_discord_decides_how_many_there_are() -> None:
    with pytest.raises(SettingsError, match="SHARD_IDS can't be '0': it must be empty while SHARD_COUNT is auto"):
        Settings.from_env({"SHARD_COUNT": "auto", "SHARD_IDS": "0"})


@pytest.mark.parametrize("token", [f"'{TOKEN}'", f'"{TOKEN}"', f"{TOKEN} ", f"Bot {TOKEN}", f"{TOKEN}\n", "secret"])
def test_a_malformed_token_is_refused_without_showing_it(token: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"DISCORD_TOKEN": token})
    assert caught.value.value is None
    assert str(caught.value).startswith("DISCORD_TOKEN can't be used: it must be the bot's token alone")
    assert token.strip("'\" \n") not in str(caught.value)


def test_repr_never_shows_the_token() -> None:
    settings = Settings.from_env({"DISCORD_TOKEN": TOKEN})
    assert TOKEN not in repr(settings)
    assert "token" not in repr(settings)


def test_settings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().pace = 0.0  # type: ignore[misc]  # that is the point


def test_the_example_file_lists_exactly_the_settings() -> None:
    assert list(dotenv_values(EXAMPLE)) == [field.name.upper() for field in fields(Settings)]


def test_the_example_file_spells_out_the_defaults() -> None:
    example = dotenv_values(EXAMPLE)
    assert Settings.from_env(example) == Settings()
    unset = {variable for variable, value in example.items() if not value}
    assert unset == {field.name.upper() for field in fields(Settings) if field.default is None}
