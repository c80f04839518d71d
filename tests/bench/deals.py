"""Random full deals a second through `legal` and `play`, against OpenSpiel's euchre through its Python interface.

`python -m tests.bench.deals` plays both in turns in one run and prints the ratio of each round and the median; it ends
with exit 1 when the median is under 0.5. OpenSpiel's chance outcomes are equally likely here, so they are drawn with
`random.choice`; `--weighted` draws them by the probabilities given, as OpenSpiel's examples do, which is slower.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from random import Random

import pyspiel

from pepper.deal import legal, play, start
from pepper.match import deal_hands
from pepper.rules import Rules
from pepper.seats import SEATS

LEAST = 0.5
ROUNDS, PATIENCE = 15, 0.2  # seconds for each of the two in a round


def pepper_deal(random: Random) -> None:
    dealer = random.choice(SEATS)
    deal = start(_CLASSIC, dealer, deal_hands(_CLASSIC, dealer, random))
    while deal.turn is not None:
        deal, _events = play(deal, deal.turn, random.choice(legal(deal)))


def euchre_hand(random: Random) -> None:
    state = _EUCHRE.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))


def euchre_hand_weighted(random: Random) -> None:
    state = _EUCHRE.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, probabilities)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))


_CLASSIC = Rules()
_EUCHRE = pyspiel.load_game("euchre")


def a_second(play_one: Callable[[Random], None], random: Random) -> float:
    """Return how many deals are played in a second of this process's time."""
    played, began = 0, time.process_time()
    while (spent := time.process_time() - began) < PATIENCE:
        for _ in range(20):
            play_one(random)
        played += 20
    return played / spent


def main(arguments: list[str] | None = None) -> int:
    """Measure in turns, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weighted", action="store_true")
    euchre = euchre_hand_weighted if parser.parse_args(arguments).weighted else euchre_hand
    random, ratios = Random(1), []
    for number in range(1, ROUNDS + 1):
        ours, theirs = a_second(pepper_deal, random), a_second(euchre, random)
        ratios.append(ours / theirs)
        print(
            f"round {number}: pepper {ours:.0f} deals/s, OpenSpiel euchre {theirs:.0f} hands/s, ratio {ratios[-1]:.2f}"
        )
    median = statistics.median(ratios)
    print(f"median ratio {median:.2f} (from {min(ratios):.2f} to {max(ratios):.2f}), at least {LEAST} is asked for")
    return 0 if median >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
