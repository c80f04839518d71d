"""The house rules as one frozen value, the presets, and reading rules from text with errors that name the field."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

MIN_TARGET, MAX_TARGET = 5, 200

# The values of each field other than `target`; the first is the default.
CHOICES: Mapping[str, tuple[str | int | bool, ...]] = MappingProxyType(
    {
        "deck": (24, 32),
        "sixth_card": ("held", "discarded", "played"),
        "auction": ("single", "rounds"),
        "first_lead": ("eldest", "maker"),
        "dealer_must_bid": (0, 1, 2, 3),
        "exchange": (False, True),
        "lone": (False, True),
        "super_pepper": (False, True),
        "no_trump_bids": (False, True),
        "defenders_score": (False, True),
        "strict_left_bower": (False, True),
        "no_trump_rounding": ("up", "down"),
        "made_bid_scores": ("tricks", "bid"),
        "tie_break": ("bidder", "shootout"),
    }
)


class RulesError(ValueError):
    """A house rule that can't be: `field` and `value` say which, `allowed` what could stand there."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        super().__init__(f"rule {field!r}: {value!r} is not allowed (allowed: {allowed})")

    def __reduce__(self) -> tuple[object, ...]:
        return RulesError, (self.field, self.value, self.allowed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The house rules of a table. Every field has the type and one of the values of `CHOICES`.

    Raises RulesError for a value of the wrong type or outside its choices, and for `sixth_card` with 32 cards.
    """

    target: int = 42
    deck: int = 24
    sixth_card: str = "held"
    auction: str = "single"
    first_lead: str = "eldest"
    dealer_must_bid: int = 0
    exchange: bool = False
    lone: bool = False
    super_pepper: bool = False
    no_trump_bids: bool = False
    defenders_score: bool = False
    strict_left_bower: bool = False
    no_trump_rounding: str = "up"
    made_bid_scores: str = "tricks"
    tie_break: str = "bidder"

    def __post_init__(self) -> None:
        if type(self.target) is not int or not MIN_TARGET <= self.target <= MAX_TARGET:
            raise RulesError("target", self.target, f"a whole number from {MIN_TARGET} to {MAX_TARGET}")
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            # 1 equals True in Python, but not in the rules: types are compared too.
            if not any(type(value) is type(choice) and value == choice for choice in choices):
                raise RulesError(name, value, ", ".join(map(_text, choices)))
        if self.deck == 32 and self.sixth_card != "held":
            raise RulesError("sixth_card", self.sixth_card, "held with deck=32, where all eight cards are played")

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat: 6 or 8."""
        return self.deck // 4

    @property
    def tricks(self) -> int:
        """Tricks in a deal: 5 with 24 cards, 6 if the sixth card is played, 8 with 32 cards."""
        if self.deck == 32:
            return 8
        return 6 if self.sixth_card == "played" else 5

    def changes(self) -> dict[str, int | str | bool]:
        """Return the fields that differ from the defaults, in the order of the fields."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    def with_changes(self, changes: Mapping[str, object]) -> "Rules":
        """Return these rules with some fields replaced.

        Raises RulesError for a name that is no rule, or for a value that can't be.
        """
        for name, value in changes.items():
            if name not in FIELDS:
                raise RulesError(name, value, "one of the rules " + ", ".join(FIELDS))
        return Rules(**{**self.changes(), **changes})  # type: ignore[arg-type]  # __post_init__ judges the types


FIELDS = tuple(f.name for f in fields(Rules))

_LIVING_ROOM = Rules(
    sixth_card="played", dealer_must_bid=1, first_lead="maker", no_trump_bids=True, defenders_score=True
)
PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "classic": Rules(),
        "quick": Rules(target=21),
        "six": _LIVING_ROOM,
        "iowa": _LIVING_ROOM.with_changes({"target": 31, "dealer_must_bid": 3, "made_bid_scores": "bid"}),
        "lone": Rules(lone=True, super_pepper=True),
        "big32": Rules(deck=32),
    }
)


def preset(name: str) -> Rules:
    """Return the rules of a preset. Raises RulesError for a name that is none."""
    if name not in PRESETS:
        raise RulesError("preset", name, ", ".join(PRESETS))
    return PRESETS[name]


def parse_changes(text: str) -> dict[str, int | str | bool]:
    """Read rules written as `target=21,lone=true`; an empty text changes nothing.

    Raises RulesError for a part that isn't name=value, a name that is no rule or stands twice, or a value not allowed.
    """
    changes: dict[str, int | str | bool] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise RulesError(name, "", "name=value, such as target=21")
        if name in changes:
            raise RulesError(name, value, "each rule once")
        changes[name] = _read_value(name, value)
    return changes


def _read_value(name: str, value: str) -> int | str | bool:
    if name == "target":
        if not (value.isascii() and value.isdigit() and len(value) <= 9):
            raise RulesError(name, value, f"a whole number from {MIN_TARGET} to {MAX_TARGET}")
        return int(value)
    if name not in CHOICES:
        raise RulesError(name, value, "one of the rules " + ", ".join(FIELDS))
    for choice in CHOICES[name]:
        if value == _text(choice):
            return choice
    raise RulesError(name, value, ", ".join(map(_text, CHOICES[name])))


def _text(choice: object) -> str:
    return str(choice).lower()
