"""A computer's pause: shorter when nothing is at stake, longer when a full trick is still to be seen."""

from dataclasses import replace
from random import Random

import pytest

from bot.tables.pauses import is_settled, pauses
from pepper import match as matches
from pepper.deal import Event, Phase, TrickTaken, legal
from pepper.match import Match
from pepper.rules import PRESETS, Rules
from pepper.seats import Seat
from pepper.view import seat_view, table_view

VARIANTS = (*PRESETS.values(), Rules(defenders_score=True), Rules(made_bid_scores="bid"))


def played(rules: Rules, seed: int) -> list[tuple[Match, tuple[Event, ...]]]:
    """Return every state of a deal with what has just happened, players acting at random."""
    random, events = Random(seed), tuple[Event, ...]()
    match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
    found = []
    while len(match.deals) == 1 and (seat := match.deal.turn) is not None:
        found.append((match, events))
        match, events = matches.play(match, seat, random.choice(legal(match.deal)))
    found.append((match, events))
    return found


def points_after(match: Match, seed: int) -> object:
    """Return what the running deal brings when it is played to its end at random."""
    random, number = Random(seed), len(match.deals) - 1
    while (deal := match.deals[number]).turn is not None:
        match, _ = matches.play(match, deal.turn, random.choice(legal(deal)))
    return deal.points


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: str(rules.changes()))
def test_however_it_goes_on_a_settled_deal_brings_the_same(rules: Rules) -> None:
    positions = [match for seed in range(30) for match, _ in played(rules, seed) if match.deal.turn is not None]
    settled = [match for match in positions if is_settled(table_view(match))]
    for match in settled:
        assert len({points_after(match, seed) for seed in range(3)}) == 1


def test_before_cards_are_played_nothing_is_settled() -> None:
    for seed in range(10):
        for match, _ in played(Rules(), seed):
            view = table_view(match)
            assert not (view.phase is not Phase.PLAY and is_settled(view))


def test_pauses_follow_what_is_at_stake() -> None:
    seen = set()
    for seed in range(30):
        for match, events in played(Rules(), seed)[:-1]:
            assert match.deal.turn is not None
            view = seat_view(match, match.deal.turn)
            idle = len(view.hand) == 1 or is_settled(view.table)
            full = any(isinstance(event, TrickTaken) for event in events)
            assert (
                pauses(view, events)
                == {
                    (False, False): 1.0,
                    (False, True): 2.0,
                    (True, False): 0.5,
                    (True, True): 1.0,
                }[idle, full]
            )
            seen.add((idle, full))
    assert len(seen) == 4


def test_a_pause_tells_nothing_of_the_cards_held() -> None:
    told = set()
    for seed in range(30):
        for match, events in played(Rules(sixth_card="played"), seed)[:-1]:
            assert match.deal.turn is not None
            view = seat_view(match, match.deal.turn)
            forced = replace(view, legal=view.legal[:1])
            assert pauses(forced, events) == pauses(view, events)
            told.add(len(view.legal) > 1)
    assert True in told
