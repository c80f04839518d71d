from dataclasses import replace

import pytest

from bot.i18n import LANGUAGES, text
from bot.screens import words
from bot.screens.hand import hand
from bot.screens.table import deal_line
from bot.tables import Stage, Table
from pepper import match as matches
from pepper.bids import Call
from pepper.cards import Card
from pepper.deal import Phase, legal
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Seat
from pepper.view import seat_view
from tests.bot.screens.seen import Seen, every_seat, long_emojis, look, matches_of, side_of, table_of

EVERYTHING = Rules(
    target=200,
    auction="rounds",
    exchange=True,
    lone=True,
    super_pepper=True,
    no_trump_bids=True,
    defenders_score=True,
    sixth_card="discarded",
    dealer_must_bid=3,
)
RULES = {
    **PRESETS,
    "exchange": Rules(exchange=True),
    "discarded": Rules(sixth_card="discarded"),
    "everything": EVERYTHING,
    "every lone bid of 32": Rules(deck=32, lone=True, super_pepper=True, no_trump_bids=True),
}
STRANGE = ("*" * 40, "||<@123456789012345678>||", "`_~`" * 9, "https://example.com/ab")


def shown(table: Table, seat: Seat, *, names: bool = False) -> Seen:
    assert table.state.match is not None
    emojis = long_emojis() if names else {}
    return look(hand("en-US", table, seat_view(table.state.match, seat), emojis, "A note." if names else ""))


@pytest.mark.parametrize("name", RULES)
def test_exactly_what_is_legal_can_be_pressed(name: str) -> None:
    phases: set[Phase] = set()
    for seed in range(3):
        for match in matches_of(RULES[name], seed):
            phases.add(match.deal.phase)
            for table, seat in every_seat(match):
                enabled = {button.action for button in shown(table, seat).buttons if button.enabled} - {""}
                allowed = set(map(str, legal(match.deal))) if seat is match.deal.turn else set()
                assert enabled == allowed
    wanted = {Phase.AUCTION, Phase.NAMING, Phase.PLAY}
    if name in ("exchange", "everything"):
        wanted |= {Phase.OFFER, Phase.RETURN}
    if name in ("discarded", "everything"):
        wanted |= {Phase.DISCARD}
    assert wanted <= phases


@pytest.mark.parametrize("name", RULES)
def test_a_hand_shows_its_own_cards_and_those_on_the_table(name: str) -> None:
    for match in matches_of(RULES[name], 5):
        for table, seat in every_seat(match):
            seen = shown(table, seat)
            assert seen.cards <= side_of(match, seat)
            assert set(match.deal.hands[seat.index]) <= seen.cards


@pytest.mark.parametrize("name", RULES)
def test_whatever_happens_a_hand_fits_into_a_message(name: str) -> None:
    for match in matches_of(RULES[name], 7):
        table = table_of(match, STRANGE)
        for seat in SEATS:
            shown(table, seat, names=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_has_its_words_in_every_language(language: str) -> None:
    for match in matches_of(EVERYTHING, 11):
        for table, seat in every_seat(match):
            look(hand(language, table, seat_view(match, seat), {}))


def test_cards_that_cannot_be_played_are_there_but_disabled() -> None:
    match = next(match for match in matches_of(Rules(), 1) if match.deal.trick.plays)
    table = table_of(match)
    for seat in SEATS:
        cards = [button for button in shown(table, seat).buttons if button.action]
        assert len(cards) == len(match.deal.hands[seat.index])
        if seat is not match.deal.turn:
            assert not any(button.enabled for button in cards)


def test_who_sits_out_sees_a_hand_and_presses_nothing() -> None:
    match = next(match for seed in range(9) for match in matches_of(RULES["lone"], seed) if _someone_sits_out(match))
    seat = match.deal.preparation.sitting_out
    assert seat is not None
    seen = shown(table_of(match), seat)
    assert not any(button.action for button in seen.buttons)
    assert text("en", "hand-sits-out") in seen.text


def _someone_sits_out(match: object) -> bool:
    deal = getattr(match, "deal")  # noqa: B009  # any match
    return deal.phase is Phase.PLAY and deal.preparation.sitting_out is not None


def test_once_a_deal_is_over_the_hand_tells_how_it_went() -> None:
    played = [match for match in matches_of(Rules(), 1) if match.deal.phase is Phase.PLAY]
    ends = [matches.play(match, match.deal.turn or SEATS[0], legal(match.deal)[0])[0] for match in played]
    over = next(match for match in ends if match.deal.phase is Phase.OVER)
    table, view = table_of(over), seat_view(over, SEATS[0])
    seen = look(hand("en", table, view, {}))
    assert deal_line("en", table.state, view.table, {}) in seen.text
    assert words.contract_line("en", table.state, view.table, {}) not in seen.text


def test_the_hand_of_an_ended_table_asks_for_nothing() -> None:
    for match in matches_of(Rules(), 2, 30):
        for table, seat in every_seat(match):
            table.state = replace(table.state, stage=Stage.CLOSED)
            seen = shown(table, seat)
            assert not any(button.action and button.enabled for button in seen.buttons)
            assert text("en", "hand-over") in seen.text


def test_the_hand_of_who_is_away_asks_to_come_back() -> None:
    for match in matches_of(Rules(), 3, 30):
        for table, seat in every_seat(match):
            places = [replace(who, away=True) for who in table.state.places if who]
            table.state = replace(table.state, places=(places[0], places[1], places[2], places[3]))
            seen = shown(table, seat)
            assert not any(button.action and button.enabled for button in seen.buttons)
            assert [button.verb for button in seen.buttons if button.verb == "back" and button.enabled] == ["back"]


def test_a_hand_tells_what_it_gave_got_and_laid_aside() -> None:
    deals = [match.deal for seed in range(20) for match in matches_of(EVERYTHING, seed)]
    exchanged = [deal for deal in deals if deal.preparation.exchanged and deal.phase is Phase.DISCARD]
    assert exchanged
    for seed in range(20):
        for match in matches_of(EVERYTHING, seed):
            offered, returned = match.deal.preparation.offered, match.deal.preparation.returned
            dealer = match.deal.dealer
            if returned is None:
                # Face down until both have chosen: the partner doesn't know what is offered.
                if offered is not None:
                    assert offered not in shown(table_of(match), dealer.partner).cards
                continue
            for seat in (dealer, dealer.partner):
                assert {offered, returned} <= shown(table_of(match), seat).cards
            for seat in (dealer.left, dealer.partner.left):
                hidden: set[Card | None] = {offered, returned}
                assert not hidden & (shown(table_of(match), seat).cards - side_of(match, seat))


def test_a_note_stands_on_top() -> None:
    match = next(matches_of(Rules(), 1))
    seen = look(hand("en", table_of(match), seat_view(match, Seat.EAST), {}, "It isn't your turn."))
    assert seen.texts[0].endswith("It isn't your turn.")


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_bid_of_the_ladder_has_a_button_that_tells_its_price(rules: Rules) -> None:
    match = next(matches_of(rules, 1))
    buttons = [button for button in shown(table_of(match), Seat.EAST).buttons if button.action]
    assert [button.action for button in buttons] == list(map(str, legal(match.deal)))
    assert all(button.action == str(Call.PASS) or "±" in button.label for button in buttons)
