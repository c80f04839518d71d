"""What holds under any house rules, whatever is played."""

import json
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Card, Trump, card, deck
from pepper.deal import Action, Deal, DealEnded, Illegal, Keep, MatchEnded, Phase, legal
from pepper.match import Match
from pepper.record import Step, cards_text, read, read_action, read_cards, write
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side
from pepper.view import seat_view, table_view
from tests.pepper.playing import played_out, steps
from tests.pepper.referee import judge
from tests.pepper.strategies import house_rules, seeds

ALPHABET: tuple[Action, ...] = (*Call, *Trump, Keep.KEEP, *deck(32))
ordinary = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def everywhere(deal: Deal) -> list[Card]:
    """Return every card of a deal wherever it lies."""
    lying = [held for hand in deal.hands for held in hand]
    lying += [laid for _seat, laid in deal.preparation.discards]
    lying += [played for trick in (*deal.tricks, deal.trick) for _seat, played in trick.plays]
    return lying


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_no_card_is_lost_or_doubled(rules: Rules, seed: int) -> None:
    for match, _seat, _action in steps(rules, Random(seed), 2):
        assert sorted(map(str, everywhere(match.deal))) == sorted(map(str, deck(rules.deck)))


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_somebody_can_always_do_something_until_the_end(rules: Rules, seed: int) -> None:
    for match, seat, _action in steps(rules, Random(seed), 2):
        assert legal(match.deal)
        assert len(set(legal(match.deal))) == len(legal(match.deal))
        assert seat is not match.deal.preparation.sitting_out
    end = played_out(rules, Random(seed), 2).deal
    assert (end.turn, legal(end), end.phase) == (None, (), Phase.OVER)


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_tricks_add_up(rules: Rules, seed: int) -> None:
    for deal in played_out(rules, Random(seed), 3).deals:
        if deal.maker is not None:
            assert deal.taken(Side.NS) + deal.taken(Side.EW) == rules.tricks
            left_over = rules.hand_size - rules.tricks - (rules.sixth_card == "discarded")
            for seat, hand in zip(SEATS, deal.hands, strict=True):
                assert len(hand) == (rules.hand_size if seat is deal.preparation.sitting_out else left_over)


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_both_sides_get_points_only_where_defenders_score(rules: Rules, seed: int) -> None:
    for deal in played_out(rules, Random(seed), 3).deals:
        points = deal.points or Score()
        if deal.maker is None:
            assert points == Score()
            continue
        others = points[deal.maker.side.other]
        assert points[deal.maker.side] != 0
        assert others == (deal.taken(deal.maker.side.other) if rules.defenders_score else 0)


@settings(ordinary, max_examples=25)
@given(rules=house_rules(), seed=seeds)
def test_the_legal_list_and_the_step_agree_on_every_action_of_every_seat(rules: Rules, seed: int) -> None:
    for match, turn, _action in steps(rules, Random(seed), 1):
        for seat in SEATS:
            for action in ALPHABET:
                assert accepted(match, seat, action) is (seat is turn and action in legal(match.deal))


def accepted(match: Match, seat: Seat, action: Action) -> bool:
    try:
        after, _events = matches.play(match, seat, action)
    except Illegal:
        return False
    assert after.deal.actions == (*match.deal.actions, (seat, action))
    return True


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_every_action_has_a_token_that_reads_back_in_its_phase(rules: Rules, seed: int) -> None:
    for match, _seat, _action in steps(rules, Random(seed), 1):
        for action in legal(match.deal):
            assert read_action(match.deal.phase, str(action)) is action


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_a_record_replays_to_the_same_match(rules: Rules, seed: int) -> None:
    match = played_out(rules, Random(seed), 4)
    assert read(write(match, {})).match == match


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_an_unfinished_record_replays_to_the_same_match(rules: Rules, seed: int) -> None:
    random = Random(seed)
    states = [match for match, _seat, _action in steps(rules, random, 3)]
    match = random.choice(states)
    assert read(write(match, {Seat.NORTH: "Ana"})).match == match


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_the_second_referee_agrees_on_points_lists_and_winner(rules: Rules, seed: int) -> None:
    line = write(played_out(rules, Random(seed), 12), {})
    traced: list[Step] = []
    match = read(line, traced.append).match
    second = judge(line)
    assert [told(step) for step in traced] == second.steps
    assert [deal.points and {"NS": deal.points.ns, "EW": deal.points.ew} for deal in match.deals] == second.points
    assert {side.value: match.score[side] for side in Side} == second.score
    assert (match.winner.value if match.winner else None) == second.winner


