"""Why an action is a sensible one: an id and values, out of which others make words. No words live here.

What is said follows from the view alone, so nothing that others hold can show through.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from types import MappingProxyType

from pepper.bids import Call
from pepper.cards import Card, Rank, Trump, left_bower
from pepper.deal import Action, Keep, Phase
from pepper.doubledummy import Position, tricks
from pepper.doubledummy.layout import layout
from pepper.players.bidding.auction import leader_for
from pepper.players.bidding.odds import expected_points, prospect
from pepper.players.sampling import layouts
from pepper.players.sense.situation import Situation, situation
from pepper.scoring import is_made
from pepper.seats import SEATS
from pepper.view import SeatView

# So many layouts are solved for a bid: 0.04 to 0.1 s with 24 cards, up to 0.8 s with 32, so keep that off a busy loop.
LAYOUTS, LAYOUTS_OF_32 = 20, 6
_SEED = 0

_NO_VALUES: Mapping[str, str | int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Explanation:
    """An `id` of what speaks for an action, and the `values` that its words need."""

    id: str
    values: Mapping[str, str | int] = field(default_factory=lambda: _NO_VALUES)


def explain(view: SeatView, action: Action) -> Explanation:
    """Return what speaks for a legal action, the same for the same view. Raises ValueError for one that isn't legal."""
    if action not in view.legal:
        raise ValueError(f"{action} isn't open to {view.seat}")
    if len(view.legal) == 1:
        return Explanation("forced")
    match action:
        case Call():
            return _of_call(view, action)
        case Trump():
            return _of_trump(view, action)
        case Keep():
            return Explanation("keeps-hand")
        case _:
            return _of_card(view, action)


# --- bids and trumps


def _of_call(view: SeatView, call: Call) -> Explanation:
    if call is not Call.PASS:
        return _makes_in(view, call, _best_trump(view, call))
    standing, maker = view.table.bid, view.table.maker
    if standing is None or maker is None:
        return Explanation("nothing-to-bid")
    whose = "partner" if maker is view.seat.partner else "opponents"
    return Explanation(f"{whose}-bid-stands", {"rung": str(standing)})


def _of_trump(view: SeatView, trump: Trump) -> Explanation:
    assert view.table.bid is not None, "a trump is named for a bid"
    return _makes_in(view, view.table.bid, trump)


def _best_trump(view: SeatView, call: Call) -> Trump:
    rules = view.table.rules
    if not call.names_trump:
        return Trump.NO_TRUMP
    leader = leader_for(view.seat, view.table)
    options = (trump for trump in Trump if trump.suit or rules.no_trump_bids)
    return max(options, key=lambda t: expected_points(prospect(view.hand, t, rules, leader), call, t, rules))


def _makes_in(view: SeatView, call: Call, trump: Trump) -> Explanation:
    """Return in how many layouts of the hidden cards a bid is made when all play as well as can be."""
    rules = view.table.rules
    count = LAYOUTS_OF_32 if rules.deck == 32 else LAYOUTS
    out = view.seat.partner if call.is_lone else None
    leader = SEATS[(view.seat.index + leader_for(view.seat, view.table)) % 4]
    if leader is out:
        leader = leader.left
    played = replace(view, table=replace(view.table, trump=trump, sitting_out=out))
    cards = layout(rules.deck, trump)
    made = 0
    for masks in islice(layouts(played, Random(_SEED)), count):
        position = Position(rules, trump, tuple(map(cards.hand, masks)), leader, rules.tricks, (), out)
        made += is_made(rules, call, tricks(position, view.seat.side))
    return Explanation("makes-in", {"rung": str(call), "trump": str(trump), "made": made, "layouts": count})


# --- cards


def _of_card(view: SeatView, card: Card) -> Explanation:
    match view.table.phase:
        case Phase.OFFER | Phase.RETURN:
            return Explanation("offers-loser" if view.table.maker is view.seat else "helps-maker", {"card": str(card)})
        case Phase.DISCARD:
            return Explanation("discards", {"card": str(card)})
        case _:
            now = situation(view)
            return _of_play(now, card) if view.table.trick.plays else _of_lead(now, card)


def _of_lead(now: Situation, card: Card) -> Explanation:
    sight = now.sight
    value = {"card": str(card)}
    if sight.is_trump(card):
        left = left_bower(sight.trump)
        if not sight.foes_may_hold(sight.trump.suit):
            return Explanation("opponents-have-no-trump", value)
        if left in sight.unseen and now.is_ours:
            return Explanation("left-still-out", {**value, "left": str(left)})
        return Explanation("draw-trumps" if now.is_ours else "leads-trump", value)
    if sight.is_high(card):
        return Explanation("cash-ace" if card.rank is Rank.ACE else "cash-winner", value)
    return Explanation("lead-low", value)


def _of_play(now: Situation, card: Card) -> Explanation:
    taker, best = now.taker
    value = {"card": str(card)}
    if now.sight.beats(card, best):
        return _of_winner(now, card)
    if taker is now.view.seat.partner:
        return Explanation("partner-winning", {**value, "best": str(best)})
    if not any(now.sight.beats(other, best) for other in now.options):
        return Explanation("guard" if _guards(now, card) else "cannot-win", value)
    return Explanation("throw-low", value)


def _of_winner(now: Situation, card: Card) -> Explanation:
    taker, best = now.taker
    value = {"card": str(card), "best": str(best)}
    if taker is now.view.seat.partner:
        return Explanation("overtakes-partner", value)
    ours, needed = now.is_ours, now.needed
    if ours and needed == 1:
        return Explanation("makes-bid", value)
    if not ours and now.is_decisive:
        return Explanation("sets-bid", value)
    cheaper = [c for c in now.options if now.sight.beats(c, best) and now.sight.power(c) < now.sight.power(card)]
    if not cheaper:
        return Explanation("cheapest-winner", value)
    return Explanation("safer-winner" if now.to_come else "wins", value)


def _guards(now: Situation, card: Card) -> bool:
    """Tell whether a low card is played so that a higher one of its suit may win later."""
    sight = now.sight
    suit = [other for other in now.options if sight.suit(other) is sight.suit(card)]
    return len(suit) == 2 and card is min(suit, key=sight.power)
