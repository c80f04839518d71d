"""A second referee, written from the rules alone: it knows strings, lists and dicts, and nothing of the engine."""

import json
from fractions import Fraction
from typing import Any, NoReturn

DEFAULTS: dict[str, Any] = {
    "target": 42,
    "deck": 24,
    "sixth_card": "held",
    "auction": "single",
    "first_lead": "eldest",
    "dealer_must_bid": 0,
    "exchange": False,
    "lone": False,
    "super_pepper": False,
    "no_trump_bids": False,
    "defenders_score": False,
    "strict_left_bower": False,
    "no_trump_rounding": "up",
    "made_bid_scores": "tricks",
    "tie_break": "bidder",
}
TABLE = "NESW"
TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}


class Foul(Exception):
    """Something the rules forbid, with the deal and the step at which it happened."""

    def __init__(self, deal: int, step: int, reason: str) -> None:
        super().__init__(f"deal {deal}, step {step}: {reason}")
        self.deal, self.step, self.reason = deal, step, reason


def next_seat(seat: str, places: int = 1) -> str:
    return TABLE[(TABLE.index(seat) + places) % 4]


def side_of(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def suit_of(card: str, trump: str) -> str:
    """Return the suit a card counts as: the jack of the trumps' colour is a trump."""
    if trump != "NT" and card == "J" + TWIN[trump]:
        return trump
    return card[1]


def height(card: str, trump: str) -> int:
    if trump != "NT" and suit_of(card, trump) == trump:
        return ["7", "8", "9", "T", "Q", "K", "A", "left", "right"].index(
            {"J" + trump: "right", "J" + TWIN[trump]: "left"}.get(card, card[0])
        )
    return "789TJQKA".index(card[0])


def trick_winner(cards: list[tuple[str, str]], trump: str) -> str:
    trumps = [play for play in cards if suit_of(play[1], trump) == trump]
    led = suit_of(cards[0][1], trump)
    candidates = trumps or [play for play in cards if suit_of(play[1], trump) == led]
    return max(candidates, key=lambda play: height(play[1], trump))[0]


def may_play(hand: list[str], led: str | None, trump: str, strict: bool) -> list[str]:
    if led is None:
        return list(hand)
    suit = suit_of(led, trump)
    if strict and trump != "NT" and suit == trump and "J" + TWIN[trump] in hand:
        return ["J" + TWIN[trump]]
    following = [card for card in hand if suit_of(card, trump) == suit]
    return following or list(hand)


def prices(rules: dict[str, Any]) -> dict[str, int]:
    """Return the ladder in order, each rung with what it pays as a bid of all tricks or costs as a number bid."""
    if rules["deck"] == 32:
        numbers, big, lone_big = "1234567", 16, 32
    else:
        numbers, big, lone_big = ("12345" if rules["sixth_card"] == "played" else "1234"), 14, 28
    rungs = {number: int(number) for number in numbers}
    rungs |= {"little": 12, "big": big}
    if rules["super_pepper"]:
        rungs["super"] = 20
    if rules["lone"]:
        rungs |= {"lone-little": 24, "lone-big": lone_big}
    return rungs


def tricks_in(rules: dict[str, Any]) -> int:
    if rules["deck"] == 32:
        return 8
    return 6 if rules["sixth_card"] == "played" else 5


class Table:
    """A deal in progress; `legal` asks what may be done, `act` does it."""

    def __init__(self, rules: dict[str, Any], dealer: str, hands: dict[str, list[str]], shootout: bool) -> None:
        self.rules, self.dealer = rules, dealer
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.forced = max(rules["dealer_must_bid"], 1 if shootout else 0)
        self.prices = prices(rules)
        self.waiting: list[str] = [next_seat(dealer, places) for places in (1, 2, 3, 4)]
        self.phase = "auction"
        self.maker = self.bid = self.trump = self.offered = ""
        self.alone = False
        self.active: list[str] = list(TABLE)
        self.discarders: list[str] = []
        self.trick: list[tuple[str, str]] = []
        self.played = 0
        self.tricks = {"NS": 0, "EW": 0}
        self.seat: str = self.waiting[0]

    def legal(self) -> list[str]:
        hand = self.hands[self.seat]
        if self.phase == "auction":
            return self._calls()
        if self.phase == "naming":
            return ["S", "H", "D", "C"] + (["NT"] if self.rules["no_trump_bids"] else [])
        if self.phase == "offer":
            return ["keep", *hand]
        if self.phase in ("return", "discard"):
            return list(hand)
        if self.phase == "play":
            led = self.trick[0][1] if self.trick else None
            return may_play(hand, led, self.trump, self.rules["strict_left_bower"])
        return []

    def _calls(self) -> list[str]:
        rungs = list(self.prices)
        if self.bid:
            return ["pass", *rungs[rungs.index(self.bid) + 1 :]]
        if self.forced and self.seat == self.dealer and self.waiting == [self.dealer]:
            return [rung for rung in rungs if not rung.isdigit() or int(rung) >= self.forced]
        return ["pass", *rungs]

    def act(self, token: str) -> None:
        getattr(self, "_" + self.phase)(token)

    def _auction(self, token: str) -> None:
        speaker = self.waiting.pop(0)
        if token != "pass":
            self.maker, self.bid = speaker, token
        if self.rules["auction"] == "rounds" and token != "pass":
            # In rounds a bidder comes round again, unless everybody else has passed by then.
            self.waiting.append(speaker)
        only_maker_left = self.maker and self.waiting == [self.maker] and self.rules["auction"] == "rounds"
        if token == list(self.prices)[-1] or not self.waiting or only_maker_left:
            self._auction_over()
        else:
            self.seat = self.waiting[0]

    def _auction_over(self) -> None:
        if not self.bid:
            self.phase = "over"
            return
        self.seat = self.maker
        if self.bid in ("super", "lone-little", "lone-big"):
            self.alone = True
            self.active.remove(next_seat(self.maker, 2))
        self.phase = "naming"
        if self.bid in ("big", "super", "lone-big"):
            self._naming("NT")

    def _naming(self, token: str) -> None:
        self.trump = token
        dealers_side = side_of(self.dealer) == side_of(self.maker)
        if self.rules["exchange"] and dealers_side and not self.alone:
            self.phase, self.seat = "offer", self.dealer
        else:
            self._to_discards()

    def _offer(self, token: str) -> None:
        if token == "keep":
            self._to_discards()
        else:
            self.offered = token
            self.phase, self.seat = "return", next_seat(self.dealer, 2)

    def _return(self, token: str) -> None:
        partner = self.seat
        for giver, taker, card in ((partner, self.dealer, token), (self.dealer, partner, self.offered)):
            self.hands[giver].remove(card)
            self.hands[taker].append(card)
        self._to_discards()

    def _to_discards(self) -> None:
        if self.rules["sixth_card"] == "discarded":
            order = [next_seat(self.dealer, places) for places in (1, 2, 3, 4)]
            self.discarders = [seat for seat in order if seat in self.active]
            self.phase, self.seat = "discard", self.discarders[0]
        else:
            self._to_play()

    def _discard(self, token: str) -> None:
        self.hands[self.discarders.pop(0)].remove(token)
        if self.discarders:
            self.seat = self.discarders[0]
        else:
            self._to_play()

    def _to_play(self) -> None:
        self.phase = "play"
        leader = self.maker if self.rules["first_lead"] == "maker" else next_seat(self.dealer)
        self.seat = leader if leader in self.active else next_seat(leader)

    def _play(self, token: str) -> None:
        self.hands[self.seat].remove(token)
        self.trick.append((self.seat, token))
        if len(self.trick) < len(self.active):
            following = next_seat(self.seat)
            self.seat = following if following in self.active else next_seat(following)
            return
        self.seat = trick_winner(self.trick, self.trump)
        self.tricks[side_of(self.seat)] += 1
        self.trick, self.played = [], self.played + 1
        if self.played == tricks_in(self.rules):
            self.phase = "over"

    def points(self) -> dict[str, int]:
        points = {"NS": 0, "EW": 0}
        if not self.bid:
            return points
        ours = side_of(self.maker)
        theirs = "EW" if ours == "NS" else "NS"
        points[ours] = self._makers_points(self.tricks[ours])
        if self.rules["defenders_score"]:
            points[theirs] = self.tricks[theirs]
        return points

    def _makers_points(self, taken: int) -> int:
        number = self.bid.isdigit()
        made = taken >= (int(self.bid) if number else tricks_in(self.rules))
        price = self.prices[self.bid]
        if made and number and self.rules["made_bid_scores"] == "tricks":
            price = taken
        signed = Fraction(price if made else -price)
        if self.trump == "NT" and self.bid not in ("big", "super", "lone-big"):
            signed *= Fraction(3, 2)
        whole = int(signed)  # toward zero
        if whole != signed and self.rules["no_trump_rounding"] == "up":
            whole += 1 if signed > 0 else -1
        return whole


class Referee:
    """Replays one record; afterwards `steps`, `points`, `score` and `winner` hold what it found."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self.points: list[dict[str, int] | None] = []
        self.score = {"NS": 0, "EW": 0}
        self.winner: str | None = None
        self._deal = self._step = 0

    def judge(self, record: dict[str, Any]) -> None:
        """Replay a record. Raises Foul where it breaks the rules or says something that doesn't follow."""
        if record["format"] != "pepper/1":
            self._foul("unknown format")
        rules = DEFAULTS | record["rules"]
        dealer, shootout, unfinished = None, False, False
        for self._deal, deal in enumerate(record["deals"]):
            self._step = 0
            if self.winner or unfinished:
                self._foul("nothing may follow")
            if dealer not in (None, deal["dealer"]):
                self._foul(f"{dealer} should deal")
            table = self._laid(rules, deal, shootout)
            if deal.get("void"):
                dealer = deal["dealer"]
                self.points.append(None)
                continue
            self._replay(table, deal["actions"])
            unfinished = table.phase != "over"
            points = None if unfinished else table.points()
            self.points.append(points)
            if "points" in deal and deal["points"] != points:
                self._foul(f"points should be {points}")
            if points:
                shootout = self._finished(rules, points, side_of(table.maker or "N"), shootout)
            dealer = next_seat(deal["dealer"])
        for key, value in (("score", self.score), ("winner", self.winner)):
            if key in record and record[key] != value:
                self._foul(f"{key} should be {value}")

    def _laid(self, rules: dict[str, Any], deal: dict[str, Any], shootout: bool) -> Table:
        ranks = "9TJQKA" if rules["deck"] == 24 else "789TJQKA"
        hands = {seat: deal["hands"][seat].split(" ") for seat in TABLE}
        deck = sorted(rank + suit for rank in ranks for suit in "SHDC")
        if sorted(card for hand in hands.values() for card in hand) != deck:
            self._foul("these hands aren't the deck")
        if {len(hand) for hand in hands.values()} != {len(deck) // 4}:
            self._foul("hands of different sizes")
        return Table(rules, deal["dealer"], hands, shootout)

    def _replay(self, table: Table, actions: list[str]) -> None:
        for self._step, text in enumerate(actions):
            seat, token = text.split(" ")
            if table.phase == "over" or seat != table.seat:
                self._foul(f"{text}: not this seat's turn")
            legal = table.legal()
            if token not in legal:
                self._foul(f"{text}: not legal")
            self.steps.append({"deal": self._deal, "seat": seat, "legal": legal, "action": token})
            table.act(token)
        self._step = len(actions)

    def _finished(self, rules: dict[str, Any], points: dict[str, int], bidder: str, shootout: bool) -> bool:
        """Add a deal's points and return whether the next deal is a shootout."""
        for side, more in points.items():
            self.score[side] += more
        ns, ew = self.score["NS"], self.score["EW"]
        if shootout:
            if ns != ew:
                self.winner = "NS" if ns > ew else "EW"
            return True
        there = [side for side, total in self.score.items() if total >= rules["target"]]
        if len(there) == 1:
            self.winner = there[0]
        elif there and rules["tie_break"] == "bidder":
            self.winner = bidder
        return len(there) == 2 and rules["tie_break"] == "shootout"

    def _foul(self, reason: str) -> NoReturn:
        raise Foul(self._deal, self._step, reason)


def judge(line: str) -> Referee:
    """Replay one line of a record file. Raises Foul."""
    referee = Referee()
    referee.judge(json.loads(line))
    return referee
