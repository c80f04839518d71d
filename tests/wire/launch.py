"""Runs a module as `python -m` would, its client pointed at a loopback Discord.

`python -m tests.wire.launch [module [argument ...]]`; the module is `bot` unless named. LOOPBACK_REST and
LOOPBACK_GATEWAY say where the server is.
"""

import os
import runpy
import sys

from tests.wire.pointing import point_at


def main() -> None:
    """Points the client library and hands over to the module."""
    point_at(os.environ["LOOPBACK_REST"], os.environ["LOOPBACK_GATEWAY"])
    module, *arguments = sys.argv[1:] or ["bot"]
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
