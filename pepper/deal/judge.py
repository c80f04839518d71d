"""What is legal in a deal, and why something else isn't."""

from pepper.bids import Call, open_calls
from pepper.cards import Card, Trump, effective_suit, left_bower
from pepper.deal.refusals import Illegal, Reason
from pepper.deal.state import Action, Auction, Deal, Hand, Keep, Opening, Phase, Plays, Preparation
from pepper.rules import Rules
from pepper.seats import Seat
from pepper.tricks import playable


def legal(deal: Deal) -> tuple[Action, ...]:
    """Return what the seat whose turn it is may do, nothing when the deal is over.

    In this order: the pass, then the ladder; suits S H D C, then NT; keep, then cards as held.
    """
    return deal.options


def open_to(speaker: Seat, opening: Opening, auction: Auction) -> tuple[Call, ...]:
    """Return the calls open to the next speaker."""
    # If all others passed, the dealer may not pass under dealer_must_bid: no bid stands when a dealer speaks only then.
    forced = auction.bid is None and speaker is opening.dealer
    return open_calls(opening.rungs, auction.bid, opening.minimum if forced else 0)


_SUIT_NAMES = tuple(trump for trump in Trump if trump.suit)


def namable(rules: Rules) -> tuple[Trump, ...]:
    """Return what the maker may name: any suit, held or not, and NT where the house allows it."""
    return (*_SUIT_NAMES, Trump.NO_TRUMP) if rules.no_trump_bids else _SUIT_NAMES


def offers(hand: Hand) -> tuple[Keep | Card, ...]:
    """Return what the dealer may do about the exchange."""
    return (Keep.KEEP, *hand)


def playable_after(plays: Plays, hand: Hand, preparation: Preparation, rules: Rules) -> Hand:
    """Return the cards of a hand that may be played to a trick already led to."""
    assert preparation.trump is not None, "cards are played under a trump"
    return playable(hand, plays[0][1], preparation.trump, rules.strict_left_bower)


# --- why something isn't legal


def refusal(deal: Deal, seat: Seat, action: Action) -> Illegal:
    """Return why a seat may not do an action, which isn't legal now."""
    if deal.is_over:
        return Illegal(Reason.DEAL_OVER)
    if seat is not deal.turn:
        return Illegal(Reason.NOT_YOUR_TURN, str(deal.turn))
    return _refusal_in_phase(deal, action)


def _refusal_in_phase(deal: Deal, action: Action) -> Illegal:
    match deal.phase, action:
        case Phase.AUCTION, Call():
            return _call_refusal(deal, action)
        case Phase.NAMING, Trump():
            return Illegal(Reason.NO_TRUMP_NOT_ALLOWED)
        case ((Phase.OFFER | Phase.RETURN | Phase.DISCARD | Phase.PLAY), Card()):
            return _card_refusal(deal, action)
        case _:
            return Illegal(Reason.WRONG_PHASE, deal.phase.value)


def _call_refusal(deal: Deal, call: Call) -> Illegal:
    if call is not Call.PASS and call not in deal.opening.rungs:
        return Illegal(Reason.NOT_ON_LADDER, str(call))
    if deal.bid is not None:
        return Illegal(Reason.BID_TOO_LOW, str(deal.bid))
    return Illegal(Reason.MUST_BID, str(deal.opening.minimum))


def _card_refusal(deal: Deal, card: Card) -> Illegal:
    assert deal.turn is not None
    hand = deal.hands[deal.turn.index]
    if card not in hand:
        return Illegal(Reason.NOT_IN_HAND, str(card))
    led, trump = deal.trick.led, deal.trump
    assert led is not None, "every card held may be offered, returned, discarded and led"
    assert trump is not None, "cards are played under a trump"
    left, suit = left_bower(trump), effective_suit(led, trump)
    # strict_left_bower: its holder must play it whenever trumps are led by somebody else.
    if deal.rules.strict_left_bower and suit is trump.suit and left in hand:
        return Illegal(Reason.MUST_PLAY_LEFT_BOWER, str(left))
    return Illegal(Reason.MUST_FOLLOW, str(suit))
