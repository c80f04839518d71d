from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Trump, card
from pepper.deal import Keep, Phase
from pepper.match import Match
from pepper.record import cards_text, read
from pepper.rules import Rules
from pepper.scoring import Score
from pepper.seats import SEATS, Seat, Side
from pepper.view import seat_view, table_view
from tests.pepper.games import lines
from tests.pepper.playing import SPADES_NORTH, THREE_TRICKS, hands_of, match_acted

DEALERS_SIDE = ("E pass", "S 1", "W pass", "N pass", "S H")


def started(dealer: str, *actions: str, rules: Rules | None = None) -> Match:
    match = matches.start(rules or Rules(), Seat(dealer), hands_of(SPADES_NORTH))
    return match_acted(match, *actions)


def test_everybody_sees_the_auction_the_contract_and_the_counts() -> None:
    view = table_view(started("N", *DEALERS_SIDE, "E AH"))
    assert (view.number, view.score, view.shootout, view.winner) == (0, Score(), False, None)
    assert (view.dealer, view.minimum, view.phase, view.turn) == (Seat.NORTH, 0, Phase.PLAY, Seat.SOUTH)
    assert view.calls[1] == (Seat.SOUTH, Call.ONE)
    assert (view.maker, view.bid, view.trump, view.sitting_out) == (Seat.SOUTH, Call.ONE, Trump.HEARTS, None)
    assert view.counts == (6, 5, 6, 6)
    assert view.trick.plays == ((Seat.EAST, card("AH")),)
    assert (view.last_trick, view.points, view.unplayed) == (None, None, ((), (), (), ()))


def test_a_seat_sees_its_own_hand_and_what_it_may_do_when_it_is_its_turn() -> None:
    match = started("N", *DEALERS_SIDE, "E AH")
    view = seat_view(match, Seat.SOUTH)
    assert (view.seat, view.table) == (Seat.SOUTH, table_view(match))
    assert cards_text(view.hand) == "9S TS QS TD 9C TC"
    assert view.legal == view.hand
    assert seat_view(match, Seat.WEST).legal == ()


def test_tricks_are_counted_and_the_last_one_shown() -> None:
    view = table_view(started("W", "N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS[:16]))
    assert (view.taken(Side.NS), view.taken(Side.EW)) == (3, 1)
    assert view.last_trick is not None
    assert view.last_trick.winner is Seat.EAST
    assert view.trick.plays == ()


def test_after_the_last_trick_the_cards_left_over_are_shown() -> None:
    view = table_view(started("W", "N 3", "E pass", "S pass", "W pass", "N S", *THREE_TRICKS))
    assert view.points == Score(3, 0)
    assert [cards_text(hand) for hand in view.unplayed] == ["TH", "KH", "TC", "QC"]


def test_after_an_all_pass_no_hand_is_shown() -> None:
    view = table_view(started("N", "E pass", "S pass", "W pass", "N pass"))
    assert (view.phase, view.points, view.unplayed) == (Phase.OVER, Score(), ((), (), (), ()))


def test_the_hand_of_who_sits_out_is_never_shown() -> None:
    for line in lines("lone-true"):
        match = read(line).match
        for deal in match.deals:
            view = table_view(Match(match.rules, (deal,)))
            if view.sitting_out is not None:
                assert view.counts[view.sitting_out.index] == 6
                assert view.unplayed[view.sitting_out.index] == ()
                return
    raise AssertionError("no lone deal among the golden records")


def test_nobody_sits_out_before_the_auction_is_over() -> None:
    match = started("N", "E lone-little", rules=Rules(lone=True))
    assert table_view(match).sitting_out is None
    match = match_acted(match, "S pass", "W pass", "N pass", "E H")
    assert table_view(match).sitting_out is Seat.WEST


def test_only_the_two_who_exchange_know_the_cards_and_only_once_both_have_changed_hands() -> None:
    rules = Rules(exchange=True)
    offered = started("N", *DEALERS_SIDE, "N JC", rules=rules)
    assert table_view(offered).exchanged is None
    assert seat_view(offered, Seat.NORTH).gave is card("JC")
    assert seat_view(offered, Seat.NORTH).received is None
    assert (seat_view(offered, Seat.SOUTH).gave, seat_view(offered, Seat.SOUTH).received) == (None, None)
    settled = match_acted(offered, "S 9C")
    assert table_view(settled).exchanged is True
    views = [seat_view(settled, seat) for seat in SEATS]
    assert [(view.gave, view.received) for view in views] == [
        (card("JC"), card("9C")),
        (None, None),
        (card("9C"), card("JC")),
        (None, None),
    ]


def test_the_dealer_may_keep() -> None:
    match = started("N", *DEALERS_SIDE, rules=Rules(exchange=True))
    assert seat_view(match, Seat.NORTH).legal[0] is Keep.KEEP
    kept = match_acted(match, "N keep")
    assert table_view(kept).exchanged is False
    assert seat_view(kept, Seat.NORTH).gave is None


def test_who_has_discarded_is_seen_and_the_card_only_by_its_seat() -> None:
    match = started("N", *DEALERS_SIDE, "E QD", "S 9C", rules=Rules(sixth_card="discarded"))
    assert table_view(match).discarded == (Seat.EAST, Seat.SOUTH)
    assert [seat_view(match, seat).discarded for seat in SEATS] == [None, card("QD"), card("9C"), None]
