"""Sound card play without looking ahead: what a good player plays, what would be odd, and which of equal cards."""

from pepper.players.sense.manners import sensible
from pepper.players.sense.playing import play
from pepper.players.sense.ties import tie_break

__all__ = ["play", "sensible", "tie_break"]
