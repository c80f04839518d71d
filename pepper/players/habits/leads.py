"""Leading to a trick: draw trumps for the own bid, cash what is high, lead aces against the others' bid."""

from pepper.cards import Card
from pepper.deal import Hand
from pepper.players.habits.keeping import least_useful
from pepper.players.habits.sight import Sight
from pepper.view import SeatView


def lead(view: SeatView, sight: Sight) -> Card:
    """Return the card to lead out of the whole hand."""
    return (
        _trump_to_draw(view, sight)
        or _card_to_cash(view.hand, sight)
        or _last_trump(view, sight)
        or _low(view.hand, sight)
    )


def _trump_to_draw(view: SeatView, sight: Sight) -> Card | None:
    """Return the highest trump if the own side bid and should draw the others' trumps now."""
    trumps = [card for card in view.hand if sight.is_trump(card)]
    if not trumps or not _is_ours(view) or not sight.foes_may_hold(sight.trump.suit):
        return None
    highest = max(trumps, key=sight.power)
    if view.table.maker is view.seat:
        return highest if sight.is_high(highest) or len(trumps) >= 3 else None
    # The maker's partner leads the right bower at any time, another trump only to the side's first lead.
    return highest if sight.is_high(highest) or not _have_led(view) else None


def _is_ours(view: SeatView) -> bool:
    maker = view.table.maker
    assert maker is not None, "cards are led after the auction"
    return maker.side is view.seat.side


def _have_led(view: SeatView) -> bool:
    return any(trick.plays[0][0].side is view.seat.side for trick in view.table.tricks)


def _card_to_cash(hand: Hand, sight: Sight) -> Card | None:
    """Return the high plain card that is likeliest to hold, from the longest suit if several are."""

    def order(card: Card) -> tuple[float, int]:
        suit = sight.suit(card)
        return sight.chance_to_hold(card, suit, sight.foes), sum(sight.suit(other) is suit for other in hand)

    high = (card for card in hand if not sight.is_trump(card) and sight.is_high(card))
    return max(high, key=order, default=None)


def _last_trump(view: SeatView, sight: Sight) -> Card | None:
    """Return the highest trump if no opponent holds any and a card will be left over: a trump kept too long is lost."""
    left = view.table.rules.tricks - len(view.table.tricks)
    if len(view.hand) == left or sight.foes_may_hold(sight.trump.suit):
        return None
    return max((card for card in view.hand if sight.is_trump(card)), key=sight.power, default=None)


def _low(hand: Hand, sight: Sight) -> Card:
    plain = tuple(card for card in hand if not sight.is_trump(card))
    return least_useful(plain or hand, hand, sight)
