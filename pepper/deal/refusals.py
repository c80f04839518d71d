"""Why an action is against the rules: a reason and what it hangs on. It speaks no language."""

from enum import Enum


class Reason(Enum):
    """Why an action was refused."""

    DEAL_OVER = "deal-over"
    MATCH_OVER = "match-over"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_PHASE = "wrong-phase"
    NOT_ON_LADDER = "not-on-ladder"
    BID_TOO_LOW = "bid-too-low"
    MUST_BID = "must-bid"
    NO_TRUMP_NOT_ALLOWED = "no-trump-not-allowed"
    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW = "must-follow"
    MUST_PLAY_LEFT_BOWER = "must-play-left-bower"
    ALREADY_SPOKEN = "already-spoken"


class Illegal(Exception):
    """An action against the rules. `reason` says why; `detail` is the token it hangs on, such as the suit to follow."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason.value} {detail}".rstrip())

    def __reduce__(self) -> tuple[object, ...]:
        return Illegal, (self.reason, self.detail)
