"""Following suit, and who wins a trick."""

from collections.abc import Sequence

from pepper.cards import Card, Trump, effective_suits, left_bower, trick_strengths


def playable(hand: tuple[Card, ...], led: Card | None, trump: Trump, strict_left_bower: bool) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played, in the order held; `led` is None for the leader.

    The suit led must be followed, counting the left bower as a trump. With `strict_left_bower` its holder must play it
    whenever somebody else leads trumps.
    """
    if led is None:
        return hand
    suits = effective_suits(trump)
    suit = suits[led]
    if strict_left_bower and suit is trump.suit:
        left = left_bower(trump)
        if left is not None and left in hand:
            return (left,)
    return tuple([card for card in hand if suits[card] is suit]) or hand


def winning(cards: Sequence[Card], trump: Trump) -> int:
    """Return the place, from 0, of the card that wins: the highest trump, else the highest of the suit led."""
    worth = trick_strengths(trump, cards[0])
    heights = [worth[card] for card in cards]
    return heights.index(max(heights))
