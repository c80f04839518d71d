"""The ways of playing the tricks that have a file of learned bids each, and the rules that it is learned under."""

from dataclasses import dataclass

from pepper.rules import PRESETS, Rules


@dataclass(frozen=True, slots=True)
class Kind:
    """One way of playing the tricks: `learned` are the rules whose auctions are learned, that pay differently.

    Contracts are played under `played`, which allows every bid.
    """

    learned: tuple[Rules, ...]
    played: Rules

    @property
    def name(self) -> str:
        """What the learned file is called, without its ending."""
        return f"{self.played.deck}-cards-{self.played.tricks}-tricks"

    @property
    def leaders(self) -> tuple[int, ...]:
        """How many seats after the maker the first leader may sit."""
        return (0,) if self.played.first_lead == "maker" else (0, 1, 2, 3)


_EVERY_BID = {"lone": True, "super_pepper": True, "no_trump_bids": True}

_ALL = (
    Kind(
        learned=(
            Rules(),
            Rules(lone=True, super_pepper=True),
            Rules(defenders_score=True),
            Rules(made_bid_scores="bid"),
            Rules(no_trump_bids=True),
        ),
        played=Rules().with_changes(_EVERY_BID),
    ),
    Kind(
        learned=(PRESETS["six"], PRESETS["iowa"]),
        played=PRESETS["six"].with_changes(_EVERY_BID | {"dealer_must_bid": 0}),
    ),
    Kind(learned=(PRESETS["big32"],), played=PRESETS["big32"].with_changes(_EVERY_BID)),
)
KINDS = {kind.name: kind for kind in _ALL}
