"""The steps of a deal: from a state and an action to the next state and what happened."""

from collections.abc import Callable
from functools import cache
from typing import Any

from pepper.bids import Call, ladder
from pepper.cards import Card, Trump
from pepper.deal.events import AuctionEnded, DealEnded, Event, ExchangeSettled, TrickTaken, TrumpNamed
from pepper.deal.judge import namable, offers, open_to, playable_after, refusal
from pepper.deal.refusals import Illegal, Reason
from pepper.deal.state import Action, Auction, Deal, Hand, Hands, Keep, Opening, Phase, Plays, Preparation, Trick
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import Seat, clockwise_from
from pepper.tricks import winning

Outcome = tuple[Deal, tuple[Event, ...]]

_NOTHING_SAID, _NOTHING_SETTLED = Auction(), Preparation()


def start(rules: Rules, dealer: Seat, hands: Hands, *, shootout: bool = False) -> Deal:
    """Begin a deal with the given hands, N E S W. In a shootout the dealer is forced to bid at least 1."""
    opening = Opening(rules, ladder(rules), dealer, max(rules.dealer_must_bid, int(shootout)), hands)
    options = open_to(dealer.left, opening, _NOTHING_SAID)
    return Deal(opening, _NOTHING_SAID, _NOTHING_SETTLED, Phase.AUCTION, dealer.left, options, hands)


def declare_void(deal: Deal) -> Deal:
    """Declare a misdeal. Raises Illegal when somebody has spoken or the deal is over."""
    if deal.is_over:
        raise Illegal(Reason.DEAL_OVER)
    if deal.auction.calls:
        raise Illegal(Reason.ALREADY_SPOKEN)
    return deal._replace(phase=Phase.VOID, turn=None, options=())


def play(deal: Deal, seat: Seat, action: Action) -> Outcome:
    """Return the deal after a seat's action, and what happened.

    Raises Illegal, with the reason, for an action out of turn or against the rules; the deal stays as it was.
    """
    if seat is not deal.turn or action not in deal.options:
        raise refusal(deal, seat, action)
    # What is legal in a phase has the type that its step takes.
    return _STEPS[deal.phase](deal, seat, action)


# --- the auction


def _call(deal: Deal, seat: Seat, call: Call) -> Outcome:
    opening, (calls, maker, bid) = deal.opening, deal.auction
    calls = (*calls, _said(seat, call))
    auction = Auction(calls, maker, bid) if call is Call.PASS else Auction(calls, seat, call)
    # A bid on the top rung ends the auction.
    speaker = None if call is opening.rungs[-1] else _next_speaker(opening, auction, seat)
    if speaker is None:
        return _after_auction(deal._replace(auction=auction))
    options = open_to(speaker, opening, auction)
    return Deal(opening, auction, deal.preparation, Phase.AUCTION, speaker, options, deal.hands), ()


def _next_speaker(opening: Opening, auction: Auction, seat: Seat) -> Seat | None:
    if opening.rules.auction == "single":
        return None if seat is opening.dealer else seat.left
    # auction=rounds: who passed is out; it ends when a bid stands and three have passed, or all four have.
    passed = {speaker for speaker, call in auction.calls if call is Call.PASS}
    waiting = [other for other in clockwise_from(seat.left) if other not in passed and other is not auction.maker]
    return waiting[0] if waiting else None


def _after_auction(deal: Deal) -> Outcome:
    _calls, maker, bid = deal.auction
    ended = AuctionEnded(maker, bid)
    if bid is None:
        # All pass: no score, the deal passes on.
        return deal._replace(phase=Phase.OVER, turn=None, options=()), (ended, DealEnded(Score()))
    if bid.names_trump:
        return deal._replace(phase=Phase.NAMING, turn=maker, options=namable(deal.rules)), (ended,)
    return _after_naming(deal, Trump.NO_TRUMP), (ended,)


def _name(deal: Deal, _seat: Seat, trump: Trump) -> Outcome:
    return _after_naming(deal, trump), (TrumpNamed(trump),)


def _after_naming(deal: Deal, trump: Trump) -> Deal:
    rules, dealer, (_calls, maker, bid) = deal.rules, deal.dealer, deal.auction
    assert maker is not None
    assert bid is not None
    settled = Preparation(trump, maker.partner if bid.is_lone else None)
    # The exchange is the dealer's when the dealer's side is the maker's; there is none in lone or super deals.
    if rules.exchange and not bid.is_lone and dealer.side is maker.side:
        options = offers(deal.hands[dealer.index])
        return deal._replace(preparation=settled, phase=Phase.OFFER, turn=dealer, options=options)
    return _before_play(deal, settled, deal.hands)


# --- before the first lead


