import json
import logging
from collections.abc import Iterator

import aiohttp
import pytest

from bot.logs import JsonFormatter, set_up_log

LIBRARIES = ("aiosqlite", "discord", "PIL")


@pytest.fixture(autouse=True)
def log_put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in ("", *LIBRARIES)}
    yield
    root.handlers[:] = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err.splitlines()


def test_a_line_of_text_has_time_level_logger_and_message(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "text")
    logging.getLogger("bot.tables").info("table %d starts", 5)
    logging.getLogger("bot.tables").debug("unseen")
    (line,) = lines(capsys)
    assert line.endswith(" INFO bot.tables: table 5 starts")
    assert line.startswith("20")


def test_a_line_of_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "json")
    logging.getLogger("bot").error('table %d\n"failed" 🌶️', 5, exc_info=ZeroDivisionError("oh"))
    (line,) = lines(capsys)
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"]) == ("ERROR", "bot", 'table 5\n"failed" 🌶️')
    assert found["time"].endswith("+00:00")
    assert "ZeroDivisionError: oh" in found["error"]


@pytest.mark.parametrize("error", [ConnectionResetError("gone"), aiohttp.ServerDisconnectedError("50% %s")])
def test_a_connection_that_breaks_takes_one_line(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "text")
    logging.getLogger("discord.shard").error("Attempting a reconnect in %.1f s", 2, exc_info=error)
    (line,) = lines(capsys)
    assert line.endswith(f"Attempting a reconnect in 2.0 s: {type(error).__name__}: {error}")


@pytest.mark.parametrize(
    ("logger", "error"), [("discord.shard", KeyError()), ("discord.client", OSError()), ("bot.client", OSError())]
)
def test_any_other_error_keeps_its_traceback(logger: str, error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_log("INFO", "text")
    logging.getLogger(logger).error("oh", exc_info=error)
    assert lines(capsys)[1:] == [type(error).__name__]


def test_any_value_is_written_as_json() -> None:
    record = logging.makeLogRecord({"msg": "%s \ud800 \0", "args": (object(),), "levelname": "INFO", "name": "x"})
    assert json.loads(JsonFormatter().format(record))["message"].startswith("<object")


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
def test_libraries_never_tell_statements_frames_and_requests(level: str) -> None:
    set_up_log(level, "text")
    assert logging.getLogger("bot").isEnabledFor(getattr(logging, level))
    for library in LIBRARIES:
        logger = logging.getLogger(f"{library}.part")
        assert not logger.isEnabledFor(logging.DEBUG)
        assert logger.isEnabledFor(logging.INFO) is (level in ("DEBUG", "INFO"))
