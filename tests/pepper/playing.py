"""Plays deals and matches from their notation, and to the end with a source of chance."""

from collections.abc import Iterator
from random import Random

from pepper import deal as deals
from pepper import match as matches
from pepper.deal import Action, Deal, Event, Hands, Phase, legal
from pepper.match import Match
from pepper.record import read_action, read_cards
from pepper.rules import Rules
from pepper.seats import SEATS, Seat

# North holds the three highest trumps when spades are named; with them N and S take exactly three of five tricks when
# N leads: `THREE_TRICKS` is that play, in which E wins the last two.
SPADES_NORTH = {
    "N": "JS JC AS 9H 9D TH",
    "E": "AH KH AD KD QD QH",
    "S": "9S TS QS TD 9C TC",
    "W": "KS AC KC QC JH JD",
}
THREE_TRICKS = (
    *("N JS", "E QH", "S 9S", "W KS"),
    *("N JC", "E QD", "S TS", "W JH"),
    *("N AS", "E KD", "S QS", "W JD"),
    *("N 9H", "E AH", "S TD", "W AC"),
    *("E AD", "S 9C", "W KC", "N 9D"),
)


def hands_of(texts: dict[str, str]) -> Hands:
    """Return hands from the notation, N E S W."""
    return tuple(read_cards(texts[seat.value]) for seat in SEATS)


def new_deal(rules: Rules, dealer: str, texts: dict[str, str], *, shootout: bool = False) -> Deal:
    return deals.start(rules, Seat(dealer), hands_of(texts), shootout=shootout)


def acted(deal: Deal, *actions: str) -> Deal:
    """Return the deal after actions such as `E pass`."""
    return told(deal, *actions)[0]


def told(deal: Deal, *actions: str) -> tuple[Deal, list[Event]]:
    """Return the deal after actions, and all that happened."""
    happened: list[Event] = []
    for text in actions:
        seat, token = text.split(" ")
        deal, events = deals.play(deal, Seat(seat), read_action(deal.phase, token))
        happened += events
    return deal, happened


def match_acted(match: Match, *actions: str) -> Match:
    """Return the match after actions such as `E pass`."""
    for text in actions:
        seat, token = text.split(" ")
        match, _events = matches.play(match, Seat(seat), read_action(match.deal.phase, token))
    return match


def options(deal: Deal) -> str:
    """Return what is legal as one line of tokens."""
    return " ".join(map(str, legal(deal)))


def steps(rules: Rules, random: Random, max_deals: int) -> Iterator[tuple[Match, Seat, Action]]:
    """Play a match with any legal actions, now and then a void deal; yield each state with the action made in it.

    Mostly bids are low, or hardly a match would ever be won.
    """
    dealer = random.choice(SEATS)
    match = matches.start(rules, dealer, matches.deal_hands(rules, dealer, random))
    while True:
        if len(match.deals) < max_deals and random.random() < 0.1:
            match = matches.void(match)
        while match.deal.turn is not None:
            seat, action = match.deal.turn, _chosen(match.deal, random)
            yield match, seat, action
            match, _events = matches.play(match, seat, action)
        if match.winner is not None or len(match.deals) >= max_deals:
            return
        match = matches.next_deal(match, matches.deal_hands(rules, matches.next_dealer(match), random))


def _chosen(deal: Deal, random: Random) -> Action:
    low = deal.phase is Phase.AUCTION and random.random() < 0.8
    return random.choice(legal(deal)[:3] if low else legal(deal))


def played_out(rules: Rules, random: Random, max_deals: int) -> Match:
    """Return the last state of such a match, finished or at the end of its last deal."""
    *_before, (match, seat, action) = steps(rules, random, max_deals)
    return matches.play(match, seat, action)[0]
