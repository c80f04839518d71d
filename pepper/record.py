"""The notation: actions and whole matches as text, and replaying a match from its record.

A match is one JSON object, one line each in a `.jsonl` file. Reading judges everything a record says.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Card, Trump, card, deck
from pepper.deal import Action, Deal, Hands, Illegal, Keep, Phase, legal
from pepper.match import Match
from pepper.rules import Rules, RulesError
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side

FORMAT = "pepper/1"


class RecordError(ValueError):
    """A record that can't be. `deal` and `step`, both counted from 0, say where reading stopped, `reason` why."""

    def __init__(self, deal: int, step: int, reason: str) -> None:
        self.deal, self.step, self.reason = deal, step, reason
        super().__init__(f"deal {deal}, step {step}: {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        return RecordError, (self.deal, self.step, self.reason)


@dataclass(frozen=True, slots=True)
class Record:
    """A match as replayed, and the names of its players where the record gives them."""

    match: Match
    players: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class Step:
    """One action as it was made: `legal` is what its seat could have done."""

    deal: int
    seat: Seat
    legal: tuple[Action, ...]
    action: Action


# --- text of cards and actions


def cards_text(cards: tuple[Card, ...]) -> str:
    """Return cards as `9S TD JH`."""
    return " ".join(map(str, cards))


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards from `9S TD JH`. Raises ValueError for anything else."""
    return tuple(card(part) for part in text.split(" ")) if text else ()


def read_action(phase: Phase, token: str) -> Action:
    """Return the action that a token means in a phase. Raises ValueError for a token that means none there."""
    try:
        if phase is Phase.AUCTION:
            return Call(token)
        if phase is Phase.NAMING:
            return Trump(token)
        if phase is Phase.OFFER and token == Keep.KEEP.value:
            return Keep.KEEP
        return card(token)
    except ValueError:
        raise ValueError(f"{token!r} means nothing in the {phase.value}") from None


# --- writing


def write(match: Match, players: Mapping[Seat, str]) -> str:
    """Return a match as one line of JSON, without the line's end; names are escaped to ASCII."""
    return json.dumps(to_json(match, players))


def to_json(match: Match, players: Mapping[Seat, str]) -> dict[str, Any]:
    """Return a match as the JSON object of the notation. Rules are given where they differ from the defaults."""
    whole: dict[str, Any] = {"format": FORMAT, "rules": match.rules.changes()}
    if players:
        whole["players"] = {seat.value: players[seat] for seat in SEATS if seat in players}
    whole["deals"] = [_deal_json(deal) for deal in match.deals]
    whole["score"] = _score_json(match.score)
    whole["winner"] = match.winner.value if match.winner else None
    return whole


def _deal_json(deal: Deal) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "dealer": deal.dealer.value,
        "hands": {seat.value: cards_text(deal.opening.dealt[seat.index]) for seat in SEATS},
        "actions": [f"{seat} {action}" for seat, action in deal.actions],
    }
    if deal.phase is Phase.VOID:
        whole["void"] = True
    if deal.points is not None:
        whole["points"] = _score_json(deal.points)
    return whole


def _score_json(score: Score) -> dict[str, int]:
    return {side.value: score[side] for side in Side}


# --- reading


def unwatched(step: Step) -> None:
    """Take no notice of a step."""


def read(line: str, watch: Callable[[Step], None] = unwatched) -> Record:
    """Replay one record and check everything it says; `watch` is told each action as soon as it has been accepted.

    Raises RecordError for anything unknown, missing, of the wrong type, against the rules or summed wrongly.
    """
    return _Reader(watch).read(line)