def _offer(deal: Deal, seat: Seat, offer: Card | Keep) -> Outcome:
    settled, hands = deal.preparation, deal.hands
    if isinstance(offer, Keep):
        return _before_play(deal, settled._replace(exchanged=False), hands), (ExchangeSettled(happened=False),)
    settled = settled._replace(offered=offer)
    # The partner chooses out of the cards already held: the offered one is still with the dealer.
    partner = seat.partner
    options = hands[partner.index]
    return deal._replace(preparation=settled, phase=Phase.RETURN, turn=partner, options=options), ()


def _return(deal: Deal, seat: Seat, card: Card) -> Outcome:
    offered = deal.preparation.offered
    assert offered is not None
    hands = _without(_without(deal.hands, deal.dealer, offered), seat, card)
    hands = _with(_with(hands, deal.dealer, card), seat, offered)
    settled = deal.preparation._replace(returned=card, exchanged=True)
    return _before_play(deal, settled, hands), (ExchangeSettled(happened=True),)


def _before_play(deal: Deal, settled: Preparation, hands: Hands) -> Deal:
    if deal.rules.sixth_card == "discarded":
        first = _active_from(deal.eldest, settled)
        options = hands[first.index]
        return deal._replace(preparation=settled, phase=Phase.DISCARD, turn=first, options=options, hands=hands)
    return _first_lead(deal, settled, hands)


def _discard(deal: Deal, seat: Seat, card: Card) -> Outcome:
    discards, hands = (*deal.preparation.discards, _laid(seat, card)), _without(deal.hands, seat, card)
    settled = deal.preparation._replace(discards=discards)
    if len(discards) == _active_seats(settled):
        return _first_lead(deal, settled, hands), ()
    turn = _active_from(seat.left, settled)
    return deal._replace(preparation=settled, turn=turn, options=hands[turn.index], hands=hands), ()


def _first_lead(deal: Deal, settled: Preparation, hands: Hands) -> Deal:
    leader = deal.maker if deal.rules.first_lead == "maker" else deal.eldest
    assert leader is not None
    turn = _active_from(leader, settled)
    return Deal(deal.opening, deal.auction, settled, Phase.PLAY, turn, hands[turn.index], hands)


def _active_from(seat: Seat, settled: Preparation) -> Seat:
    # If the seat that should lead sits out, the next active seat clockwise leads.
    return seat.left if seat is settled.sitting_out else seat


def _active_seats(settled: Preparation) -> int:
    return 4 if settled.sitting_out is None else 3


# --- the play


def _play_card(deal: Deal, seat: Seat, card: Card) -> Outcome:
    opening, auction, settled, phase, _turn, _options, hands, tricks, plays = deal
    hands, plays = _without(hands, seat, card), (*plays, _laid(seat, card))
    if len(plays) < _active_seats(settled):
        turn = _active_from(seat.left, settled)
        options = playable_after(plays, hands[turn.index], settled, opening.rules)
        return Deal(opening, auction, settled, phase, turn, options, hands, tricks, plays), ()
    winner = _winner(plays, settled.trump)
    trick = Trick(plays, winner)
    tricks = (*tricks, trick)
    if len(tricks) < opening.rules.tricks:
        options = hands[winner.index]
        return Deal(opening, auction, settled, phase, winner, options, hands, tricks), (TrickTaken(trick),)
    deal = Deal(opening, auction, settled, Phase.OVER, None, (), hands, tricks)
    return deal, (TrickTaken(trick), DealEnded(deal.score()))


def _winner(plays: Plays, trump: Trump | None) -> Seat:
    assert trump is not None, "cards are played under a trump"
    seat, _card = plays[winning([card for _, card in plays], trump)]
    return seat


_STEPS: dict[Phase, Callable[[Deal, Seat, Any], Outcome]] = {
    Phase.AUCTION: _call,
    Phase.NAMING: _name,
    Phase.OFFER: _offer,
    Phase.RETURN: _return,
    Phase.DISCARD: _discard,
    Phase.PLAY: _play_card,
}


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    hand = list(hands[seat.index])
    hand.remove(card)
    return _with_hand(hands, seat, tuple(hand))


def _with(hands: Hands, seat: Seat, card: Card) -> Hands:
    return _with_hand(hands, seat, (*hands[seat.index], card))


def _with_hand(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    changed = list(hands)
    changed[seat.index] = hand
    return tuple(changed)


# One pair each for all deals: a server with a thousand matches remembers every card of each.


@cache
def _said(seat: Seat, call: Call) -> tuple[Seat, Call]:
    return seat, call


@cache
def _laid(seat: Seat, card: Card) -> tuple[Seat, Card]:
    return seat, card
