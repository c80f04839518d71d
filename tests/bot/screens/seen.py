"""A screen as it is sent: its texts, its buttons, and what Discord would refuse or a phone would hide."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import discord

from bot.presses import parse
from bot.tables import Occupant, Partners, Stage, Table, TableState
from pepper import match as matches
from pepper.cards import Card, card
from pepper.deal import legal
from pepper.match import Match
from pepper.rules import Rules
from pepper.seats import SEATS, Seat

_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_CARD = re.compile(r"(10|[789JQKA])\**[\ufe0e\ufe0f]?([♠♥♦♣])")
NAMES = ("Ana", "Bo", "Cy", "Di")


@dataclass(frozen=True, slots=True)
class Button:
    """A button, or a menu, as it is sent."""

    label: str
    custom_id: str
    enabled: bool

    @property
    def action(self) -> str:
        """The token of the game's action that it stands for, or asks about once more; empty for anything else."""
        press = parse(self.custom_id)
        return press.argument if press.verb == "sure" else press.token

    @property
    def verb(self) -> str:
        return parse(self.custom_id).verb


@dataclass(frozen=True, slots=True)
class Seen:
    """What is on a screen."""

    texts: tuple[str, ...]
    descriptions: tuple[str, ...]
    buttons: tuple[Button, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def cards(self) -> frozenset[Card]:
        """The cards in texts, labels and in what buttons do."""
        words = " ".join((*self.texts, *self.descriptions, *(button.label for button in self.buttons)))
        named = {card(rank.replace("10", "T") + _SUITS[suit]) for rank, suit in _CARD.findall(words)}
        tokens = {button.action for button in self.buttons if re.fullmatch("[789TJQKA][SHDC]", button.action)}
        return frozenset(named | {card(token) for token in tokens})


def look(screen: discord.ui.LayoutView) -> Seen:
    """Return what is on a screen. Fails for what Discord refuses, and for what a phone hides."""
    parts: Any = screen.to_components()  # type: ignore[no-untyped-call]  # the library's
    every = list(_walk(parts))
    assert 1 <= len(every) <= 40
    texts = tuple(part["content"] for part in every if part["type"] == 10)
    assert all(text.strip() for text in texts)
    assert sum(map(len, texts)) <= 4000
    items = [item for part in every if part["type"] == 12 for item in part["items"]]
    descriptions = tuple(item["description"] for item in items)
    assert all(0 < len(description) <= 1024 for description in descriptions)
    for row in (part["components"] for part in every if part["type"] == 1):
        assert 1 <= len(row) <= 4
    buttons = tuple(_button(part) for part in every if part["type"] in (2, 3))
    ids = [button.custom_id for button in buttons]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    return Seen(texts, descriptions, buttons)


def _button(part: Mapping[str, Any]) -> Button:
    label = part.get("label") or part.get("placeholder") or ""
    if part["type"] == 2:
        assert len(label) <= 34
        assert label or part.get("emoji")
    else:
        assert len(label) <= 150
        assert 1 <= len(part["options"]) <= 25
        assert all(1 <= len(option["label"]) <= 100 for option in part["options"])
    return Button(label, part["custom_id"], not part.get("disabled"))


def _walk(part: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, Mapping):
        if isinstance(part.get("type"), int):
            yield part
        for value in (part.get("components"), part.get("accessory")):
            yield from _walk(value)
    elif isinstance(part, Sequence) and not isinstance(part, str):
        for child in part:
            yield from _walk(child)


# --- tables to show


def table_of(match: Match | None, names: Sequence[str] = NAMES, **values: Any) -> Table:
    """Return a table of four people at which a match stands so."""
    people = [Occupant(name, number) for number, name in enumerate(names, 11)]
    given: dict[str, Any] = {"places": tuple(people), "match": match}
    if match is not None:
        given["step"] = sum(len(deal.actions) for deal in match.deals)
        given["stage"] = Stage.OVER if match.winner else Stage.PLAYING
    rules = match.rules if match else values.pop("rules", Rules())
    state = TableState(11, rules, values.pop("partners", Partners.CUT), **(given | values))
    return Table(2**31, 1, 7, "en-US", state)


def matches_of(rules: Rules, seed: int, actions: int = 80) -> Iterator[Match]:
    """Yield a match after each of its actions, played at random."""
    random = Random(seed)
    match = matches.start(rules, Seat.NORTH, matches.deal_hands(rules, Seat.NORTH, random))
    for _ in range(actions):
        yield match
        options, turn = legal(match.deal), match.deal.turn
        assert turn is not None
        option = options[0] if random.random() < 0.2 else random.choice(options)
        match, _ = matches.play(match, turn, option)
        if match.winner is not None:
            break
        if match.awaits_deal:
            dealer = matches.next_dealer(match)
            match = matches.next_deal(match, matches.deal_hands(rules, dealer, random))
    yield match


def long_emojis() -> dict[str, str]:
    """Return emojis as long as Discord's for every suit and card."""
    tokens = [rank + suit for rank in "789TJQKA" for suit in "SHDC"]
    return {token: f"<:pepper_card_{token}:1234567890123456789>" for token in (*"SHDC", *tokens)}


def side_of(match: Match, seat: Seat) -> frozenset[Card]:
    """Return the cards that a seat may see: its own, before and after an exchange, and those on the table."""
    deal = match.deal
    played = (laid for trick in (*deal.tricks, deal.trick) for _, laid in trick.plays)
    return frozenset((*deal.opening.dealt[seat.index], *deal.hands[seat.index], *played))


def every_seat(match: Match) -> Iterator[tuple[Table, Seat]]:
    table = table_of(match)
    for seat in SEATS:
        yield table, seat
