"""Bidding and naming: a number for what the hand is worth, all tricks when near certain, the partner left alone."""

from pepper.bids import Call
from pepper.cards import Trump
from pepper.players.habits.worth import Setting, chance_of, chance_of_all, expected_points, expected_tricks
from pepper.rules import Rules
from pepper.seats import Seat
from pepper.view import SeatView, TableView

# A number is bid when it is made this often at least: more often where the others' tricks score, so that passing pays
# too, and more often still over the partner's bid.
SOUND, SOUND_IF_DEFENDERS_SCORE, SOUND_OVER_PARTNER = 0.55, 0.7, 0.85
# All tricks are bid when they are made this often at least.
NEAR_CERTAIN = 0.8
# What each trick that the partner has bid adds to the tricks of this hand.
PARTNERS_TRICK = 0.1


def call(view: SeatView) -> Call:
    """Return the call that the hand is worth; a forced dealer whose hand is worth none bids the least."""
    options = tuple(action for action in view.legal if isinstance(action, Call))
    setting = _setting(view)
    if _partner_bids_all(view):
        return Call.PASS
    everything = _all_tricks(view, options, setting)
    if everything is not None:
        return everything
    numbers = _sound_numbers(view, options, setting)
    if not numbers:
        return options[0]
    return numbers[0] if _least_will_do(view) else numbers[-1]


def name_trump(view: SeatView) -> Trump:
    """Return the trump at which the bid may expect most points, the one first in order if several may."""
    bid, setting = view.table.bid, _setting(view)
    assert bid is not None, "a trump is named for a bid"
    options = (action for action in view.legal if isinstance(action, Trump))
    return max(options, key=lambda trump: expected_points(view.hand, bid, trump, setting))


def _partner_bids_all(view: SeatView) -> bool:
    bid = view.table.bid
    return view.table.maker is view.seat.partner and bid is not None and bid.number is None


def _all_tricks(view: SeatView, options: tuple[Call, ...], setting: Setting) -> Call | None:
    """Return the bid of all tricks that may expect most points out of those that are near certain."""
    hopes = [
        (expected_points(view.hand, rung, trump, setting), rung)
        for rung in options
        if rung is not Call.PASS and rung.number is None
        for trump in _trumps(setting.rules, rung)
        if chance_of_all(view.hand, trump, setting, alone=rung.is_lone) >= NEAR_CERTAIN
    ]
    return max(hopes, key=lambda hope: hope[0])[1] if hopes else None


def _sound_numbers(view: SeatView, options: tuple[Call, ...], setting: Setting) -> list[Call]:
    """Return the open number bids that the hand is worth at its best trump, in ladder order."""
    table = view.table
    is_partners = table.maker is view.seat.partner
    if is_partners and table.rules.made_bid_scores == "tricks":
        # The partner's bid scores every trick as it is.
        return []
    sound = SOUND_IF_DEFENDERS_SCORE if table.rules.defenders_score else SOUND
    needed = SOUND_OVER_PARTNER if is_partners else sound
    hopes = [(trump, expected_tricks(view.hand, trump, setting)) for trump in _trumps(table.rules, Call.ONE)]
    return [
        rung
        for rung in options
        if rung.number and max(chance_of(rung.number, tricks, trump, table.rules) for trump, tricks in hopes) >= needed
    ]


def _trumps(rules: Rules, rung: Call) -> tuple[Trump, ...]:
    if not rung.names_trump:
        return (Trump.NO_TRUMP,)
    return tuple(trump for trump in Trump if trump.suit or rules.no_trump_bids)


def _least_will_do(view: SeatView) -> bool:
    """Tell whether the lowest bid will do: it stands or can be raised later, and tricks score anyway."""
    table = view.table
    is_last = view.seat is table.dealer or table.rules.auction == "rounds"
    return is_last and table.rules.made_bid_scores == "tricks"


def _setting(view: SeatView) -> Setting:
    table = view.table
    leader = view.seat if table.rules.first_lead == "maker" else table.dealer.left
    exchanges = table.rules.exchange and table.dealer.side is view.seat.side
    return Setting(table.rules, leader is view.seat, exchanges, PARTNERS_TRICK * _bid_by(view.seat.partner, table))


def _bid_by(seat: Seat, table: TableView) -> int:
    """Return the highest number a seat has bid, 0 if none."""
    return max((bid.number or 0 for speaker, bid in table.calls if speaker is seat), default=0)
