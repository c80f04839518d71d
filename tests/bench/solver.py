"""Is the solver right, and how fast: against minimax, against a bridge solver, and against plain alpha-beta.

`python -m tests.bench.solver [--positions N] [--endings N] [--leads N] [--seed S]` prints what it found in one run, and
ends with exit 1 when the solver is wrong anywhere or less than 50 times as fast as plain alpha-beta.

The bridge solver is Bo Haglund's DDS, through endplay. A deal of six tricks is a bridge ending of six cards a hand:
trumps from the right bower down are its seven highest trumps, the other suits follow from their aces down.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player

from pepper.cards import Card, Suit, Trump, effective_suit, sorted_for
from pepper.doubledummy import Position, tricks, tricks_by_card
from pepper.doubledummy.layout import each_bit, layout
from pepper.doubledummy.position import moment_of, table
from pepper.doubledummy.search import Hands, Moment, Search
from pepper.match import deal_hands
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Side
from tests.pepper.minimax import KINDS, minimax_of, random_position

LEAST = 50
SIX = Rules(sixth_card="played")


# --- against minimax


def wrong_positions(count: int, seed: int) -> int:
    """Return in how many random positions the solver and minimax differ; every kind of table has its share."""
    wrong = 0
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        random = Random(f"{seed}/{number}")
        given = random_position(kind, random, left=random.randint(1, 4), played=random.randrange(3 + (not kind.lone)))
        wrong += any(tricks(given, side) != _plainly(given, side) for side in Side)
        wrong += not _cards_agree(given)
    return wrong


def _plainly(given: Position, side: Side) -> int:
    """Return what minimax finds; with four tricks left it is pruned as alpha-beta prunes, and knows nothing else."""
    judge, hands, turn, lying, left = minimax_of(given, side)
    if left > 3:
        return judge.pruned(hands, turn, lying, left, 0, left)
    return judge.tricks(hands, turn, lying, left)


def _cards_agree(given: Position) -> bool:
    after = {played: given.after(played) for played in given.legal}
    return tricks_by_card(given, Side.NS) == {
        played: (then.left < given.left and then.turn.side is Side.NS) + (_plainly(then, Side.NS) if then.left else 0)
        for played, then in after.items()
    }


# --- against a bridge solver

_DENOM = dict(zip(Suit, (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs), strict=True))
_PLAYERS = (Player.north, Player.east, Player.south, Player.west)


def wrong_endings(count: int, seed: int) -> int:
    """Return in how many six-trick deals a card led is worth something else to the bridge solver."""
    return sum(not _ending_agrees(number, seed) for number in range(count))


def _ending_agrees(number: int, seed: int) -> bool:
    random = Random(f"ending/{seed}/{number}")
    trump, turn = tuple(Trump)[number % 5], random.choice(SEATS)
    hands = deal_hands(SIX, turn, random)
    bridge = _bridge_names(trump)
    suits = [suit.value for suit in Suit]
    text = " ".join(
        ".".join("".join(bridge[held][0] for held in hand if bridge[held][1] == suit) for suit in suits)
        for hand in hands
    )
    denom = Denom.nt if trump.suit is None else _DENOM[trump.suit]
    solved = solve_board(Deal(f"N:{text}", first=_PLAYERS[turn.index], trump=denom))
    theirs = {"SHDC"[led.suit.value] + led.rank.name[1]: taken for led, taken in solved}
    ours = tricks_by_card(Position(SIX, trump, hands, turn, SIX.tricks), turn.side)
    return theirs == {bridge[led][1] + bridge[led][0]: taken for led, taken in ours.items()}


def _bridge_names(trump: Trump) -> dict[Card, tuple[str, str]]:
    """Return rank and suit that cards have in bridge: the highest of each suit is the ace, and so on without gaps."""
    everything = sorted_for(tuple(card for card in layout(24, trump).bits), trump)
    names: dict[Card, tuple[str, str]] = {}
    for suit in Suit:
        line = [card for card in everything if effective_suit(card, trump) is suit]
        names |= {card: (rank, suit.value) for card, rank in zip(line, "AKQJT98", strict=False)}
    return names


# --- against plain alpha-beta


class Unaided(Search):
    """The same search without what makes it fast: it tries every card, in the same order, and remembers nothing."""

    def _lead(self, hands: Hands, leader: int, need: int, left: int) -> bool:
        if need <= 0:
            return True
        return need <= left and self._try_leads(hands, leader, need, left)

    def _distinct(self, own: int, theirs: int) -> tuple[int, ...]:
        return self._runs.setdefault(own | theirs << 40, tuple(each_bit(own)))


class AlphaBeta(Search):
    """Alpha-beta as it is written down first: cards as they come, and the number of tricks between two bounds."""

    def most(self, hands: Hands, moment: Moment) -> int:
        return self._value(hands, moment, 0, moment.left)

    def _value(self, hands: Hands, moment: Moment, low: int, high: int) -> int:
        turn, left, to_play, led, best, owner = moment
        hand, ours, found = hands[turn], self._ours[turn], -1 if self._ours[turn] else 99
        for card in each_bit(hand & led or hand):
            hands[turn] = hand ^ card
            wins = not best or (card > best and card & (self._suit_of[best] | self._trumps))
            top, taker = (card, turn) if wins else (best, owner)
            if to_play > 1:
                then = Moment(self._next[turn], left, to_play - 1, led or self._suit_of[card], top, taker)
                value = self._value(hands, then, low, high)
            else:
                value = one = int(self._ours[taker])
                if left > 1:
                    value += self._value(hands, Moment(taker, left - 1, self._followers + 1), low - one, high - one)
            found = max(found, value) if ours else min(found, value)
            low, high = (max(low, value), high) if ours else (low, min(high, value))
            if low >= high:
                break
        hands[turn] = hand
        return found


def first_leads(rules: Rules, count: int, seed: int) -> Iterator[Position]:
    """Yield random deals before the first lead, under each trump in turn."""
    for number in range(count):
        random = Random(f"lead/{seed}/{number}")
        dealer = random.choice(SEATS)
        trump = tuple(Trump)[number % 5]
        yield Position(rules, trump, deal_hands(rules, dealer, random), dealer.left, rules.tricks)


def seconds(kind: type[Search], given: Position) -> tuple[float, int]:
    """Return how long a fresh search takes to say what the leader's side takes, and what it says."""
    cards = layout(given.rules.deck, given.trump)
    hands = [cards.mask(hand) for hand in given.hands]
    began = time.process_time()
    search = kind(cards, table(given.rules, None), given.turn.index % 2)
    found = search.most(hands, moment_of(given))
    return time.process_time() - began, found


