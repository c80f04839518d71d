"""The command line of the game: which commands there are, and how they end."""

import argparse
import os
import sys
from typing import NoReturn

from pepper.commands import arena, replay, simulate, solve


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for a bad record, 2 for bad usage, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone, as `head` does.
        _drop_output()
        return 1
    except OSError as error:
        print(f"python -m pepper: {error.strerror}", file=sys.stderr)
        _drop_output()
        return 1
    except KeyboardInterrupt:
        _drop_output()
        return 130  # what shells say of a program that Ctrl-C ended
    return code


def _drop_output() -> None:
    # The interpreter must not try to flush again what can't be written.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m pepper", description="Pepper without Discord.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module, says in _COMMANDS:
        name = module.__name__.rpartition(".")[2]
        command = commands.add_parser(name, help=says)
        module.add(command)
        command.set_defaults(command=module.run)
    return parser


_COMMANDS = (
    (simulate, "play matches between computers and print their records"),
    (replay, "check records, one JSON object a line"),
    (arena, "let two players play the same cards on both sides and tell what came of it"),
    (solve, "tell what each contract or card of a moment is worth with all cards open"),
)


if __name__ == "__main__":
    sys.exit(main())
