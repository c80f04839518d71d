"""People: the last name and locale of everyone who pressed something, and what they wish for themselves."""

from typing import Any

from bot.storage.database import Database


class People(Database):
    """The queries about people."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._people: dict[int, tuple[str, str]] = {}

    async def remember(self, user_id: int, name: str, locale: str) -> None:
        """Keep the last name and locale of somebody who pressed or typed something."""
        if self._people.get(user_id) == (name, locale):
            return
        await self._write(
            "INSERT INTO people (user_id, name, locale) VALUES ($1, $2, $3) "
            "ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, locale = excluded.locale",
            user_id,
            name,
            locale,
        )
        self._people[user_id] = (name, locale)

    async def wants_notices(self, user_id: int) -> bool:
        """Tell whether a person wants to be mentioned when it is their turn; they do until they say otherwise."""
        rows = await self._all("SELECT notices FROM people WHERE user_id = $1", user_id)
        return not rows or bool(rows[0][0])

    async def set_notices(self, user_id: int, *, wanted: bool) -> None:
        """Save whether a remembered person wants to be mentioned when it is their turn."""
        await self._write("UPDATE people SET notices = $1 WHERE user_id = $2", int(wanted), user_id)
