"""What a player's cards lose against a judge that looks at many deals the player could have been in.

The judge lays out the cards the player couldn't see, as they may lie by all it knew, and solves each layout with all
cards open. A card's regret is what the best card makes more, in points of both sides and on the average of the layouts.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random

from pepper.arena.contest import Contest, play_once
from pepper.cards import Card
from pepper.deal import Action, Phase
from pepper.doubledummy.layout import Layout, layout
from pepper.doubledummy.position import Position, moment_of, table
from pepper.doubledummy.search import Search
from pepper.players.sampling import layouts
from pepper.scoring import deal_points
from pepper.seats import SEATS, Side
from pepper.view import SeatView

# So many positions are remembered at a time: some 50 MB.
_MEMORY = 200_000


def hand_regret(contest: Contest, count: int, number: int) -> float | None:
    """Return what the first player loses with the cards of one hand, judged on so many layouts.

    None if the hand wasn't played: nobody has bid, or it sat out.
    """
    seat = SEATS[number % 4]
    seen: list[tuple[SeatView, Action]] = []

    def watched(view: SeatView, random: Random) -> Action:
        action = contest.first(view, random)
        if view.seat is seat and view.table.phase is Phase.PLAY:
            seen.append((view, action))
        return action

    play_once(Contest(watched, contest.second, contest.rules, contest.seed), number, seat.side)
    if not seen:
        return None
    random = Random(f"judge/{contest.seed}/{number}")
    return sum(_regret(view, action, random, count) for view, action in seen if len(view.legal) > 1)


def _regret(view: SeatView, action: Action, random: Random, count: int) -> float:
    assert isinstance(action, Card)
    worths = worth_of_cards(view, random, count)
    return max(worths.values()) - worths[action]


def worth_of_cards(view: SeatView, random: Random, count: int) -> dict[Card, float]:
    """Return how many points over the other side each legal card makes, on the average of so many layouts."""
    now, maker, trump = view.table, view.table.maker, view.table.trump
    assert maker is not None
    assert trump is not None
    cards, taken = layout(now.rules.deck, trump), now.taken(maker.side)
    left = now.rules.tricks - len(now.tricks)
    moment = moment_of(Position(now.rules, trump, (), view.seat, left, now.trick.plays, now.sitting_out))
    search = Search(cards, table(now.rules, now.sitting_out), list(Side).index(maker.side))
    points = [_points(view, taken + more) for more in range(left + 1)]
    totals = dict.fromkeys((card for card in view.legal if isinstance(card, Card)), 0)
    for hands in islice(layouts(view, random), count):
        if search.known > _MEMORY:
            search.forget()
        found = {bit: points[search.most_after(hands, moment, bit)] for bit in search.moves(hands, moment)}
        for card in totals:
            totals[card] += found[_like(cards, tuple(found), cards.bits[card])]
    return {card: total / count for card, total in totals.items()}


def _like(cards: Layout, tried: Sequence[int], bit: int) -> int:
    """Return the card tried that nobody can tell from this one: the next below in its suit."""
    return max(other for other in tried if other <= bit and other & cards.suit_of[bit])


def _points(view: SeatView, tricks: int) -> int:
    now, side = view.table, view.seat.side
    assert now.maker is not None
    assert now.bid is not None
    assert now.trump is not None
    points = deal_points(now.rules, now.maker.side, now.bid, now.trump, tricks)
    return points[side] - points[side.other]
