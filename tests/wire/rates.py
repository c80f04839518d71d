"""Rate limits as clients observe them; Discord publishes the headers, the numbers are unofficial."""

from dataclasses import dataclass

from tests.wire.errors import too_fast


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests in so many seconds, for each channel or webhook token."""

    requests: int
    seconds: float


GLOBAL = Rate(50, 1.0)
MESSAGES = "/channels/{channel_id}/messages"
RATES: dict[tuple[str, str], Rate] = {
    ("POST", MESSAGES): Rate(5, 5.0),
    ("PATCH", MESSAGES + "/{message_id}"): Rate(5, 5.0),
    ("DELETE", MESSAGES + "/{message_id}"): Rate(5, 1.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): Rate(5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"): Rate(5, 2.0),
}
OLD_EDITS = Rate(3, 6.0)


@dataclass(slots=True)
class Window:
    """How much of a rate is used since `start`."""

    start: float
    used: int = 0

    def take(self, rate: Rate, now: float) -> tuple[int, float]:
        """Uses one request up; returns how many remain, negative when refused, and the seconds to the refill."""
        if now >= self.start + rate.seconds:
            self.start, self.used = now, 0
        if self.used >= rate.requests:
            return -1, self.start + rate.seconds - now
        self.used += 1
        return rate.requests - self.used, self.start + rate.seconds - now


class Rates:
    """Counts requests by route and place, in fixed windows."""

    def __init__(self) -> None:
        self._windows: dict[str, Window] = {}

    def take(self, method: str, template: str, place: str, now: float) -> dict[str, str]:
        """Counts a request and returns its headers; raises Refused with a 429 when it comes too soon."""
        if not template.startswith(("/interactions/", "/webhooks/")):
            remaining, wait = self._window("global", now).take(GLOBAL, now)
            if remaining < 0:
                raise too_fast(wait, scope="global")
        rate = RATES.get((method, template))
        if rate is None:
            return {}
        remaining, wait = self._window(f"{method} {template} {place}", now).take(rate, now)
        headers = {
            "X-RateLimit-Limit": str(rate.requests),
            "X-RateLimit-Remaining": str(max(0, remaining)),
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{method}{template}".encode().hex()[-32:],
        }
        if remaining < 0:
            refusal = too_fast(wait)
            refusal.headers |= headers
            raise refusal
        return headers

    def take_old_edit(self, place: str, now: float) -> None:
        """Counts an edit of a message over an hour old; raises Refused with 30046 after three in six seconds."""
        remaining, wait = self._window(f"old {place}", now).take(OLD_EDITS, now)
        if remaining < 0:
            raise too_fast(wait, code=30046)

    def _window(self, key: str, now: float) -> Window:
        return self._windows.setdefault(key, Window(now))
