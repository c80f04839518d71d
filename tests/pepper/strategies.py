"""What Hypothesis draws from: house rules in any combination."""

from hypothesis import strategies as st

from pepper.rules import CHOICES, MAX_TARGET, MIN_TARGET, Rules


@st.composite
def house_rules(draw: st.DrawFn) -> Rules:
    """Draw rules that can be. Targets are mostly low, so that random players sometimes get there."""
    changes: dict[str, object] = {name: draw(st.sampled_from(values)) for name, values in CHOICES.items()}
    changes["target"] = draw(st.integers(MIN_TARGET, 9) | st.integers(MIN_TARGET, MAX_TARGET))
    if changes["deck"] == 32:
        changes["sixth_card"] = "held"
    return Rules().with_changes(changes)


seeds = st.integers(0, 2**32)
