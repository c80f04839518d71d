"""One deal from the first call to the last trick: a frozen state, its legal actions, and the step to the next state."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from pepper.bids import Call, ladder, open_calls
from pepper.cards import Card, Trump, effective_suit, left_bower
from pepper.rules import Rules
from pepper.scoring import Score, deal_points
from pepper.seats import Seat, Side, clockwise_from
from pepper.tricks import playable, winning

Hand = tuple[Card, ...]
Hands = tuple[Hand, Hand, Hand, Hand]


class Phase(Enum):
    """What the deal waits for."""

    AUCTION = "auction"
    NAMING = "naming"
    OFFER = "offer"
    RETURN = "return"
    DISCARD = "discard"
    PLAY = "play"
    OVER = "over"
    VOID = "void"

    __hash__ = object.__hash__


class Keep(Enum):
    """The dealer's answer that declines the exchange."""

    KEEP = "keep"

    def __str__(self) -> str:
        return self.value


Action = Call | Trump | Card | Keep


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


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick in the order played; `winner` is None while it isn't full."""

    plays: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None

    @property
    def led(self) -> Card | None:
        """The card led, None before the lead."""
        return self.plays[0][1] if self.plays else None


@dataclass(frozen=True, slots=True)
class AuctionEnded:
    """The auction is over; both are None if all passed."""

    maker: Seat | None
    bid: Call | None


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The maker has named a trump."""

    trump: Trump


@dataclass(frozen=True, slots=True)
class ExchangeSettled:
    """The dealer's side has changed a card, or kept its hands."""

    happened: bool


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is full."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The last trick is played, or all have passed."""

    points: Score


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A side has won the match."""

    winner: Side


Event = AuctionEnded | TrumpNamed | ExchangeSettled | TrickTaken | DealEnded | MatchEnded


@dataclass(frozen=True, slots=True)
class Deal:
    """The state of a deal. It holds everybody's cards: show it to nobody, views are made from it.

    `minimum` is what a forced dealer must bid at least, 0 to 3. `dealt` and `hands` are ordered by seat, N E S W.
    `offered` is the card the dealer lays down for the partner, `returned` the one that comes back.
    """

    rules: Rules
    dealer: Seat
    minimum: int
    dealt: Hands
    hands: Hands
    phase: Phase
    turn: Seat | None
    calls: tuple[tuple[Seat, Call], ...] = ()
    maker: Seat | None = None
    bid: Call | None = None
    trump: Trump | None = None
    exchanged: bool | None = None
    offered: Card | None = None
    returned: Card | None = None
    discards: tuple[tuple[Seat, Card], ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: Trick = Trick()
    actions: tuple[tuple[Seat, Action], ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens in this deal."""
        return self.turn is None

    @property
    def eldest(self) -> Seat:
        """The seat at the dealer's left."""
        return self.dealer.left

    @property
    def sitting_out(self) -> Seat | None:
        """The maker's partner in a lone or super deal."""
        return self.maker.partner if self.maker and self.bid and self.bid.is_lone else None

    @property
    def points(self) -> Score | None:
        """Both sides' points, None until the deal is over; a void deal has none."""
        if self.phase is not Phase.OVER:
            return None
        if self.maker is None or self.bid is None or self.trump is None:
            return Score()
        return deal_points(self.rules, self.maker.side, self.bid, self.trump, self.taken(self.maker.side))

    def taken(self, side: Side) -> int:
        """Return the tricks a side has taken."""
        return sum(trick.winner is not None and trick.winner.side is side for trick in self.tricks)


def start(rules: Rules, dealer: Seat, hands: Hands, *, shootout: bool = False) -> Deal:
    """Begin a deal with the given hands, N E S W. In a shootout the dealer is forced to bid at least 1."""
    minimum = max(rules.dealer_must_bid, int(shootout))
    return Deal(rules, dealer, minimum, hands, hands, Phase.AUCTION, dealer.left)


def declare_void(deal: Deal) -> Deal:
    """Declare a misdeal. Raises Illegal when somebody has spoken or the deal is over."""
    if deal.is_over:
        raise Illegal(Reason.DEAL_OVER)
    if deal.calls:
        raise Illegal(Reason.ALREADY_SPOKEN)
    return replace(deal, phase=Phase.VOID, turn=None)


# --- what is legal


def legal(deal: Deal) -> tuple[Action, ...]:
    """Return what the seat whose turn it is may do, nothing when the deal is over.

    In this order: the pass, then the ladder; suits S H D C, then NT; keep, then cards as held.
    """
    return _LEGAL[deal.phase](deal) if deal.turn is not None else ()