class _Reader:
    """Reads one record; it keeps the place reached, so that every error can name deal and step."""

    def __init__(self, watch: Callable[[Step], None]) -> None:
        self._watch = watch
        self._deal = 0
        self._step = 0

    def read(self, line: str) -> Record:
        whole = self._object(self._json(line), "record", ("format", "rules", "deals"), ("players", "score", "winner"))
        if whole["format"] != FORMAT:
            self._fail(f"format {_shown(whole['format'])} is unknown, expected {FORMAT!r}")
        rules = self._rules(whole["rules"])
        players = self._players(whole.get("players", {}))
        match = self._deals(rules, self._list(whole["deals"], "deals"))
        if "score" in whole:
            self._check_score("score", whole["score"], match.score)
        if "winner" in whole:
            self._check_winner(whole["winner"], match.winner)
        return Record(match, players)

    # parts of a record

    def _json(self, line: str) -> Any:
        try:
            return json.loads(line, object_pairs_hook=self._unique, parse_constant=self._no_number)
        except RecordError:
            raise
        except RecursionError:
            self._fail("the JSON is nested too deeply")
        except ValueError as error:
            self._fail(f"this is no JSON: {error}")

    def _unique(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        whole = dict(pairs)
        if len(whole) < len(pairs):
            self._fail("a key stands twice in one object")
        return whole

    def _no_number(self, constant: str) -> NoReturn:
        self._fail(f"{constant} is no JSON number")

    def _rules(self, value: Any) -> Rules:
        try:
            return Rules().with_changes(self._dict(value, "rules"))
        except RulesError as error:
            self._fail(f"rule {error.field!r}: {_shown(error.value)} is not allowed (allowed: {error.allowed})")

    def _players(self, value: Any) -> dict[Seat, str]:
        names = self._object(value, "players", (), tuple(seat.value for seat in SEATS))
        return {Seat(seat): self._text(name, f"player {seat}") for seat, name in names.items()}

    def _deals(self, rules: Rules, values: list[Any]) -> Match:
        if not values:
            self._fail("a match has at least one deal")
        match = self._deal_of(rules, None, values[0])
        for number, value in enumerate(values[1:], start=1):
            if not match.deal.is_over:
                self._fail("the deal is unfinished, and only the last one may be")
            self._deal, self._step = number, 0
            match = self._deal_of(rules, match, value)
        return match

    def _deal_of(self, rules: Rules, match: Match | None, value: Any) -> Match:
        if match is not None and match.winner is not None:
            self._fail(f"a deal after the match was won by {match.winner}")
        is_void = self._is_void(value)
        needed = ("dealer", "hands") if is_void else ("dealer", "hands", "actions")
        whole = self._object(value, "deal", needed, ("actions", "points", "void"))
        dealer, hands = self._seat(whole["dealer"], "dealer"), self._hands(rules, whole["hands"])
        match = self._begin(rules, match, dealer, hands)
        actions = self._list(whole.get("actions", []), "actions")
        if is_void:
            return self._void(match, actions, whole)
        for step, text in enumerate(actions):
            self._step = step
            match = self._act(match, self._text(text, "action"))
        self._step = len(actions)
        if "points" in whole:
            self._check_score("points", whole["points"], match.deal.points)
        return match

    def _is_void(self, value: Any) -> bool:
        void = self._dict(value, "deal").get("void", False)
        if not isinstance(void, bool):
            self._fail(f"void is {_shown(void)}, expected true or false")
        return void

    def _begin(self, rules: Rules, match: Match | None, dealer: Seat, hands: Hands) -> Match:
        if match is None:
            return matches.start(rules, dealer, hands)
        if dealer is not matches.next_dealer(match):
            self._fail(f"the dealer is {dealer}, expected {matches.next_dealer(match)}")
        return matches.next_deal(match, hands)

    def _void(self, match: Match, actions: list[Any], whole: dict[str, Any]) -> Match:
        if actions:
            self._fail("a void deal has no actions")
        if "points" in whole:
            self._fail("a void deal has no points")
        return matches.void(match)

    def _hands(self, rules: Rules, value: Any) -> Hands:
        texts = self._object(value, "hands", tuple(seat.value for seat in SEATS), ())
        north, east, south, west = (self._hand(rules, seat, texts[seat.value]) for seat in SEATS)
        everything = north + east + south + west
        for held in everything:
            if everything.count(held) > 1:
                self._fail(f"{held} is dealt twice")
            if held not in deck(rules.deck):
                self._fail(f"{held} is not in the deck of {rules.deck}")
        return north, east, south, west

    def _hand(self, rules: Rules, seat: Seat, value: Any) -> tuple[Card, ...]:
        try:
            hand = read_cards(self._text(value, f"hand {seat}"))
        except RecordError:
            raise
        except ValueError as error:
            self._fail(f"hand {seat}: {error}")
        if len(hand) != rules.hand_size:
            self._fail(f"hand {seat} has {len(hand)} cards, expected {rules.hand_size}")
        return hand

    def _act(self, match: Match, text: str) -> Match:
        letter, _, token = text.partition(" ")
        seat, deal = self._seat(letter, f"seat of the action {text!r}"), match.deal
        if deal.is_over:
            self._fail(f"{text!r}: the deal is over")
        options = legal(deal)
        try:
            action = read_action(deal.phase, token)
            match, _events = matches.play(match, seat, action)
        except Illegal as error:
            self._fail(f"{text!r}: {error}")
        except ValueError as error:
            self._fail(f"{text!r}: {error}")
        self._watch(Step(self._deal, seat, options, action))
        return match

    # what follows from the rest

    def _check_score(self, name: str, value: Any, expected: Score | None) -> None:
        if expected is None:
            self._fail(f"the deal is unfinished and has no {name}")
        given = self._object(value, name, tuple(side.value for side in Side), ())
        for side in Side:
            number = given[side.value]
            if type(number) is not int or number != expected[side]:
                self._fail(f"{name} of {side} is {_shown(number)}, expected {expected[side]}")

    def _check_winner(self, value: Any, expected: Side | None) -> None:
        if value != (expected.value if expected else None):
            self._fail(f"winner is {_shown(value)}, expected {expected.value if expected else 'null'}")

    # types

    def _fail(self, reason: str) -> NoReturn:
        raise RecordError(self._deal, self._step, _cut(reason, 400))

    def _dict(self, value: Any, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._fail(f"{name} is {_shown(value)}, expected an object")
        return value

    def _object(self, value: Any, name: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
        whole = self._dict(value, name)
        for key in needed:
            if key not in whole:
                self._fail(f"{name} lacks the key {key!r}")
        for key in whole:
            if key not in needed and key not in optional:
                self._fail(f"{name} has the unknown key {_shown(key)}")
        return whole

    def _list(self, value: Any, name: str) -> list[Any]:
        if not isinstance(value, list):
            self._fail(f"{name} is {_shown(value)}, expected a list")
        return value

    def _text(self, value: Any, name: str) -> str:
        if not isinstance(value, str):
            self._fail(f"{name} is {_shown(value)}, expected a text")
        return value

    def _seat(self, value: Any, name: str) -> Seat:
        if not isinstance(value, str) or value not in "NESW" or len(value) != 1:
            self._fail(f"{name} is {_shown(value)}, expected N, E, S or W")
        return Seat(value)


def _shown(value: Any) -> str:
    """Return a simple value as JSON cut to 40 characters, and what a list or an object is: they may be of any depth."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return _cut(json.dumps(value), 40)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
