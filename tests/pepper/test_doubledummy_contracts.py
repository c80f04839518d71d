from random import Random

import pytest

from pepper import deal as deals
from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Deal, Keep, Phase
from pepper.doubledummy import Position, tricks
from pepper.doubledummy.contracts import Contract, contracts, tricks_by_action
from pepper.match import deal_hands
from pepper.rules import PRESETS, Rules
from pepper.seats import SEATS, Seat

EXCHANGE = Rules(exchange=True)
DISCARDED = Rules(sixth_card="discarded")


def begun(rules: Rules, contract: Contract, seed: int) -> Deal:
    """Return the deal after an auction that leads to the contract."""
    random = Random(seed)
    dealer = random.choice(SEATS)
    deal = deals.start(rules, dealer, deal_hands(rules, dealer, random))
    while deal.phase is Phase.AUCTION:
        assert deal.turn is not None
        deal, _ = deals.play(deal, deal.turn, contract.bids[0] if deal.turn is contract.maker else Call.PASS)
    return deals.play(deal, contract.maker, contract.trump)[0] if deal.phase is Phase.NAMING else deal


def worth(deal: Deal) -> int:
    """Return what the maker's side takes when every action before the first lead is tried."""
    assert deal.maker is not None
    assert deal.turn is not None
    if deal.phase is Phase.PLAY:
        return tricks(opened(deal), deal.maker.side)
    found = [worth(deals.play(deal, deal.turn, option)[0]) for option in deal.options]
    return max(found) if deal.turn.side is deal.maker.side else min(found)


def opened(deal: Deal) -> Position:
    assert deal.trump is not None
    assert deal.turn is not None
    out = deal.preparation.sitting_out
    hands = tuple(() if seat is out else deal.hands[seat.index] for seat in SEATS)
    return Position(deal.rules, deal.trump, hands, deal.turn, deal.rules.tricks, (), out)


def contracts_of(rules: Rules, seed: int) -> tuple[Contract, ...]:
    random = Random(seed)
    dealer = random.choice(SEATS)
    return contracts(rules, dealer, deal_hands(rules, dealer, random))


@pytest.mark.parametrize(
    "rules",
    [Rules(), PRESETS["six"], PRESETS["lone"], PRESETS["lone"].with_changes({"first_lead": "maker"}), EXCHANGE],
    ids=["classic", "six", "lone", "lone with the maker's lead", "exchange"],
)
def test_contracts_are_worth_what_the_game_makes_of_them(rules: Rules) -> None:
    random = Random(1)
    for contract in random.sample(contracts_of(rules, 3), 16):
        assert contract.tricks == worth(begun(rules, contract, 3)), contract


def test_every_bid_of_the_ladder_leads_to_its_contracts() -> None:
    rules = PRESETS["lone"].with_changes({"no_trump_bids": True})
    of_north = [contract for contract in contracts_of(rules, 1) if contract.maker is Seat.NORTH]
    found = {(str(contract.trump), contract.alone): " ".join(map(str, contract.bids)) for contract in of_north}
    suits = {(suit, False): "1 2 3 4 little" for suit in "SHDC"} | {(suit, True): "lone-little" for suit in "SHDC"}
    assert found == suits | {
        ("NT", False): "1 2 3 4 little big",
        ("NT", True): "super lone-little lone-big",
    }


def test_with_32_cards_all_eight_tricks_are_counted() -> None:
    hearts = [contract for contract in contracts_of(PRESETS["big32"], 2) if contract.trump is Trump.HEARTS]
    assert sum(contract.tricks for contract in hearts[:2]) == 8


def test_cards_laid_down_and_given_are_worth_what_comes_of_them() -> None:
    both = EXCHANGE.with_changes({"sixth_card": "discarded"})
    for seed in range(3):
        dealer = begun(both, _bid_by_dealer(seed), seed)
        assert dealer.turn is not None
        given, _ = deals.play(dealer, dealer.turn, dealer.options[1 + seed])
        assert given.turn is not None
        deal, _ = deals.play(given, given.turn, given.options[seed])
        # Two seats have still to discard when this is looked at: trying everything takes long enough.
        while len(deal.preparation.discards) < 2:
            assert deal.turn is not None
            deal, _ = deals.play(deal, deal.turn, deal.options[seed])
        assert tricks_by_action(deal) == after_each(deal)


def test_an_exchange_is_worth_the_best_card_for_each() -> None:
    for seed in range(2):
        deal = begun(EXCHANGE, _bid_by_dealer(seed), seed)
        found = tricks_by_action(deal)
        assert next(iter(found)) is Keep.KEEP
        assert found == after_each(deal)
        assert deal.turn is not None
        offered, _ = deals.play(deal, deal.turn, deal.options[-1])
        assert tricks_by_action(offered) == after_each(offered)


def test_all_discards_together_are_worth_what_trying_them_finds() -> None:
    for contract in contracts_of(DISCARDED, 5)[:5]:
        deal = begun(DISCARDED, contract, 5)
        assert deal.turn is not None
        # Two seats later there is little enough left to try everything.
        for better in (max, min) if deal.turn.side is contract.maker.side else (min, max):
            found = tricks_by_action(deal)
            assert better(found.values()) == contract.tricks
            card = next(card for card, number in found.items() if number == contract.tricks)
            deal, _ = deals.play(deal, deal.turn, card)
            assert deal.turn is not None
        assert tricks_by_action(deal) == after_each(deal)


def test_cards_played_count_with_the_tricks_taken_before() -> None:
    random = Random(4)
    for preset in ("classic", "six", "lone"):
        deal = begun(PRESETS[preset], contracts_of(PRESETS[preset], 4)[-1], 4)
        while len(deal.tricks) < deal.rules.tricks - 1:
            assert deal.turn is not None
            deal, _ = deals.play(deal, deal.turn, random.choice(deal.options))
        assert deal.maker is not None
        found = tricks_by_action(deal)
        assert set(found) == set(deal.options)
        assert all(deal.taken(deal.maker.side) <= number <= deal.rules.tricks for number in found.values())


def test_calls_have_no_worth_as_cards() -> None:
    deal = deals.start(Rules(), Seat.NORTH, deal_hands(Rules(), Seat.NORTH, Random(1)))
    with pytest.raises(ValueError, match="no worth in the auction"):
        tricks_by_action(deal)


def after_each(deal: Deal) -> dict[deals.Action, int]:
    assert deal.turn is not None
    return {option: worth(deals.play(deal, deal.turn, option)[0]) for option in deal.options}


def _bid_by_dealer(seed: int) -> Contract:
    dealer = Random(seed).choice(SEATS)
    return Contract(dealer, Trump.SPADES, alone=False, bids=(Call.ONE,), tricks=0)
