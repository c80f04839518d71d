"""One deal from the first call to the last trick: a frozen state, its legal actions, and the step to the next."""

from pepper.deal.events import (
    AuctionEnded,
    DealEnded,
    Event,
    ExchangeSettled,
    MatchEnded,
    TrickTaken,
    TrumpNamed,
)
from pepper.deal.judge import legal
from pepper.deal.refusals import Illegal, Reason
from pepper.deal.state import Action, Auction, Deal, Hand, Hands, Keep, Opening, Phase, Plays, Preparation, Trick
from pepper.deal.steps import declare_void, play, start

__all__ = [
    "Action",
    "Auction",
    "AuctionEnded",
    "Deal",
    "DealEnded",
    "Event",
    "ExchangeSettled",
    "Hand",
    "Hands",
    "Illegal",
    "Keep",
    "MatchEnded",
    "Opening",
    "Phase",
    "Plays",
    "Preparation",
    "Reason",
    "Trick",
    "TrickTaken",
    "TrumpNamed",
    "declare_void",
    "legal",
    "play",
    "start",
]
