import pickle

from pepper.seats import SEATS, Seat, Side, clockwise_from


def test_the_turn_passes_clockwise() -> None:
    assert "".join(map(str, SEATS)) == "NESW"
    assert [seat.left for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert clockwise_from(Seat.SOUTH) == (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)


def test_partners_sit_opposite_and_share_a_side() -> None:
    for seat in SEATS:
        assert seat.partner.partner is seat
        assert seat.partner is seat.left.left
        assert seat.partner.side is seat.side is not seat.left.side
        assert seat in seat.side.seats


def test_the_sides_are_ns_and_ew() -> None:
    assert [str(side) for side in Side] == ["NS", "EW"]
    assert Side.NS.seats == (Seat.NORTH, Seat.SOUTH)
    assert Side.EW.seats == (Seat.EAST, Seat.WEST)
    assert Side.NS.other is Side.EW
    assert Side.EW.other is Side.NS


def test_seats_survive_a_trip_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Seat.WEST)) is Seat.WEST  # noqa: S301  # our own bytes
