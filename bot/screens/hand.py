"""A seat's own hand: what it may know, what is asked of it, and a button for everything it may do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n import text
from bot.presses import decision_id, verb_id
from bot.screens import words
from bot.screens.layout import GOLD, GREEN, Screen, Style, button, line, lines, panel, rows
from bot.screens.table import deal_line
from bot.screens.words import Emojis
from bot.tables import Occupant, Table
from pepper.bids import Call, ladder
from pepper.cards import Card, Suit, Trump, effective_suit, is_trump, sorted_for
from pepper.deal import Action, Keep, Phase
from pepper.scoring import makers_points, stake
from pepper.view import SeatView

Button = discord.ui.Button[Any]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a hand screen is made from."""

    locale: str
    table: Table
    view: SeatView
    emojis: Emojis
    unsure: Call | None

    def say(self, message_id: str, **values: str | int) -> str:
        return text(self.locale, message_id, **values)

    @property
    def occupant(self) -> Occupant:
        return self.table.state.occupant(self.view.seat)

    @property
    def is_asked(self) -> bool:
        # While a computer plays for a person, nothing is asked of them.
        return bool(self.view.legal) and not self.is_away and self.table.is_open

    @property
    def is_away(self) -> bool:
        return self.occupant.away and self.table.is_open


def hand(
    locale: str, table: Table, view: SeatView, emojis: Emojis, note: str = "", unsure: Call | None = None
) -> Screen:
    """Return the private message with a seat's cards.

    `note` is a sentence on top, such as why a press was refused; `unsure` a lone bid that is asked about once more.
    """
    asked = _Asked(locale, table, view, emojis, unsure if unsure in view.legal else None)
    buttons = _BUTTONS[view.table.phase](asked) if view.table.phase in _BUTTONS else []
    below = [button(asked.say("button-refresh"), verb_id(table.id, "hand"))]
    if asked.is_away:
        below.insert(0, button(asked.say("button-back"), verb_id(table.id, "back"), Style.success))
    if table.last_trick is not None:
        below.append(button(asked.say("button-last"), verb_id(table.id, "last")))
    note = note or (asked.say("table-held") if table.waits_for_channel else "")
    return Screen(
        panel(
            f"⚠️ {note}" if note else None,
            lines([f"### {_headline(asked)}", _explanation(asked)]),
            _facts(asked),
            _held(asked),
            line() if buttons else None,
            *rows(buttons),
            *rows(below),
            accent=GOLD if asked.is_asked else GREEN,
        )
    )


# --- words


def _headline(asked: _Asked) -> str:
    table = asked.view.table
    if asked.is_asked and asked.unsure:
        return asked.say("hand-unsure", bid=words.bid(asked.locale, asked.unsure))
    if asked.is_asked:
        return asked.say(f"hand-asked-{table.phase.value}")
    if table.turn is None or not asked.table.is_open:
        return asked.say("hand-over")
    if asked.is_away:
        return asked.say("hand-away")
    if asked.view.seat is table.sitting_out:
        return asked.say("hand-sits-out")
    return asked.say("hand-waits", name=words.player(asked.table.state, table.turn))


def _explanation(asked: _Asked) -> str:
    phase = asked.view.table.phase
    if asked.is_away:
        return asked.say("hand-explain-away")
    if asked.view.seat is asked.view.table.sitting_out and phase is not Phase.OVER:
        return asked.say("hand-explain-sits-out")
    if not asked.is_asked:
        return ""
    return _EXPLAINED[phase](asked) if phase in _EXPLAINED else ""


def _explained_auction(asked: _Asked) -> str:
    if asked.unsure:
        return _explained_lone(asked, asked.unsure)
    rules = asked.view.table.rules
    if Call.PASS not in asked.view.legal:
        asks = asked.say("hand-must-bid", least=asked.view.table.minimum)
    else:
        asks = asked.say("hand-asks-bid")
    further = [
        "hand-no-trump-price" if rules.no_trump_bids else "",
        "hand-lone-bids" if any(call.is_lone for call in ladder(rules)) else "",
        "hand-defenders-score" if rules.defenders_score else "",
    ]
    prices = asked.say("hand-explain-auction", scores=rules.made_bid_scores)
    return lines([asks, " ".join([prices, *(asked.say(each) for each in further if each)])])


