"""House rules in words: what differs from classic, and how the game goes."""

from bot.i18n import text
from bot.screens.layout import GREY, Screen, lines, panel
from pepper.rules import PRESETS, Rules


def rules_line(locale: str, rules: Rules) -> str:
    """Return the preset's name, or "own house rules", with the target."""
    name = next((name for name, preset in PRESETS.items() if preset == rules), None)
    return text(locale, f"preset-{name}") if name else text(locale, "rules-own", target=rules.target)


def changes(locale: str, rules: Rules) -> str:
    """Return a line for each rule that differs from classic; empty for classic."""
    differing = {field: value for field, value in rules.changes().items() if field != "target"}
    return lines([f"- {text(locale, f'rule-{field}', value=_word(value))}" for field, value in differing.items()])


def how_to_play(locale: str, rules: Rules) -> Screen:
    """Return the game in a minute, and the rules of this table."""
    differing = changes(locale, rules)
    return Screen(
        panel(
            text(locale, "rules-title"),
            text(locale, "rules-goal", target=rules.target, tricks=rules.tricks, cards=rules.hand_size),
            text(locale, "rules-auction"),
            text(locale, "rules-cards"),
            text(locale, "rules-score"),
            lines([text(locale, "rules-here", line=rules_line(locale, rules)), differing]),
            accent=GREY,
        )
    )


def _word(value: int | str | bool) -> str:
    return str(value).lower()
