"""The double-dummy search tells whether a side can take so many of the tricks left, with all cards known.

Alpha-beta over whole tricks, asked as a question with two answers. Cards of a hand that nobody can tell apart, because
no card of somebody else stands between them, are tried once. What is known of a position is kept by the owners of its
cards in order, so that positions that differ only in cards long played are one.

A player who holds more cards than tricks are left may never come to play its best trump, as it must follow other suits:
only the player on lead has sure tricks. Where all cards are played, the highest trumps of any hand are sure.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pepper.doubledummy.layout import Layout, each_bit

# Above the bits of any deck: what tells two parts of a key apart.
_SHIFT = 40
# Ways in which a suit was held, some 250 bytes each, that outlive a question.
_MOST_OWNERS = 6000

Hands = list[int]


class Table(NamedTuple):
    """Who plays: `order` are the active seats 0 to 3, clockwise; `strict` is the house rule strict_left_bower.

    `keeps_card` tells that players hold one card more than tricks are played.
    """

    order: tuple[int, ...]
    strict: bool
    keeps_card: bool


class Moment(NamedTuple):
    """Who plays, to what: `left` tricks are still to be taken, the one on the table among them.

    On lead `led`, `best` and `owner` are 0; else the mask of the suit led, the card that wins so far and who played it.
    `to_play` seats, the one whose turn it is among them, have still to play to the trick.
    """

    turn: int
    left: int
    to_play: int
    led: int = 0
    best: int = 0
    owner: int = 0


class Search:
    """Answers questions about positions under one trump; what it has found out stays with it.

    Hands are numbers by seat, 0 for who sits out. They are changed while it searches and are as before when it returns.
    The side asked about is `side`, 0 or 1: seats 0 and 2, or 1 and 3. `searched` counts the positions gone into.
    """

    def __init__(self, layout: Layout, table: Table, side: int) -> None:
        self._suit_of, self._suits, self._plain = layout.suit_of, layout.suits, layout.plain
        self._trumps, self._left = layout.trumps, layout.left if table.strict else 0
        self._bowers = self._left | self._left << 1
        self._next = [_next_of(seat, table.order) for seat in range(4)]
        self._followers = len(table.order) - 1
        self._keeps_card = table.keeps_card
        self._ours = [seat % 2 == side for seat in range(4)]
        self.searched = 0
        self._bounds: dict[tuple[int, ...], tuple[int, int]] = {}
        self._runs: dict[int, tuple[int, ...]] = {}
        self._owners: dict[tuple[int, int, int, int], int] = {}

    def forget(self) -> None:
        """Forget the positions, and how suits were held when there are too many of those."""
        self._bounds.clear()
        if len(self._owners) > _MOST_OWNERS:
            self._owners.clear()

    @property
    def known(self) -> int:
        """How many positions it remembers."""
        return len(self._bounds)

    # --- questions

    def most(self, hands: Hands, moment: Moment) -> int:
        """Return how many of the tricks left the side takes."""
        return self._most(moment.left, lambda need: self._takes(hands, moment, need))

    def most_after(self, hands: Hands, moment: Moment, card: int) -> int:
        """Return the same after the seat whose turn it is has played a card."""
        return self._most(moment.left, lambda need: self.takes_after(hands, moment, card, need))

    def takes_after(self, hands: Hands, moment: Moment, card: int, need: int) -> bool:
        """Tell whether the side takes at least `need` of the tricks left after a card of the seat whose turn it is."""
        turn, left, to_play, led, best, owner = moment
        hand = hands[turn]
        if not best or (card > best and card & (self._suit_of[best] | self._trumps)):
            best, owner = card, turn
        hands[turn] = hand ^ card
        if to_play > 1:
            led = led or self._suit_of[card]
            answer = self._follow(hands, self._next[turn], led, best, owner, to_play - 1, need, left)
        else:
            answer = self._lead(hands, owner, need - self._ours[owner], left - 1)
        hands[turn] = hand
        return answer

    def moves(self, hands: Hands, moment: Moment) -> Sequence[int]:
        """Return the cards worth trying: the legal ones, one of each run that nobody can tell apart."""
        if not moment.led:
            return self._leads(hands, moment.turn)
        return self._follows(hands, moment.turn, moment.led, moment.best, moment.owner)

    def _takes(self, hands: Hands, moment: Moment, need: int) -> bool:
        turn, left, to_play, led, best, owner = moment
        if not led:
            return self._lead(hands, turn, need, left)
        return self._follow(hands, turn, led, best, owner, to_play, need, left)

    @staticmethod
    def _most(left: int, takes: Callable[[int], bool]) -> int:
        low, high = 0, left
        while low < high:
            need = (low + high + 1) // 2
            low, high = (need, high) if takes(need) else (low, need - 1)
        return low

    # --- the search

    def _lead(self, hands: Hands, leader: int, need: int, left: int) -> bool:
        """Tell whether the side takes at least `need` of `left` tricks, when a seat is about to lead."""
        if need <= 0:
            return True
        if need > left:
            return False
        ours, sure = self._ours[leader], self._sure(hands, leader)
        if need <= sure if ours else need > left - sure:
            return ours
        if not self._keeps_card and self._trumps:
            holder, run = self._highest_trumps(hands)
            ours = self._ours[holder]
            if need <= run if ours else need > left - run:
                return ours
        key = self._key(hands, leader)
        low, high = self._bounds.get(key, (0, left))
        if not low < need <= high:
            return need <= low
        self.searched += 1
        found = self._try_leads(hands, leader, need, left)
        self._bounds[key] = (need, high) if found else (low, need - 1)
        return found

    def _try_leads(self, hands: Hands, leader: int, need: int, left: int) -> bool:
        hand, ours, suit_of = hands[leader], self._ours[leader], self._suit_of
        follower, followers = self._next[leader], self._followers
        for card in self._leads(hands, leader):
            hands[leader] = hand ^ card
            if self._follow(hands, follower, suit_of[card], card, leader, followers, need, left) is ours:
                hands[leader] = hand
                return ours
        hands[leader] = hand
        return not ours

    def _follow(
        self, hands: Hands, seat: int, led: int, best: int, owner: int, to_play: int, need: int, left: int
    ) -> bool:
        """Tell the same when a seat is about to follow; the parameters are those of a Moment."""
        hand, ours, wins = hands[seat], self._ours[seat], self._suit_of[best] | self._trumps
        follower = self._next[seat]
        for card in self._follows(hands, seat, led, best, owner):
            hands[seat] = hand ^ card
            taker, top = (seat, card) if card > best and card & wins else (owner, best)
            if to_play > 1:
                answer = self._follow(hands, follower, led, top, taker, to_play - 1, need, left)
            else:
                answer = self._lead(hands, taker, need - self._ours[taker], left - 1)
            if answer is ours:
                hands[seat] = hand
                return ours
        hands[seat] = hand
        return not ours

    # --- which cards, the promising ones first

    def _leads(self, hands: Hands, leader: int) -> list[int]:
        hand = hands[leader]
        others = (hands[0] | hands[1] | hands[2] | hands[3]) ^ hand
        high: list[int] = []
        low: list[int] = []
        for suit in self._suits:
            own = hand & suit
            if own:
                theirs = others & suit
                run = self._runs.get(own | theirs << _SHIFT) or self._distinct(own, theirs)
                if run[-1] > theirs:
                    high.append(run[-1])
                    low += run[:-1]
                else:
                    low += run
        return high + low

    def _follows(self, hands: Hands, seat: int, led: int, best: int, owner: int) -> Sequence[int]:
        hand = hands[seat]
        own = hand & led
        if not own:
            return self._throws(hands, seat, best, owner)
        if own & self._left and led == self._trumps:
            return (self._left,)
        if not own & (own - 1):
            return (own,)
        theirs = (hands[0] | hands[1] | hands[2] | hands[3] | best) & led & ~own
        run = self._runs.get(own | theirs << _SHIFT) or self._distinct(own, theirs)
        # Win as cheaply as can be, unless the partner wins or nothing would.
        if best & led and run[-1] > best > run[0] and (owner ^ seat) & 1:
            first = next(place for place, card in enumerate(run) if card > best)
            return run[first:] + run[:first]
        return run

    def _throws(self, hands: Hands, seat: int, best: int, owner: int) -> list[int]:
        """Return the cards of a hand that can't follow: trumps first, unless the partner wins."""
        hand, runs = hands[seat], self._runs
        others = (hands[0] | hands[1] | hands[2] | hands[3] | best) ^ hand
        plain: list[int] = []
        for suit in self._plain:
            own = hand & suit
            if own:
                theirs = others & suit
                plain += runs.get(own | theirs << _SHIFT) or self._distinct(own, theirs)
        own = hand & self._trumps
        if not own:
            return plain
        theirs = others & self._trumps
        trumps = runs.get(own | theirs << _SHIFT) or self._distinct(own, theirs)
        if not (owner ^ seat) & 1:
            return [*plain, *trumps]
        if not best & self._trumps:
            return [*trumps, *plain]
        over = [card for card in trumps if card > best]
        return [*over, *plain, *(card for card in trumps if card < best)]

    # --- what needn't be searched

    def _sure(self, hands: Hands, leader: int) -> int:
        """Return how many tricks the leader's side takes for certain."""
        hand, trumps = hands[leader], self._trumps
        others = (hands[0] | hands[1] | hands[2] | hands[3]) ^ hand
        own, theirs = hand & trumps, others & trumps
        if theirs:
            return (own >> theirs.bit_length()).bit_count() if own > theirs else 0
        # Nobody else can trump: in each suit the cards above the others' are tricks, and all if nobody has any.
        sure = own.bit_count()
        for suit in self._plain:
            own = hand & suit
            if own:
                sure += (own >> (others & suit).bit_length()).bit_count() if others & suit else own.bit_count()
        return sure

    def _highest_trumps(self, hands: Hands) -> tuple[int, int]:
        """Return who holds the highest trump, and how many it holds from there down without one of others between."""
        trumps = self._trumps
        highest = max(range(4), key=lambda seat: hands[seat] & trumps)
        own = hands[highest] & trumps
        theirs = (hands[0] | hands[1] | hands[2] | hands[3]) & trumps & ~own
        return highest, (own >> theirs.bit_length()).bit_count()

    # --- what is remembered

    def _key(self, hands: Hands, leader: int) -> tuple[int, ...]:
        north, east, south, west = hands
        owners = self._owners
        # Where the left bower must be played, it matters which of the highest trumps it is.
        key = [leader | (north | east | south | west) & self._bowers]
        for suit in self._suits:
            held = (north & suit, east & suit, south & suit, west & suit)
            key.append(owners.get(held) or self._owners_of(held))
        return tuple(key)

    def _owners_of(self, held: tuple[int, int, int, int]) -> int:
        """Return the owners of a suit's cards from low to high, two bits each after a leading one."""
        everything, owners = sum(held), 1
        for bit in each_bit(everything):
            owners = owners << 2 | next(seat for seat in range(4) if held[seat] & bit)
        self._owners[held] = owners
        return owners

    def _distinct(self, own: int, theirs: int) -> tuple[int, ...]:
        """Return the lowest of each run of cards that no card of others stands between, from low to high."""
        run: list[int] = []
        before = 0
        for card in each_bit(own):
            # A left bower that must be played (strict_left_bower) is like no other trump.
            if not before or (card - 1) & ~(2 * before - 1) & theirs or (card | before) & self._left:
                run.append(card)
            before = card
        return self._runs.setdefault(own | theirs << _SHIFT, tuple(run))


def _next_of(seat: int, order: tuple[int, ...]) -> int:
    return order[(order.index(seat) + 1) % len(order)] if seat in order else -1
