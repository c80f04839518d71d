"""Why the demo can't run."""


class DemoError(Exception):
    """One line for the person who started the demo."""
