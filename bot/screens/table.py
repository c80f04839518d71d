"""The public table: the picture with its words, a deal's summary, and the result."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.i18n import text
from bot.presses import verb_id
from bot.screens import words
from bot.screens.layout import GOLD, GREY, Screen, Style, button, line, lines, panel, rows
from bot.screens.rules import house_line
from bot.screens.words import Emojis
from bot.tables import Partners, Table, TableState
from pepper.bids import Call
from pepper.cards import Trump
from pepper.deal import Phase, Trick
from pepper.match import Match
from pepper.scoring import is_made
from pepper.seats import SEATS, Side
from pepper.view import TableView, table_view

PICTURE = "table.png"


def table(locale: str, of: Table, view: TableView, emojis: Emojis, *, picture: bool) -> Screen:
    """Return the public message of a running deal; with `picture` it shows the attachment `table.png`."""
    gallery = None
    if picture:
        media = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=picture_text(locale, of, view))
        gallery = discord.ui.MediaGallery[Screen](media)
    return Screen(
        panel(
            gallery,
            lines(
                [
                    f"### {_turn(locale, of, view)}",
                    *_facts(locale, of.state, view, emojis),
                    house_line(locale, view.rules),
                ]
            ),
            *rows(
                [
                    button(text(locale, "button-hand"), verb_id(of.id, "hand"), Style.primary),
                    button(text(locale, "button-last"), verb_id(of.id, "last"), disabled=of.last_trick is None),
                    button(text(locale, "button-rules"), verb_id(of.id, "rules")),
                    button(text(locale, "button-more"), verb_id(of.id, "more")),
                ]
            ),
        )
    )


def _turn(locale: str, of: Table, view: TableView) -> str:
    assert view.turn is not None, "the table shows a running deal"
    return text(locale, f"table-turn-{view.phase.value}", name=words.player(of.state, view.turn))


def _facts(locale: str, state: TableState, view: TableView, emojis: Emojis) -> list[str]:
    facts = [words.side_line(locale, state, view, side) for side in Side]
    if view.calls and view.phase is Phase.AUCTION:
        said = " · ".join(f"{words.player(state, seat)} {words.bid(locale, call)}" for seat, call in view.calls)
        facts.append(text(locale, "table-calls", calls=said))
    if view.phase is not Phase.AUCTION:
        facts.append(words.contract_line(locale, state, view, emojis))
    if view.sitting_out is not None:
        facts.append(text(locale, "table-sits-out", name=words.player(state, view.sitting_out)))
    if view.exchanged is not None:
        facts.append(text(locale, "table-exchanged" if view.exchanged else "table-kept"))
    if view.phase is Phase.PLAY:
        trick = words.trick_so_far(locale, state, view, emojis)
        facts.append(text(locale, "table-trick", plays=trick) if trick else "")
    if view.shootout:
        facts.append(text(locale, "table-shootout"))
    facts += _wishes(locale, state)
    dealer = words.player(state, view.dealer)
    facts.append(text(locale, "table-footer", number=view.number + 1, name=dealer, target=view.rules.target))
    facts.append(_levels(locale, state))
    return facts


def _levels(locale: str, state: TableState) -> str:
    """Return how well each computer plays; empty without computers."""
    computers = [who for who in map(state.occupant, SEATS) if who.level is not None]
    said = (f"{words.name_text(who.name)} {words.level_name(locale, who.level or '')}" for who in computers)
    return text(locale, "table-levels", levels=" · ".join(said)) if computers else ""


def _wishes(locale: str, state: TableState) -> list[str]:
    """Return who is away, and who wants to end the table or have the cards dealt again."""
    if state.is_deserted:
        return [text(locale, "table-deserted")]
    away = [seat for seat in SEATS if state.occupant(seat).away]
    ending = [seat for seat in SEATS if state.occupant(seat).wants_end]
    again = [seat for seat in SEATS if state.occupant(seat).wants_misdeal]
    needed = len(state.people) // 2 + 1
    return [
        text(locale, "table-away", names=words.players(state, away)) if away else "",
        text(locale, "table-end-wished", names=words.players(state, ending), needed=needed) if ending else "",
        text(locale, "table-misdeal-wished", names=words.players(state, again)) if again else "",
    ]


def picture_text(locale: str, of: Table, view: TableView) -> str:
    """Return what the picture shows, for who can't see it; at most 1,024 characters."""
    facts = [_turn(locale, of, view), *_facts(locale, of.state, view, {})]
    return lines(facts).replace("-# ", "").replace("*", "").replace("\\", "")[:1024]


# --- when a deal, or all of it, is over


def view_of_deal(match: Match, number: int) -> TableView:
    """Return what everybody may know of one of a match's deals, counted from 0."""
    return table_view(replace(match, deals=match.deals[: number + 1]))


