"""The loopback Discord and this project's bot on it, as the tests of the wire have them."""

from tests.wire.conftest import pepper, place, players, server

__all__ = ["pepper", "place", "players", "server"]
