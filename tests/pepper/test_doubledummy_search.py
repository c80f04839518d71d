from random import Random

import pytest

from pepper.cards import Trump, card, deck, is_trump
from pepper.doubledummy import Position, tricks, tricks_by_card
from pepper.doubledummy.layout import layout
from pepper.doubledummy.position import moment_of, table
from pepper.doubledummy.search import Search
from pepper.record import read_cards
from pepper.rules import Rules
from pepper.seats import SEATS, Seat, Side
from tests.pepper.minimax import KINDS, Kind, minimax_of, random_position

STRICT = Rules(strict_left_bower=True, sixth_card="played")


def position(rules: Rules, trump: Trump, turn: Seat, *hands: str) -> Position:
    """Return a moment before a lead, with as many tricks left as there are in the hands."""
    held = tuple(read_cards(hand) for hand in hands)
    left = len(held[0]) - (rules.sixth_card == "held")
    return Position(rules, trump, held, turn, left)


def plainly(given: Position, side: Side) -> int:
    judge, hands, turn, lying, left = minimax_of(given, side)
    return judge.pruned(hands, turn, lying, left, 0, left)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_a_search_remembers_of_other_deals_is_right(kind: Kind) -> None:
    random = Random(f"again {kind}")
    searches: dict[tuple[Trump, Seat | None], Search] = {}
    for number in range(30):
        given = random_position(kind, random, left=2, played=number % 3)
        cards = layout(kind.rules.deck, given.trump)
        fresh = Search(cards, table(kind.rules, given.sitting_out), 0)
        search = searches.setdefault((given.trump, given.sitting_out), fresh)
        hands = [cards.mask(hand) for hand in given.hands]
        before = list(hands)
        assert search.most(hands, moment_of(given)) == plainly(given, Side.NS), given
        assert hands == before


def test_forgetting_changes_nothing_but_the_work() -> None:
    given = random_position(KINDS[0], Random(1), left=4, played=0)
    cards = layout(24, given.trump)
    search, hands = Search(cards, table(given.rules, None), 0), [cards.mask(hand) for hand in given.hands]
    found = search.most(hands, moment_of(given))
    once = search.searched
    assert search.known > 0
    assert search.most(hands, moment_of(given)) == found
    search.forget()
    assert search.known == 0
    assert search.most(hands, moment_of(given)) == found
    assert search.searched == 2 * once


def test_how_suits_were_held_is_forgotten_once_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pepper.doubledummy.search._MOST_OWNERS", 0)
    given = random_position(KINDS[0], Random(1), left=4, played=0)
    cards = layout(24, given.trump)
    search, hands = Search(cards, table(given.rules, None), 0), [cards.mask(hand) for hand in given.hands]
    found = search.most(hands, moment_of(given))
    search.forget()
    assert search.most(hands, moment_of(given)) == found


def test_cards_worth_trying_are_one_of_each_run() -> None:
    given = position(Rules(), Trump.SPADES, Seat.NORTH, "9H TH AH", "QH 9D TD", "9C TC QC", "AC KC KH")
    cards = layout(24, Trump.SPADES)
    search, hands = Search(cards, table(given.rules, None), 0), [cards.mask(hand) for hand in given.hands]
    assert sorted(map(str, map(cards.cards.__getitem__, search.moves(hands, moment_of(given))))) == ["9H", "AH"]
    led = moment_of(given.after(card("9H")))
    hands[0] ^= cards.bits[card("9H")]
    assert [str(cards.cards[bit]) for bit in search.moves(hands, led)] == ["QH"]


def test_masks_become_cards_again() -> None:
    cards = layout(24, Trump.HEARTS)
    hand = read_cards("9S AH JD JH")
    assert cards.hand(cards.mask(hand)) == hand
    assert cards.plain == tuple(mask for mask in cards.suits if mask != cards.trumps)


def test_an_opponents_top_trump_is_no_sure_trick_where_a_card_is_left_over() -> None:
    # East follows twice in the suits led, and keeps the highest trump to the end.
    given = position(Rules(), Trump.SPADES, Seat.NORTH, "AH KH AD", "JS 9H TH", "9C TC QC", "AC KC JH")
    assert tricks(given, Side.EW) == plainly(given, Side.EW) == 0


def test_a_left_bower_that_must_be_played_is_like_no_other_trump() -> None:
    # The ace leaves the left bower to be forced out by the right: they are neighbours, but not one.
    given = position(STRICT, Trump.DIAMONDS, Seat.WEST, "JD 9S QD", "TD TS KD", "9D KS 9C", "AD 9H JH")
    for side in Side:
        judge, hands, _turn, _table, left = minimax_of(given, side)
        for played, found in tricks_by_card(given, side).items():
            held = [[own for own in hand if own != str(played)] for hand in hands]
            assert found == judge.tricks(held, 0, [(3, str(played))], left), played


def test_what_is_remembered_tells_a_left_bower_that_must_be_played_from_a_right_one() -> None:
    random, cards = Random(3), layout(24, Trump.CLUBS)
    search = Search(cards, table(STRICT, None), 1)
    trumps = [one for one in deck(24) if is_trump(one, Trump.CLUBS)]
    others = [one for one in deck(24) if not is_trump(one, Trump.CLUBS)]
    for _ in range(150):
        pool = [*random.sample(trumps, 6), *random.sample(others, 6)]
        random.shuffle(pool)
        hands = tuple(tuple(pool[place * 3 : place * 3 + 3]) for place in range(4))
        given = Position(STRICT, Trump.CLUBS, hands, random.choice(SEATS), 3)
        found = search.most([cards.mask(hand) for hand in hands], moment_of(given))
        assert found == plainly(given, Side.EW), given


def test_a_position_goes_on_seat_by_seat_past_who_sits_out() -> None:
    given = Position(
        Rules(lone=True),
        Trump.HEARTS,
        (read_cards("AH 9S"), read_cards("KH 9C"), (), read_cards("JD 9D")),
        Seat.NORTH,
        1,
        (),
        Seat.SOUTH,
    )
    led = given.after(card("AH"))
    assert (led.turn, led.plays, led.legal) == (Seat.EAST, ((Seat.NORTH, card("AH")),), (card("KH"),))
    then = led.after(card("KH"))
    assert (then.turn, then.legal) == (Seat.WEST, (card("JD"),))
    done = then.after(card("JD"))
    assert (done.turn, done.left, done.plays) == (Seat.WEST, 0, ())
