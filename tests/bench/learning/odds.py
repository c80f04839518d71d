"""The odds of a kind, fitted to contracts that were played: what the classes of a hand weigh for its side's tricks."""

from collections.abc import Callable, Sequence

import numpy as np

from pepper.players.bidding.features import AT_NO_TRUMP, AT_SUIT, features
from tests.bench.learning.kinds import Kind
from tests.bench.learning.played import Played
from tests.bench.learning.regression import Array, linear, logistic, matrix

Table = dict[str, list[object]]


def fit_odds(kind: Kind, played: Sequence[Played], say: Callable[[str], None]) -> dict[str, Table]:
    """Return the odds for suits and for no trump, for each seat that may lead; `say` is told of each."""
    odds: dict[str, Table] = {}
    for name, at_suit in (("suit", True), ("no_trump", False)):
        for leader in kind.leaders:
            chosen = [one for one in played if (one.trump.suit is not None) is at_suit and one.leader == leader]
            odds[f"{name}/{leader}"] = _table(kind, chosen, AT_SUIT if at_suit else AT_NO_TRUMP)
            say(f"odds {name}/{leader}: fitted to {len(chosen)} contracts")
    return odds


def _table(kind: Kind, played: Sequence[Played], width: int) -> Table:
    total = kind.played.tricks
    rows = matrix([features(one.hand, kind.played.deck, one.trump) for one in played], width)
    taken = np.array([one.taken for one in played])
    number = np.array([one.bid.number is not None for one in played])
    lone = np.array([one.bid.is_lone for one in played])
    tricks = linear(rows[number], taken[number].astype(float))
    signs = _link_signs(total, rows[number] @ tricks)
    links = [logistic(signs, (taken[number] >= least).astype(float), penalty=0.01) for least in range(1, total)]
    everything = (taken == total).astype(float)
    for_all, for_lone = _best_witness(played, alone=False), _best_witness(played, alone=True)
    return {
        "tricks": _short(tricks, 3),
        "links": [_short(link, 3) for link in links],
        "all": _short(logistic(rows[for_all], everything[for_all]), 2),
        "alone": _short(logistic(rows[for_lone], (everything * lone)[for_lone]), 2),
    }


def _best_witness(played: Sequence[Played], *, alone: bool) -> Array:
    """Tell for each contract whether it says best if the hand takes every trick: a number does where nothing else was.

    Who bids a number may take everything too. Alone nobody does where it wasn't worth trying.
    """
    tried = {(one.hand, one.trump) for one in played if one.bid.number is None and one.bid.is_lone is alone}
    return np.array(
        [
            (one.hand, one.trump) not in tried if one.bid.number is not None else one.bid.is_lone is alone
            for one in played
        ]
    )


def _link_signs(total: int, expected: Array) -> Array:
    """Return what the weights of a link multiply, given the tricks expected."""
    return np.stack([np.ones_like(expected), expected, (expected - total / 2) ** 2], 1)


def _short(weights: Array, digits: int) -> list[object]:
    return [round(float(weight), digits) for weight in weights]