def _calls(deal: Deal) -> tuple[Action, ...]:
    # If all others passed, the dealer may not pass under dealer_must_bid: no bid stands when a dealer speaks only then.
    forced = deal.turn is deal.dealer and deal.bid is None
    return open_calls(deal.rules, deal.bid, deal.minimum if forced else 0)


_SUIT_NAMES = tuple(trump for trump in Trump if trump.suit)


def _trumps(deal: Deal) -> tuple[Action, ...]:
    return (*_SUIT_NAMES, Trump.NO_TRUMP) if deal.rules.no_trump_bids else _SUIT_NAMES


def _offers(deal: Deal) -> tuple[Action, ...]:
    return (Keep.KEEP, *_hand(deal))


def _hand(deal: Deal) -> tuple[Card, ...]:
    assert deal.turn is not None
    return deal.hands[deal.turn.index]


def _cards(deal: Deal) -> tuple[Card, ...]:
    assert deal.trump is not None
    strict = deal.rules.strict_left_bower
    return playable(_hand(deal), deal.trick.led, deal.trump, strict_left_bower=strict)


_LEGAL: dict[Phase, Callable[[Deal], tuple[Action, ...]]] = {
    Phase.AUCTION: _calls,
    Phase.NAMING: _trumps,
    Phase.OFFER: _offers,
    # The partner chooses out of the cards already held: the offered one is still with the dealer.
    Phase.RETURN: _hand,
    Phase.DISCARD: _hand,
    Phase.PLAY: _cards,
}


# --- why something isn't legal


def refusal(deal: Deal, seat: Seat, action: Action) -> Illegal | None:
    """Return why a seat may not do an action now, None if it may."""
    if deal.is_over:
        return Illegal(Reason.DEAL_OVER)
    if seat is not deal.turn:
        return Illegal(Reason.NOT_YOUR_TURN, str(deal.turn))
    return None if action in legal(deal) else _refusal_in_phase(deal, action)


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
    if call is not Call.PASS and call not in ladder(deal.rules):
        return Illegal(Reason.NOT_ON_LADDER, str(call))
    if deal.bid is not None:
        return Illegal(Reason.BID_TOO_LOW, str(deal.bid))
    return Illegal(Reason.MUST_BID, str(deal.minimum))


def _card_refusal(deal: Deal, card: Card) -> Illegal:
    if card not in _hand(deal):
        return Illegal(Reason.NOT_IN_HAND, str(card))
    led, trump = deal.trick.led, deal.trump
    assert led is not None, "every card held may be offered, returned, discarded and led"
    assert trump is not None, "cards are played under a trump"
    left, suit = left_bower(trump), effective_suit(led, trump)
    # strict_left_bower: its holder must play it whenever trumps are led by somebody else.
    if deal.rules.strict_left_bower and suit is trump.suit and left in _hand(deal):
        return Illegal(Reason.MUST_PLAY_LEFT_BOWER, str(left))
    return Illegal(Reason.MUST_FOLLOW, str(suit))


# --- the step


def play(deal: Deal, seat: Seat, action: Action) -> tuple[Deal, tuple[Event, ...]]:
    """Return the deal after a seat's action, and what happened.

    Raises Illegal, with the reason, for an action out of turn or against the rules; the deal stays as it was.
    """
    refused = refusal(deal, seat, action)
    if refused is not None:
        raise refused
    actions = (*deal.actions, (seat, action))
    if isinstance(action, Call):
        return _call(deal, seat, action, actions)
    if isinstance(action, Trump):
        return _after_naming(replace(deal, trump=action, actions=actions), TrumpNamed(action))
    if isinstance(action, Keep):
        return _after_exchange(replace(deal, exchanged=False, actions=actions))
    return _CARD_STEPS[deal.phase](replace(deal, actions=actions), seat, action)


def _call(
    deal: Deal, seat: Seat, call: Call, actions: tuple[tuple[Seat, Action], ...]
) -> tuple[Deal, tuple[Event, ...]]:
    calls = (*deal.calls, (seat, call))
    if call is Call.PASS:
        deal = replace(deal, calls=calls, actions=actions)
    else:
        deal = replace(deal, calls=calls, actions=actions, maker=seat, bid=call)
        if call is ladder(deal.rules)[-1]:
            return _after_auction(deal)
    speaker = _next_speaker(deal, seat)
    if speaker is None:
        return _after_auction(deal)
    return replace(deal, turn=speaker), ()


def _next_speaker(deal: Deal, seat: Seat) -> Seat | None:
    if deal.rules.auction == "single":
        return None if seat is deal.dealer else seat.left
    # auction=rounds: who passed is out; it ends when a bid stands and three have passed, or all four have.
    passed = {speaker for speaker, call in deal.calls if call is Call.PASS}
    waiting = [other for other in clockwise_from(seat.left) if other not in passed and other is not deal.maker]
    return waiting[0] if waiting else None


