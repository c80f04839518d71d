"""House rules in words: what differs from classic, and how the game goes."""

from bot.i18n import text
from bot.screens import words
from bot.screens.layout import GREY, Screen, lines, panel
from pepper.bids import Call, ladder
from pepper.rules import PRESETS, Rules
from pepper.scoring import stake


def rules_line(locale: str, rules: Rules) -> str:
    """Return the preset's name, or "own house rules", with the target."""
    name = next((name for name, preset in PRESETS.items() if preset == rules), None)
    return text(locale, f"preset-{name}") if name else text(locale, "rules-own", target=rules.target)


def changes(locale: str, rules: Rules) -> str:
    """Return a line for each rule that differs from classic; empty for classic."""
    return lines([f"- {one}" for one in _differing(locale, rules)])


def house_line(locale: str, rules: Rules) -> str:
    """Return what differs from classic on one small line; empty where only the target does."""
    differing = _differing(locale, rules)
    return text(locale, "table-house", rules=" · ".join(differing)) if differing else ""


def how_to_play(locale: str, rules: Rules) -> Screen:
    """Return the game in a minute as it is played by these rules, and what differs from classic."""
    rungs = ladder(rules)
    bids = ", ".join(_rung(locale, rules, call) for call in rungs)
    return Screen(
        panel(
            text(locale, "rules-title"),
            text(locale, "rules-goal", target=rules.target, tricks=rules.tricks, cards=rules.hand_size),
            lines([text(locale, "rules-auction"), text(locale, "rules-ladder", bids=bids)]),
            text(locale, "rules-cards", low="9 8 7" if rules.deck == 32 else "9"),
            text(locale, "rules-score", scores=rules.made_bid_scores),
            lines([text(locale, "rules-here", line=rules_line(locale, rules)), changes(locale, rules)]),
            accent=GREY,
        )
    )


def _rung(locale: str, rules: Rules, call: Call) -> str:
    name = words.bid(locale, call)
    return name if call.number else text(locale, "button-bid", bid=name, stake=stake(rules, call))


def _differing(locale: str, rules: Rules) -> list[str]:
    return [
        text(locale, f"rule-{field}", value=_word(value))
        for field, value in rules.changes().items()
        if field != "target"
    ]


def _word(value: int | str | bool) -> str:
    return str(value).lower()
