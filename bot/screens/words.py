"""Cards, bids, trumps, players and refusals in the words of a language."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import discord

from bot.i18n import text
from bot.tables import TableState
from pepper.bids import Call
from pepper.cards import Card, Suit, Trump
from pepper.deal import Illegal, Phase, Reason
from pepper.rules import Rules
from pepper.scoring import makers_points
from pepper.seats import Seat, Side
from pepper.tricks import winning
from pepper.view import TableView

Emojis = Mapping[str, str]
"""Custom emojis by the card's token; may be empty, then cards are letters and suit symbols."""

SUIT_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_NAME_LENGTH = 24
_MARKS_A_LETTER = 3  # more than any script needs: letters with dozens cover the lines above and below
_INVISIBLE = frozenset(("Cc", "Cf", "Co", "Cs"))
_BLANK = str.maketrans(dict.fromkeys("\u115f\u1160\u2800\u3164\uffa0", " "))  # letters by category, and yet empty
_ISOLATED, _TO_HERE = "\u2068", "\u2069"


@lru_cache(maxsize=1024)  # every screen names the same few people
def name_text(name: str) -> str:
    """Return a player's name fit for a message: one line, at most 24 characters, no markdown, link or mention."""
    plain = plain_name(name)
    shown = discord.utils.escape_mentions(discord.utils.escape_markdown(plain, ignore_links=False))
    # What the library leaves: <#1>, <t:0> and the like, and addresses.
    shown = shown.replace("<", "\\<").replace("://", ":\\//")
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in plain):
        # Written from right to left, it would turn around the cards and numbers that follow it.
        return f"{_ISOLATED}{shown}{_TO_HERE}"
    return shown


def plain_name(name: str) -> str:
    """Return a player's name on one line without control or invisible characters, at most 24 characters."""
    shown = " ".join("".join(_visible(name.translate(_BLANK))).split())
    return (shown if len(shown) <= _NAME_LENGTH else shown[: _NAME_LENGTH - 1] + "…") or "?"


def _visible(name: str) -> Iterator[str]:
    marks = _MARKS_A_LETTER
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if letter.isspace():
            yield " "
        elif category not in _INVISIBLE and marks <= _MARKS_A_LETTER:
            yield letter


def player(state: TableState, seat: Seat) -> str:
    """Return the escaped name of who sits at a seat; computers are marked."""
    occupant = state.occupant(seat)
    return name_text(occupant.name) + (" 🤖" if occupant.level else "")


def level_name(locale: str, level: str) -> str:
    """Return how well a computer plays, in a word."""
    return text(locale, f"level-{level}")


def players(state: TableState, seats: Iterable[Seat]) -> str:
    """Return the escaped names of who sits at some seats."""
    return ", ".join(player(state, seat) for seat in seats)


def side(locale: str, state: TableState, which: Side) -> str:
    """Return the names of two partners."""
    first, second = which.seats
    return text(locale, "side-names", first=player(state, first), second=player(state, second))


def rank(locale: str, card: Card) -> str:
    """Return a card's rank, such as J or 10."""
    return text(locale, f"rank-{card.rank.value}")


def card_label(locale: str, card: Card) -> str:
    """Return a card as a button's label, such as J♥ or 10♠."""
    return rank(locale, card) + SUIT_SYMBOLS[card.suit]


def cards(locale: str, some: Iterable[Card], emojis: Emojis) -> str:
    """Return cards one after the other."""
    return " ".join(emojis.get(str(card)) or f"**{card_label(locale, card)}**" for card in some)


def bid(locale: str, call: Call) -> str:
    """Return a call in words."""
    return text(locale, f"call-{call.value}")


def trump(locale: str, named: Trump, emojis: Emojis) -> str:
    """Return a trump in words, with the suit's symbol."""
    if named.suit is None:
        return text(locale, "no-trump")
    return f"{emojis.get(named.value) or SUIT_SYMBOLS[named.suit]} {text(locale, f'suit-{named.value}')}"


def number(points: int) -> str:
    """Return points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def change(points: int) -> str:
    """Return points won or lost with their sign, 0 without."""
    return f"+{points}" if points > 0 else number(points)


def side_line(locale: str, state: TableState, view: TableView, which: Side) -> str:
    """Return two partners with their points, and while cards are played with their tricks."""
    names, points = side(locale, state, which), number(view.score[which])
    if view.phase is not Phase.PLAY:
        return text(locale, "table-side", names=names, points=points)
    return text(locale, "table-side-tricks", names=names, points=points, tricks=view.taken(which))


def contract(locale: str, view: TableView, emojis: Emojis) -> str:
    """Return what is played, such as "3 in ♥ hearts"; empty before anybody has bid."""
    if view.bid is None:
        return ""
    if view.trump is None or not view.bid.names_trump:
        return bid(locale, view.bid)
    return text(locale, "contract", bid=bid(locale, view.bid), trump=trump(locale, view.trump, emojis))


def contract_line(locale: str, state: TableState, view: TableView, emojis: Emojis) -> str:
    """Return who plays what, or what was bid while trumps aren't named; empty when nobody has bid."""
    if view.bid is None or view.maker is None:
        return ""
    name = player(state, view.maker)
    if view.trump is None:
        return text(locale, "table-bid", name=name, bid=bid(locale, view.bid))
    words = contract(locale, view, emojis)
    made, failed = at_stake(locale, view.rules, view.bid, view.trump)
    return text(locale, "table-contract", name=name, contract=words, made=made, set=failed)


def at_stake(locale: str, rules: Rules, call: Call, named: Trump) -> tuple[str, str]:
    """Return what a contract brings when it is just made, and when it is set."""
    made = change(makers_points(rules, call, named, call.number or rules.tricks))
    if call.number and rules.made_bid_scores == "tricks":
        made = text(locale, "at-least", points=made)
    return made, change(makers_points(rules, call, named, 0))


def trick_so_far(locale: str, state: TableState, view: TableView, emojis: Emojis) -> str:
    """Return the cards of the trick with who played them, the winning one marked; empty before the lead."""
    plays = view.trick.plays
    if not plays or view.trump is None:
        return ""
    best = winning(tuple(card for _, card in plays), view.trump)
    return " · ".join(
        f"{player(state, seat)} {cards(locale, (card,), emojis)}" + (" 👑" if place == best else "")
        for place, (seat, card) in enumerate(plays)
    )


def illegal(locale: str, error: Illegal) -> str:
    """Return why an action was refused, in a sentence."""
    return text(locale, f"reason-{error.reason.value}", detail=_detail(locale, error))


def _detail(locale: str, error: Illegal) -> str:
    if error.reason is Reason.MUST_FOLLOW:
        return trump(locale, Trump(error.detail), {})
    if error.reason is Reason.BID_TOO_LOW:
        return bid(locale, Call(error.detail))
    return error.detail