def _explained_naming(asked: _Asked) -> str:
    view = asked.view.table
    assert view.bid is not None, "trumps are named by who has won a bid"
    made, failed = words.at_stake(asked.locale, view.rules, view.bid, Trump.SPADES)
    parts = [asked.say("hand-price", made=made, set=failed)]
    if Trump.NO_TRUMP in asked.view.legal:
        made, failed = words.at_stake(asked.locale, view.rules, view.bid, Trump.NO_TRUMP)
        parts.append(asked.say("hand-price-no-trump", made=made, set=failed))
    return lines([asked.say("hand-explain-naming"), " ".join([*parts, _what_next(asked)])])


def _explained_play(asked: _Asked) -> str:
    view = asked.view.table
    return asked.say("hand-explain-no-trump") if view.trump is Trump.NO_TRUMP and not view.tricks else ""


def _explained_phase(asked: _Asked) -> str:
    return f"{asked.say(f'hand-explain-{asked.view.table.phase.value}')} {_what_next(asked)}"


def _what_next(asked: _Asked) -> str:
    """Return what follows once trumps are named, and cards exchanged and laid aside."""
    view, state = asked.view.table, asked.table.state
    assert view.maker is not None, "somebody has won the bid"
    assert view.bid is not None, "with a bid"
    out = view.maker.partner if view.bid.is_lone else None
    may_exchange = view.rules.exchange and out is None and view.dealer.side is view.maker.side
    if view.phase is Phase.NAMING and may_exchange:
        return asked.say("hand-next-exchange", name=words.player(state, view.dealer))
    if view.phase is not Phase.DISCARD and view.rules.sixth_card == "discarded":
        return asked.say("hand-next-discard")
    leader = view.maker if view.rules.first_lead == "maker" else view.dealer.left
    leader = leader.left if leader is out else leader
    if leader is asked.view.seat:
        return asked.say("hand-next-you-lead")
    return asked.say("hand-next-lead", name=words.player(state, leader))


_EXPLAINED: dict[Phase, Callable[[_Asked], str]] = {
    Phase.AUCTION: _explained_auction,
    Phase.NAMING: _explained_naming,
    Phase.OFFER: _explained_phase,
    Phase.RETURN: _explained_phase,
    Phase.DISCARD: _explained_phase,
    Phase.PLAY: _explained_play,
}


def _explained_lone(asked: _Asked, call: Call) -> str:
    rules = asked.view.table.rules
    points = stake(rules, call)
    without = "" if call.names_trump else asked.say("hand-explain-no-trump")
    return lines([asked.say("hand-explain-lone", tricks=rules.tricks, points=points), without])


def _facts(asked: _Asked) -> str:
    view, state, locale = asked.view.table, asked.table.state, asked.locale
    us, them = asked.view.seat.side, asked.view.seat.side.other
    facts = [
        asked.say(
            "hand-score",
            partner=words.player(state, asked.view.seat.partner),
            us=words.number(view.score[us]),
            them=words.number(view.score[them]),
            target=view.rules.target,
        )
    ]
    if view.phase in (Phase.OVER, Phase.VOID):
        facts.append(deal_line(asked.locale, state, view, asked.emojis))
    elif view.phase is Phase.AUCTION:
        facts.append(_calls(asked))
    else:
        facts.append(words.contract_line(locale, state, view, asked.emojis))
    if view.phase is Phase.PLAY:
        facts.append(asked.say("hand-tricks", us=view.taken(us), them=view.taken(them)))
        trick = words.trick_so_far(locale, state, view, asked.emojis)
        facts.append(asked.say("table-trick", plays=trick) if trick else "")
    return lines(facts)


def _calls(asked: _Asked) -> str:
    state = asked.table.state
    said = " · ".join(
        f"{words.player(state, seat)} {words.bid(asked.locale, call)}" for seat, call in asked.view.table.calls
    )
    return asked.say("table-calls", calls=said) if said else ""


