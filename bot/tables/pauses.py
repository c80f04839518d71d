"""How long a computer seems to think: less when nothing is at stake, more when a full trick is still to be seen."""

from pepper.deal import Event, Phase, TrickTaken
from pepper.scoring import deal_points
from pepper.view import SeatView, TableView

LOOK_AT_TRICK = 2.0
NOTHING_AT_STAKE = 0.5


def pauses(view: SeatView, events: tuple[Event, ...]) -> float:
    """Return how many pauses a computer makes before its move; `events` are those of the move before it.

    They follow from what everybody sees: a quick move because only one card may be played would tell which are held.
    """
    length = LOOK_AT_TRICK if any(isinstance(event, TrickTaken) for event in events) else 1.0
    return length * NOTHING_AT_STAKE if len(view.hand) == 1 or is_settled(view.table) else length


def is_settled(view: TableView) -> bool:
    """Tell whether the tricks that are left can't change what the deal brings."""
    if view.phase is not Phase.PLAY or view.maker is None or view.bid is None or view.trump is None:
        return False
    side = view.maker.side
    taken = view.taken(side)
    most = view.rules.tricks - view.taken(side.other)
    points = {deal_points(view.rules, side, view.bid, view.trump, tricks) for tricks in range(taken, most + 1)}
    return len(points) == 1