def _after_auction(deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    ended = AuctionEnded(deal.maker, deal.bid)
    if deal.bid is None:
        # All pass: no score, the deal passes on.
        return replace(deal, phase=Phase.OVER, turn=None), (ended, DealEnded(Score()))
    if deal.bid.names_trump:
        return replace(deal, phase=Phase.NAMING, turn=deal.maker), (ended,)
    return _after_naming(replace(deal, trump=Trump.NO_TRUMP), ended)


def _after_naming(deal: Deal, event: Event) -> tuple[Deal, tuple[Event, ...]]:
    assert deal.maker is not None
    # The exchange is the dealer's when the dealer's side is the maker's; there is none in lone or super deals.
    if deal.rules.exchange and deal.sitting_out is None and deal.dealer.side is deal.maker.side:
        return replace(deal, phase=Phase.OFFER, turn=deal.dealer), (event,)
    return _before_play(deal), (event,)


def _after_exchange(deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    assert deal.exchanged is not None
    return _before_play(deal), (ExchangeSettled(deal.exchanged),)


def _before_play(deal: Deal) -> Deal:
    if deal.rules.sixth_card == "discarded":
        return replace(deal, phase=Phase.DISCARD, turn=_first_active(deal, deal.eldest))
    return _first_lead(deal)


def _first_lead(deal: Deal) -> Deal:
    assert deal.maker is not None
    leader = deal.maker if deal.rules.first_lead == "maker" else deal.eldest
    return replace(deal, phase=Phase.PLAY, turn=_first_active(deal, leader))


def _first_active(deal: Deal, seat: Seat) -> Seat:
    # If the seat that should lead sits out, the next active seat clockwise leads.
    return seat.left if seat is deal.sitting_out else seat


def _offer(deal: Deal, seat: Seat, card: Card) -> tuple[Deal, tuple[Event, ...]]:
    return replace(deal, offered=card, phase=Phase.RETURN, turn=seat.partner), ()


def _return(deal: Deal, seat: Seat, card: Card) -> tuple[Deal, tuple[Event, ...]]:
    offered = deal.offered
    assert offered is not None
    dealers = (*_without(deal.hands[deal.dealer.index], offered), card)
    partners = (*_without(deal.hands[seat.index], card), offered)
    hands = _with_hand(_with_hand(deal.hands, deal.dealer, dealers), seat, partners)
    return _after_exchange(replace(deal, hands=hands, returned=card, exchanged=True))


def _discard(deal: Deal, seat: Seat, card: Card) -> tuple[Deal, tuple[Event, ...]]:
    hands = _with_hand(deal.hands, seat, _without(deal.hands[seat.index], card))
    deal = replace(deal, hands=hands, discards=(*deal.discards, (seat, card)))
    if len(deal.discards) == _active_seats(deal):
        return _first_lead(deal), ()
    return replace(deal, turn=_first_active(deal, seat.left)), ()


def _play_card(deal: Deal, seat: Seat, card: Card) -> tuple[Deal, tuple[Event, ...]]:
    hands = _with_hand(deal.hands, seat, _without(deal.hands[seat.index], card))
    plays = (*deal.trick.plays, (seat, card))
    if len(plays) < _active_seats(deal):
        return replace(deal, hands=hands, trick=Trick(plays), turn=_first_active(deal, seat.left)), ()
    assert deal.trump is not None
    winner = plays[winning(tuple([played for _, played in plays]), deal.trump)][0]
    trick = Trick(plays, winner)
    deal = replace(deal, hands=hands, tricks=(*deal.tricks, trick), trick=Trick(), turn=winner)
    if len(deal.tricks) < deal.rules.tricks:
        return deal, (TrickTaken(trick),)
    deal = replace(deal, phase=Phase.OVER, turn=None)
    assert deal.points is not None
    return deal, (TrickTaken(trick), DealEnded(deal.points))


_CARD_STEPS: dict[Phase, Callable[[Deal, Seat, Card], tuple[Deal, tuple[Event, ...]]]] = {
    Phase.OFFER: _offer,
    Phase.RETURN: _return,
    Phase.DISCARD: _discard,
    Phase.PLAY: _play_card,
}


def _active_seats(deal: Deal) -> int:
    return 4 if deal.sitting_out is None else 3


def _without(hand: Hand, card: Card) -> Hand:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _with_hand(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    north, east, south, west = (hand if place == seat.index else held for place, held in enumerate(hands))
    return north, east, south, west
