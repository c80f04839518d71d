"""Which cards a message shows, and which of them its readers mustn't know yet."""

import re
from collections.abc import Iterable, Iterator

from bot.tables import TableState
from pepper.cards import Card, card
from pepper.match import Match
from pepper.seats import Seat
from tests.e2e.people import DECISION, Version

_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_AS_LETTERS = re.compile(r"(10|[789TJQKA])[\ufe0e\ufe0f]?([♠♥♦♣])")
_AS_TOKEN = re.compile(r"(?<![A-Za-z0-9])([789TJQKA][SHDC])(?![A-Za-z0-9])")


def cards_in(version: Version) -> frozenset[Card]:
    """Return the cards a message shows: in letters, as emojis, or in what its buttons would do."""
    tokens = [decision["token"] for custom_id in version.custom_ids if (decision := DECISION.fullmatch(custom_id))]
    return frozenset(_cards((*version.texts, *tokens)))


def _cards(texts: Iterable[str]) -> Iterator[Card]:
    for text in texts:
        for rank, suit in _AS_LETTERS.findall(text):
            yield card(rank.replace("10", "T") + _SUITS[suit])
        for token in _AS_TOKEN.findall(text.replace("_", " ")):
            yield card(token)


def leaks(version: Version) -> frozenset[Card]:
    """Return the cards in a message that its readers mustn't know, by whichever state it was made from."""
    shown = cards_in(version)
    leaked = [shown - _known(version, state) for state in version.states] or [shown]
    return min(leaked, key=len)


def _known(version: Version, state: TableState) -> frozenset[Card]:
    if state.match is None:
        return frozenset()
    known = {played for trick in (*state.match.deal.tricks, state.match.deal.trick) for _, played in trick.plays}
    if version.reader is None:
        known.update(_told_of_before(version, state))
    else:
        known.update(_last_trick_before(state.match))
        seat = state.seat_of(version.reader)
        if seat is not None:
            known.update(_held_by(state.match, seat))
    return frozenset(known)


def _held_by(match: Match, seat: Seat) -> Iterator[Card]:
    # The hand as dealt holds what was given away since, the hand now what was received.
    yield from match.deal.opening.dealt[seat.index]
    yield from match.deal.hands[seat.index]


def _last_trick_before(match: Match) -> Iterator[Card]:
    if len(match.deals) > 1 and match.deals[-2].tricks:
        yield from (played for _, played in match.deals[-2].tricks[-1].plays)


def _told_of_before(version: Version, state: TableState) -> Iterator[Card]:
    """Yield what the message of the lobby, or of an earlier deal, may go on telling: the cut, the cards left over."""
    assert state.match is not None, "a match is played"
    assert state.cut is not None, "a match begins with a cut"
    if version.deals_before == 0:
        yield from (drawn for draw in state.cut.draws for drawn in draw)
    for deal in state.match.deals[max(0, version.deals_before - 1) :]:
        if deal.is_over:
            for hand in deal.hands:
                yield from hand
