"""What a deal is worth with all cards open: every contract before the play, every action of the maker's deal after."""

from dataclasses import dataclass
from functools import cache

from pepper.bids import Call, ladder
from pepper.cards import Card, Trump
from pepper.deal import Action, Deal, Hands, Keep, Phase
from pepper.deal.judge import namable
from pepper.doubledummy.ahead import Ahead
from pepper.doubledummy.layout import layout
from pepper.doubledummy.position import Position, moment_of, table, tricks_by_card
from pepper.doubledummy.search import Search
from pepper.rules import Rules
from pepper.seats import SEATS, Seat, Side, clockwise_from


@dataclass(frozen=True, slots=True)
class Contract:
    """What the side of a maker takes under a trump, in a deal that its partner sits out or doesn't.

    `bids` are the rungs that lead to it, the lowest first.
    """

    maker: Seat
    trump: Trump
    alone: bool
    bids: tuple[Call, ...]
    tricks: int


def contracts(rules: Rules, dealer: Seat, hands: Hands) -> tuple[Contract, ...]:
    """Return every contract that a deal could be played in, seat by seat; all exchange, discard and play their best."""
    # Partners' contracts are one when both play and the same seat leads.
    found: dict[tuple[Side, Seat, Seat | None, Trump], int] = {}
    everything = []
    for maker in SEATS:
        for (trump, alone), bids in _kinds(rules).items():
            sitting_out = maker.partner if alone else None
            leader = _leader(rules, dealer, maker, sitting_out)
            kind = (maker.side, leader, sitting_out, trump)
            if kind not in found:
                found[kind] = _contract_tricks(rules, dealer, maker.side, trump, leader, sitting_out, hands)
            everything.append(Contract(maker, trump, alone, bids, found[kind]))
    return tuple(everything)


def tricks_by_action(deal: Deal) -> dict[Action, int]:
    """Return for each legal action how many tricks of the deal the maker's side takes, those it has included.

    The deal must be at the exchange, the discards or the play; otherwise ValueError is raised.
    """
    match deal.phase:
        case Phase.OFFER | Phase.RETURN | Phase.DISCARD:
            return _before_the_lead(deal)
        case Phase.PLAY:
            return _in_play(deal)
        case _:
            raise ValueError(f"cards have no worth in the {deal.phase.value}")


@cache
def _kinds(rules: Rules) -> dict[tuple[Trump, bool], tuple[Call, ...]]:
    """Return the rungs by the trumps that may be named for them, and whether the partner sits out."""
    kinds: dict[tuple[Trump, bool], list[Call]] = {}
    for alone in (False, True):
        for trump in Trump:
            for bid in ladder(rules):
                possible = namable(rules) if bid.names_trump else (Trump.NO_TRUMP,)
                if bid.is_lone is alone and trump in possible:
                    kinds.setdefault((trump, alone), []).append(bid)
    return {kind: tuple(bids) for kind, bids in kinds.items()}


def _contract_tricks(
    rules: Rules, dealer: Seat, side: Side, trump: Trump, leader: Seat, out: Seat | None, hands: Hands
) -> int:
    masks = _masks(rules, trump, hands, out)
    ahead = _ahead(rules, trump, side, leader, out, clockwise_from(dealer.left))
    if rules.exchange and out is None and dealer.side is side:
        return ahead.most_with_exchange(masks, dealer.index)
    return ahead.most(masks)


def _masks(rules: Rules, trump: Trump, hands: Hands, out: Seat | None) -> list[int]:
    cards = layout(rules.deck, trump)
    return [0 if seat is out else cards.mask(hands[seat.index]) for seat in SEATS]


def _leader(rules: Rules, dealer: Seat, maker: Seat, out: Seat | None) -> Seat:
    leader = maker if rules.first_lead == "maker" else dealer.left
    # If the seat that should lead sits out, the next active seat clockwise leads.
    return leader.left if leader is out else leader


def _ahead(rules: Rules, trump: Trump, side: Side, leader: Seat, out: Seat | None, seats: tuple[Seat, ...]) -> Ahead:
    """Return the way to the first lead; `seats` are those that have still to discard, if the house discards."""
    search = Search(layout(rules.deck, trump), table(rules, out), list(Side).index(side))
    moment = moment_of(Position(rules, trump, (), leader, rules.tricks, (), out))
    discards = rules.sixth_card == "discarded"
    discarding = tuple(seat.index for seat in seats if discards and seat is not out)
    return Ahead(search, moment, [seat.side is side for seat in SEATS], discarding)


def _before_the_lead(deal: Deal) -> dict[Action, int]:
    rules, maker, trump, settled = deal.rules, deal.maker, deal.trump, deal.preparation
    assert maker is not None
    assert trump is not None
    cards, out = layout(rules.deck, trump), settled.sitting_out
    done = {seat for seat, _ in settled.discards}
    waiting = tuple(seat for seat in clockwise_from(deal.eldest) if seat not in done)
    leader = _leader(rules, deal.dealer, maker, out)
    ahead = _ahead(rules, trump, maker.side, leader, out, waiting)
    masks = _masks(rules, trump, deal.hands, out)
    options = [action for action in deal.options if isinstance(action, Card)]
    bits, dealer = [cards.bits[option] for option in options], deal.dealer.index
    if deal.phase is Phase.DISCARD:
        found = ahead.most_by_discard(masks, bits)
    elif settled.offered is not None:
        found = ahead.most_by_return(masks, dealer, cards.bits[settled.offered], bits)
    else:
        options_and_keep: dict[Action, int] = {Keep.KEEP: ahead.most(masks)}
        return options_and_keep | dict(zip(options, ahead.most_by_offer(masks, dealer, bits), strict=True))
    return dict(zip(options, found, strict=True))


def _in_play(deal: Deal) -> dict[Action, int]:
    maker, trump, turn = deal.maker, deal.trump, deal.turn
    assert maker is not None
    assert trump is not None
    assert turn is not None
    left, out = deal.rules.tricks - len(deal.tricks), deal.preparation.sitting_out
    hands = tuple(() if seat is out else deal.hands[seat.index] for seat in SEATS)
    position = Position(deal.rules, trump, hands, turn, left, deal.plays, out)
    taken = deal.taken(maker.side)
    return {card: taken + more for card, more in tricks_by_card(position, maker.side).items()}
