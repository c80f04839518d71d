"""The double-dummy solver: what a deal or a card is worth when all cards lie open."""

from pepper.doubledummy.position import Position, tricks, tricks_by_card

__all__ = ["Position", "tricks", "tricks_by_card"]
