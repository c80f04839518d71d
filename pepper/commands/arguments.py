"""What several commands take: whole numbers, house rules, names of players."""

import argparse

from pepper.players import PLAYERS
from pepper.rules import Rules, parse_changes, preset


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Let a command take house rules."""
    parser.add_argument("--preset", default="classic", metavar="NAME", help="house rules to begin with")
    parser.add_argument("--rules", default="", metavar="target=21,…", help="changes what the preset says")


def rules_of(options: argparse.Namespace) -> Rules:
    """Return the house rules asked for. Raises RulesError for any that can't be."""
    return preset(options.preset).with_changes(parse_changes(options.rules))


def check_player(name: str) -> None:
    """Raise ValueError for a name that no player has."""
    if name not in PLAYERS:
        raise ValueError(f"no player is named {name!r} (there are: {', '.join(PLAYERS)})")


def natural(text: str) -> int:
    """Read a whole number from 0."""
    return _number(text, least=0)


def positive(text: str) -> int:
    """Read a whole number from 1."""
    return _number(text, least=1)


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) >= least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to 999999999")
    return int(text)
