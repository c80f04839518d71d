"""How the loopback Discord says no: its error codes, and the exception that carries one to the caller."""

from typing import Any

ERRORS: dict[int, tuple[int, str]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit."),
    30008: (400, "Maximum number of emojis reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40001: (401, "401: Unauthorized"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Tried to perform an operation on an archived thread, such as editing a message"),
    50109: (400, "The request body contains invalid JSON."),
    200000: (400, "Message was blocked by automatic moderation"),
}


class Refused(Exception):
    """A request is answered with an error of Discord's; `code` is Discord's number, `status` that of HTTP."""

    def __init__(self, code: int, *, status: int | None = None, **extra: Any) -> None:
        usual, message = ERRORS.get(code, (400, "Injected fault"))
        super().__init__(f"{code} {message}")
        self.code = code
        self.status = usual if status is None else status
        self.body: dict[str, Any] = {"message": message, "code": code, **extra}
        self.headers: dict[str, str] = {}


def invalid_form(problems: list[tuple[str, str]]) -> Refused:
    """Makes 400/50035 out of (dotted path, sentence) pairs, nested as Discord nests them."""
    errors: dict[str, Any] = {}
    for path, sentence in problems:
        place = errors
        for part in path.split("."):
            place = place.setdefault(part, {})
        place.setdefault("_errors", []).append({"code": "INVALID", "message": sentence})
    return Refused(50035, errors=errors)


def too_fast(retry_after: float, *, scope: str = "user", code: int = 0) -> Refused:
    """Makes a 429 as Discord's own edge sends it, `Via` header included; `retry_after` is in seconds."""
    extra = {"retry_after": retry_after, "global": scope == "global"}
    refusal = Refused(code, status=429, **extra)
    refusal.body["message"] = "You are being rate limited."
    refusal.headers = {
        "Via": "1.1 loopback",
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": scope,
    }
    return refusal