def told(step: Step) -> dict[str, object]:
    return {"deal": step.deal, "seat": str(step.seat), "legal": [*map(str, step.legal)], "action": str(step.action)}


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_a_match_keeps_its_dealers_its_score_and_its_end(rules: Rules, seed: int) -> None:
    match = played_out(rules, Random(seed), 12)
    for deal, after in zip(match.deals, match.deals[1:], strict=False):
        assert after.dealer is (deal.dealer if deal.phase is Phase.VOID else deal.dealer.left)
    total = sum((deal.points or Score() for deal in match.deals), Score())
    assert match.score == total
    there = [side for side in Side if total[side] >= rules.target]
    if match.winner is None:
        assert not there or (match.shootout and (len(there) == 2 or match.score.ns == match.score.ew))
    elif not match.shootout:
        assert match.winner in there
    assert rules.defenders_score or not match.shootout
    for deal in match.deals[:-1] if match.shootout else match.deals:
        assert deal.opening.minimum in {rules.dealer_must_bid, max(1, rules.dealer_must_bid)}


@ordinary
@given(rules=house_rules(), seed=seeds)
def test_an_event_tells_the_end_of_each_deal_and_of_the_match(rules: Rules, seed: int) -> None:
    ended = won = 0
    for match, seat, action in steps(rules, Random(seed), 6):
        after, events = matches.play(match, seat, action)
        ended += sum(isinstance(event, DealEnded) for event in events)
        won += sum(isinstance(event, MatchEnded) for event in events)
        assert any(isinstance(event, DealEnded) for event in events) is after.deal.is_over
    match = played_out(rules, Random(seed), 6)
    assert ended == sum(deal.phase is Phase.OVER for deal in match.deals)
    assert won == (match.winner is not None)


# --- secrets


def swapped(match: Match, seat: Seat | None, random: Random) -> Match:
    """Return the match with every card of the current deal that a seat, or everybody, can't know dealt anew.

    Cards lie where they lay in number; hidden are other hands, face-down discards and an exchange of other people.
    """
    deal, settled = match.deal, match.deal.preparation
    open_hands = deal.phase is Phase.OVER and deal.maker is not None
    hidden = [
        held
        for place, hand in zip(SEATS, deal.hands, strict=True)
        if place is not seat and not (open_hands and place is not settled.sitting_out)
        for held in hand
    ]
    hidden += [laid for place, laid in settled.discards if place is not seat]
    known = set(known_of_exchange(deal, seat))
    mixed = [held for held in hidden if held not in known]
    shuffled = dict(zip(mixed, random.sample(mixed, len(mixed)), strict=True))

    def anew(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(shuffled.get(held, held) for held in cards)

    hands = tuple(anew(hand) for hand in deal.hands)
    altered = settled._replace(
        offered=anew([settled.offered])[0] if settled.offered else None,
        returned=anew([settled.returned])[0] if settled.returned else None,
        discards=tuple((place, anew([laid])[0]) for place, laid in settled.discards),
    )
    options = tuple(shuffled.get(held, held) if isinstance(held, Card) else held for held in deal.options)
    opening = deal.opening._replace(dealt=tuple(anew(hand) for hand in deal.opening.dealt))
    deal = deal._replace(opening=opening, hands=hands, preparation=altered, options=options)
    return Match(match.rules, (*match.deals[:-1], deal), match.score, match.shootout, match.winner)


def known_of_exchange(deal: Deal, seat: Seat | None) -> list[Card]:
    settled = deal.preparation
    took_part = seat is deal.dealer or (seat is deal.dealer.partner and settled.exchanged)
    return [laid for laid in (settled.offered, settled.returned) if laid] if took_part else []


@settings(ordinary, max_examples=40)
@given(rules=house_rules(), seed=seeds)
def test_changing_hidden_cards_never_changes_a_view(rules: Rules, seed: int) -> None:
    random = Random(seed)
    for match, _seat, _action in steps(rules, random, 2):
        check_views(match, random)
    check_views(played_out(rules, random, 1), random)


def check_views(match: Match, random: Random) -> None:
    assert table_view(swapped(match, None, random)) == table_view(match)
    for seat in SEATS:
        assert seat_view(swapped(match, seat, random), seat) == seat_view(match, seat)


def test_the_swap_does_change_what_is_hidden() -> None:
    random, rules = Random(1), Rules(sixth_card="discarded", exchange=True)
    states = [state for state, _seat, _action in steps(rules, random, 4)]
    assert all(swapped(state, None, random) != state for state in states)
    altered = [swapped(state, Seat.NORTH, random).deal for state in states]
    for part in ("offered", "returned", "discards"):
        before = [getattr(state.deal.preparation, part) for state in states]
        assert [getattr(deal.preparation, part) for deal in altered] != before


@given(seed=seeds)
@settings(ordinary, max_examples=20)
def test_hands_read_back(seed: int) -> None:
    hand = tuple(Random(seed).sample(deck(32), 8))
    assert read_cards(cards_text(hand)) == hand
    assert all(card(json.loads(json.dumps(str(held)))) is held for held in hand)


def test_the_alphabet_holds_every_token() -> None:
    with pytest.raises(ValueError, match="means nothing"):
        read_action(Phase.PLAY, "pass")
    assert len({(type(action), str(action)) for action in ALPHABET}) == len(ALPHABET)