def _held(asked: _Asked) -> str:
    view = asked.view
    trump = view.table.trump or Trump.NO_TRUMP
    groups: dict[Suit, list[Card]] = {}
    for card in sorted_for(view.hand, trump):
        groups.setdefault(effective_suit(card, trump), []).append(card)
    held = "  ".join(words.cards(asked.locale, group, asked.emojis) for group in groups.values())
    secrets = [
        asked.say("hand-gave", card=words.cards(asked.locale, (view.gave,), asked.emojis)) if view.gave else "",
        asked.say("hand-received", card=words.cards(asked.locale, (view.received,), asked.emojis))
        if view.received
        else "",
        asked.say("hand-discarded", card=words.cards(asked.locale, (view.discarded,), asked.emojis))
        if view.discarded
        else "",
    ]
    return lines([f"# {held}" if held else "", *secrets])


# --- buttons


def _decision(asked: _Asked, label: str, action: Action, style: Style, emoji: str | None = None) -> Button:
    legal = asked.is_asked and action in asked.view.legal
    custom_id = decision_id(asked.table.id, asked.table.state.step, action)
    return button(label, custom_id, style if legal else Style.secondary, disabled=not legal, emoji=emoji)


def _call_buttons(asked: _Asked) -> list[Button]:
    if not asked.is_asked:
        return []
    if asked.unsure:
        sure = _decision(asked, asked.say("button-sure"), asked.unsure, Style.danger)
        return [sure, button(asked.say("button-not-sure"), verb_id(asked.table.id, "hand", "bids"))]
    rules = asked.view.table.rules
    passing = _decision(asked, asked.say("call-pass"), Call.PASS, Style.danger)
    return [passing, *(_bid_button(asked, call) for call in ladder(rules))]


def _bid_button(asked: _Asked, call: Call) -> Button:
    rules = asked.view.table.rules
    price: dict[str, str | int] = {"bid": words.bid(asked.locale, call), "stake": stake(rules, call)}
    if rules.no_trump_bids and call.names_trump:
        dearer = -makers_points(rules, call, Trump.NO_TRUMP, 0)
        label = asked.say("button-bid-no-trump", no_trump=dearer, **price)
    else:
        label = asked.say("button-bid", **price)
    if call.is_lone and call in asked.view.legal:
        # A lone bid is asked about once more.
        return button(label, verb_id(asked.table.id, "sure", call.value), Style.success)
    return _decision(asked, label, call, Style.primary if call.number else Style.success)


def _trump_buttons(asked: _Asked) -> list[Button]:
    if not asked.is_asked:
        return []
    return [_trump_button(asked, trump) for trump in asked.view.legal if isinstance(trump, Trump)]


def _trump_button(asked: _Asked, trump: Trump) -> Button:
    emoji = asked.emojis.get(trump.value)
    label = asked.say(f"suit-{trump.value}") if emoji else words.trump(asked.locale, trump, {})
    return _decision(asked, label, trump, Style.primary, emoji)


def _offer_buttons(asked: _Asked) -> list[Button]:
    keep = _decision(asked, asked.say("button-keep"), Keep.KEEP, Style.success)
    return [keep, *_card_buttons(asked)] if asked.is_asked else []


def _card_buttons(asked: _Asked) -> list[Button]:
    if asked.view.seat is asked.view.table.sitting_out:
        return []
    trump = asked.view.table.trump or Trump.NO_TRUMP
    return [_card_button(asked, card, trump) for card in sorted_for(asked.view.hand, trump)]


def _card_button(asked: _Asked, card: Card, trump: Trump) -> Button:
    # A black suit's letter vanishes on a dark button, the emoji has a white rim.
    emoji = asked.emojis.get(card.suit.value)
    label = words.rank(asked.locale, card) if emoji else words.card_label(asked.locale, card)
    return _decision(asked, label, card, Style.success if is_trump(card, trump) else Style.primary, emoji)


_BUTTONS: dict[Phase, Callable[[_Asked], list[Button]]] = {
    Phase.AUCTION: _call_buttons,
    Phase.NAMING: _trump_buttons,
    Phase.OFFER: _offer_buttons,
    Phase.RETURN: _card_buttons,
    Phase.DISCARD: _card_buttons,
    Phase.PLAY: _card_buttons,
}