def deal_line(locale: str, state: TableState, deal: TableView, emojis: Emojis) -> str:
    """Return how a finished deal went, such as "Deal 3: Ana bid 3 in ♥ hearts, took 2: −3"."""
    number = deal.number + 1
    if deal.phase is Phase.VOID:
        return text(locale, "deal-void", number=number)
    if deal.maker is None or deal.bid is None or deal.points is None:
        return text(locale, "deal-passed", number=number)
    side = deal.maker.side
    made = is_made(deal.rules, deal.bid, deal.taken(side))
    values: dict[str, str | int] = {
        "number": number,
        "name": words.player(state, deal.maker),
        "contract": words.contract(locale, deal, emojis),
        "tricks": deal.taken(side),
        "outcome": _outcome(locale, deal, deal.bid, made=made),
        "points": words.change(deal.points[side]),
    }
    others = deal.points[side.other]
    if others:
        return text(locale, "deal-played-both", others=words.change(others), **values)
    return text(locale, "deal-played", **values)


def _outcome(locale: str, deal: TableView, bid: Call, *, made: bool) -> str:
    """Return whether a bid was made, and what else its points come from."""
    tricks = deal.taken(deal.maker.side) if deal.maker else 0
    fewer = made and bid.number is not None and tricks > bid.number and deal.rules.made_bid_scores == "bid"
    more = deal.trump is Trump.NO_TRUMP and bid.names_trump
    parts = ["deal-made" if made else "deal-set", "deal-bid-counts" if fewer else "", "deal-half-more" if more else ""]
    return ", ".join(text(locale, part) for part in parts if part)


def summary(locale: str, of: Table, numbers: Sequence[int], emojis: Emojis) -> Screen:
    """Return the message that a deal's table shrinks to: a line a deal, and the cards nobody played."""
    state = of.state
    assert state.match is not None, "deals have been played"
    parts: list[str] = []
    for number in numbers:
        deal = view_of_deal(state.match, number)
        parts += [deal_line(locale, state, deal, emojis), _unplayed(locale, state, deal, emojis)]
    return Screen(panel(_last_lines(parts), accent=GREY))


def _unplayed(locale: str, state: TableState, deal: TableView, emojis: Emojis) -> str:
    left = deal.unplayed
    if not any(left):
        return ""
    who = " · ".join(
        f"{words.player(state, seat)} {words.cards(locale, left[seat.index], emojis)}"
        for seat in SEATS
        if left[seat.index]
    )
    return text(locale, "deal-unplayed", cards=who)


def cut(locale: str, of: Table, emojis: Emojis) -> Screen:
    """Return the message that a lobby shrinks to: who drew what, who plays with whom, and who deals."""
    state = of.state
    assert state.cut is not None, "a match begins with a cut"
    drawn = [
        " · ".join(
            f"{words.player(state, seat)} {words.cards(locale, (draw[state.cut.seating[seat.index]],), emojis)}"
            for seat in SEATS
        )
        for draw in state.cut.draws
    ]
    ns, ew = (words.side(locale, state, side) for side in Side)
    key = "cut-partners" if state.partners is Partners.CUT else "cut-dealer"
    return Screen(
        panel(
            lines(
                [
                    f"### {text(locale, 'cut-title')}",
                    _last_lines([*(text(locale, "cut-level", cards=cards) for cards in drawn[:-1]), *drawn[-1:]]),
                    text(locale, key, ns=ns, ew=ew, dealer=words.player(state, state.cut.dealer)),
                ]
            ),
            accent=GREY,
        )
    )


def result(locale: str, of: Table, emojis: Emojis) -> Screen:
    """Return the end of a match: who won, a line a deal, and Rematch."""
    state, match = of.state, of.state.match
    assert match is not None, "the match has been played"
    assert match.winner is not None, "somebody has won"
    winners, losers = match.winner, match.winner.other
    title = text(
        locale,
        "result-title",
        winners=words.side(locale, state, winners),
        losers=words.side(locale, state, losers),
        points=words.number(match.score[winners]),
        others=words.number(match.score[losers]),
    )
    return Screen(
        panel(
            title,
            _last_lines(
                [deal_line(locale, state, view_of_deal(match, number), emojis) for number in range(len(match.deals))]
            ),
            line(),
            *rows([button(text(locale, "button-rematch"), verb_id(of.id, "rematch"), Style.success)]),
            accent=GOLD,
        )
    )


def _last_lines(every: Sequence[str]) -> str:
    # A message holds 4,000 characters: of a very long match, or of a cut that had to be drawn very often, the end.
    shown: list[str] = []
    room = 3000
    for one in reversed(every):
        room -= len(one) + 1
        if room < 0:
            shown.append("…")
            break
        shown.append(one)
    return lines(list(reversed(shown)))


def closed(locale: str, of: Table) -> Screen:
    """Return the message of a table that ended before anybody won."""
    return Screen(panel(text(locale, "table-expired" if of.expired else "table-closed"), accent=GREY))


def last_trick(locale: str, of: Table, trick: Trick, emojis: Emojis) -> Screen:
    """Return the private message that shows the last full trick."""
    plays = " · ".join(
        f"{words.player(of.state, seat)} {words.cards(locale, (card,), emojis)}"
        + (" 👑" if seat is trick.winner else "")
        for seat, card in trick.plays
    )
    return Screen(panel(text(locale, "last-trick", plays=plays), accent=GREY))
