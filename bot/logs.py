"""The log: one line an event, as text or as JSON."""

import json
import logging
from datetime import UTC, datetime


class JsonFormatter(logging.Formatter):
    """Writes a record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and message, and the traceback where there is one."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _shortened(record: logging.LogRecord) -> bool:
    """Let the discord library say in one line that a connection broke: that is an event and no fault of the code.

    What it says of other errors keeps its traceback, also of Discord's refusals in a listener of ours.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name == "discord.shard" and error is not None and _is_of_network(error):
        said = f"{record.getMessage()}: {type(error).__name__}: {error}"
        record.msg, record.args, record.exc_info = said, (), None
    return True


def _is_of_network(error: BaseException) -> bool:
    return isinstance(error, OSError) or type(error).__module__.partition(".")[0] in ("aiohttp", "discord")


def set_up_log(level: str, form: str) -> None:
    """Log to standard error from a level up; `form` is text or json."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(_shortened)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The libraries' requests, statements and frames would drown our own lines, and they tell everybody's cards.
    for library in ("aiosqlite", "discord", "PIL"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))
