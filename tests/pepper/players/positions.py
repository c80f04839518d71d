"""Positions as a seat sees them, written in the notation, without dealing the hands that the seat can't see."""

from random import Random

from pepper.bids import Call, ladder, open_calls
from pepper.cards import Trump, card
from pepper.deal import Action, Keep, Phase, Trick
from pepper.players import basic
from pepper.record import read_cards
from pepper.rules import Rules, parse_changes
from pepper.scoring import Score
from pepper.seats import SEATS, Seat
from pepper.tricks import playable, winning
from pepper.view import SeatView, TableView


def answer(view: SeatView) -> str:
    """Return the token of what `basic` does."""
    return str(basic.choose(view, Random(0)))


def bidding(hand: str, *calls: str, dealer: str = "W", minimum: int = 0, rules: str = "") -> SeatView:
    """Return S to speak after calls such as `E 2`."""
    house, spoken = _house(rules), tuple(_call(text) for text in calls)
    _maker, bid = _standing(spoken)
    forced = dealer == "S" and bid is None
    legal = open_calls(ladder(house), bid, minimum if forced else 0)
    table = _table(house, dealer, Phase.AUCTION, spoken, None)
    return _view(table, hand, legal)


def naming(hand: str, bid: str, *, dealer: str = "W", rules: str = "") -> SeatView:
    """Return S to name a trump for its bid."""
    house = _house(rules)
    legal = tuple(trump for trump in Trump if trump.suit or house.no_trump_bids)
    return _view(_table(house, dealer, Phase.NAMING, (_call(f"S {bid}"),), None), hand, legal)


def laying(phase: Phase, hand: str, trump: str, bid: str, *, dealer: str = "S", rules: str = "") -> SeatView:
    """Return S to offer, give back or discard a card; `bid` is the maker's, such as `N 3`."""
    cards = read_cards(hand)
    legal: tuple[Action, ...] = (Keep.KEEP, *cards) if phase is Phase.OFFER else cards
    return _view(_table(_house(rules), dealer, phase, (_call(bid),), trump), hand, legal)


def playing(
    hand: str, trump: str, bid: str, *plays: str, before: tuple[str, ...] = (), rules: str = "", gave: str | None = None
) -> SeatView:
    """Return S to play after plays such as `E 9H`; `before` are the full tricks, each as `N AH E 9H S KH W QH`."""
    house = _house(rules)
    tricks = tuple(_trick(text, Trump(trump)) for text in before)
    trick = _trick(" ".join(plays), Trump(trump), full=False)
    legal = playable(read_cards(hand), trick.led, Trump(trump), strict_left_bower=house.strict_left_bower)
    table = _table(house, "W", Phase.PLAY, (_call(bid),), trump, tricks, trick)
    return _view(table, hand, legal, gave)


def _house(text: str) -> Rules:
    return Rules().with_changes(parse_changes(text))


def _call(text: str) -> tuple[Seat, Call]:
    seat, call = text.split(" ")
    return Seat(seat), Call(call)


def _standing(calls: tuple[tuple[Seat, Call], ...]) -> tuple[Seat | None, Call | None]:
    bids = [(seat, call) for seat, call in calls if call is not Call.PASS]
    return bids[-1] if bids else (None, None)


def _trick(text: str, trump: Trump, *, full: bool = True) -> Trick:
    words = text.split()
    plays = tuple((Seat(seat), card(played)) for seat, played in zip(words[::2], words[1::2], strict=True))
    winner = plays[winning(tuple(played for _, played in plays), trump)][0] if full else None
    return Trick(plays, winner)


def _table(
    rules: Rules,
    dealer: str,
    phase: Phase,
    calls: tuple[tuple[Seat, Call], ...],
    trump: str | None,
    tricks: tuple[Trick, ...] = (),
    trick: Trick | None = None,
) -> TableView:
    maker, bid = _standing(calls)
    trick = trick or Trick()
    played = [seat for one in (*tricks, trick) for seat, _ in one.plays]
    return TableView(
        rules=rules,
        number=0,
        score=Score(),
        shootout=False,
        winner=None,
        dealer=Seat(dealer),
        minimum=0,
        phase=phase,
        turn=Seat.SOUTH,
        calls=calls,
        maker=maker,
        bid=bid,
        trump=Trump(trump) if trump else None,
        sitting_out=maker.partner if maker and bid and bid.is_lone else None,
        exchanged=None,
        discarded=(),
        counts=tuple(rules.hand_size - played.count(seat) for seat in SEATS),
        tricks=tricks,
        trick=trick,
        points=None,
        unplayed=((), (), (), ()),
    )


def _view(table: TableView, hand: str, legal: tuple[Action, ...], gave: str | None = None) -> SeatView:
    return SeatView(
        seat=Seat.SOUTH,
        table=table,
        hand=read_cards(hand),
        legal=legal,
        gave=card(gave) if gave else None,
        received=None,
        discarded=None,
    )