def speed(count: int, seed: int) -> float:
    """Print how long three searches take on the same first leads; return plain alpha-beta's time over the solver's."""
    kinds = (Search, Unaided, AlphaBeta)
    spent: dict[type[Search], list[float]] = {kind: [] for kind in kinds}
    for given in first_leads(PRESETS["classic"], count, seed):
        measured = {kind: seconds(kind, given) for kind in kinds}
        assert len({found for _, found in measured.values()}) == 1, given
        for kind, (taken, _) in measured.items():
            spent[kind].append(taken)
    print(f"{count} first leads, classic: {_told(spent[Search])}")
    without, plain = (sum(spent[kind]) / sum(spent[Search]) for kind in (Unaided, AlphaBeta))
    print(f"without table, merging and bounds, in the same order: {_told(spent[Unaided])}, {without:.1f} times as long")
    print(f"plain alpha-beta: {_told(spent[AlphaBeta])}, {plain:.1f} times as long")
    return plain


def _told(times: list[float]) -> str:
    return f"{1000 * statistics.median(times):.2f} ms in the median, {1000 * statistics.fmean(times):.2f} in the mean"


def times_by_rules(count: int, seed: int) -> None:
    """Print what a first lead takes under rules that play more cards."""
    for name, rules in (("six", PRESETS["six"]), ("big32", PRESETS["big32"])):
        spent = [seconds(Search, given)[0] for given in first_leads(rules, count, seed)]
        print(f"{count} first leads, {name}: {_told(spent)}")


def main(arguments: list[str] | None = None) -> int:
    """Compare, print, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.solver")
    for name, default in (("positions", 2000), ("endings", 500), ("leads", 100), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args(arguments)
    wrong = 0
    comparisons: tuple[tuple[str, int, Callable[[int, int], int]], ...] = (
        ("random positions, minimax", options.positions, wrong_positions),
        ("six-trick deals, DDS", options.endings, wrong_endings),
    )
    for what, count, compare in comparisons:
        found = compare(count, options.seed)
        print(f"{count} {what}: {found} differ", flush=True)
        wrong += found
    ratio = speed(options.leads, options.seed)
    times_by_rules(options.leads, options.seed)
    print(f"plain alpha-beta over the solver: {ratio:.0f}, at least {LEAST} is asked for")
    return 0 if not wrong and ratio >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
