"""What a bid tells of its maker's hand: how often a hand that may expect so many tricks ends as the maker's."""

from collections.abc import Callable

from pepper.players.bidding.auction import leader_for
from pepper.players.bidding.features import features_of_mask
from pepper.players.bidding.odds import odds_table
from pepper.players.bidding.tables import auctions
from pepper.view import TableView

# The chances are learned for steps of so many tricks.
STEP = 0.25


def likelihood(table: TableView) -> Callable[[int], float] | None:
    """Return how likely the bid and trump are for a hand of the maker's, given as bits under the trump.

    The hand is the one dealt, or what is known of it; likelihoods only mean something beside each other. Returns None
    where nothing was learned, and while no trump is named.
    """
    rules, trump = table.rules, table.trump
    if table.maker is None or trump is None:
        return None
    chances = auctions(rules).makers.get(bid_name(table))
    if chances is None:
        return None
    weights = odds_table(rules, trump, leader_for(table.maker, table)).tricks
    last = len(chances) - 1

    def likely(hand: int) -> float:
        tricks = sum([weights[place] for place in features_of_mask(hand, rules.deck, trump)])
        return chances[min(max(int(tricks / STEP), 0), last)]

    return likely


def bid_name(table: TableView) -> str:
    """Return what a bid and its trump are called in the learned table."""
    assert table.trump is not None, "a trump is named"
    return f"{table.bid} {'suit' if table.trump.suit else 'no_trump'}"
