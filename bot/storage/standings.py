"""Finished matches of a server: who has won how often, and the records."""

from dataclasses import dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's finished matches in a server, and how many were won."""

    user_id: int
    name: str
    matches: int
    wins: int


class Standings(Database):
    """The queries about finished matches."""

    async def leaderboard(self, guild_id: int, limit: int) -> tuple[Standing, ...]:
        """Return the people of a server with the most wins, then the fewest matches; at most `limit`."""
        rows = await self._all(
            "SELECT standings.user_id, name, matches, wins FROM standings JOIN people USING (user_id) "
            "WHERE guild_id = $1 ORDER BY wins DESC, matches, standings.user_id LIMIT $2",
            guild_id,
            limit,
        )
        return tuple(Standing(*row) for row in rows)

    async def record(self, table_id: int) -> str | None:
        """Return the record of a finished match, None where there is none."""
        rows = await self._all("SELECT record FROM matches WHERE table_id = $1", table_id)
        return str(rows[0][0]) if rows else None
