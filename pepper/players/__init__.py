"""Computer players. Each is a function of a seat's view and a source of chance that returns a legal action."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from pepper.deal import Action
from pepper.players import basic, master, novice, regular, strong, uniform
from pepper.view import SeatView

Player = Callable[[SeatView, Random], Action]

# The levels that people choose from, the weakest first.
LEVELS = ("novice", "regular", "strong", "master")

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        "random": uniform.choose,
        "basic": basic.choose,
        "novice": novice.choose,
        "regular": regular.choose,
        "strong": strong.choose,
        "master": master.choose,
    }
)
