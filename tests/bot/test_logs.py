import json
import logging
from collections.abc import Iterator

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


def test_a_connection_that_breaks_is_one_line_of_the_library_and_other_errors_have_their_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_log("INFO", "text")
    library, ours = logging.getLogger("discord.client"), logging.getLogger("bot.client")
    library.error("Attempting a reconnect in %.2fs", 1.5, exc_info=ConnectionResetError("by peer"))
    (line,) = lines(capsys)
    assert "ERROR discord.client: Attempting a reconnect in 1.50s" in line
    assert "ConnectionResetError" in line
    for logger, error in ((library, ZeroDivisionError("oh")), (ours, ConnectionResetError("by peer"))):
        logger.error("failed", exc_info=error)
        assert lines(capsys)[-1] == f"{type(error).__name__}: {error}"
