"""Sixty positions that any good player gets right, and further ones, each named by what is right in it."""

from dataclasses import dataclass, replace

from pepper.deal import Phase
from pepper.scoring import Score
from pepper.seats import SEATS, Seat
from pepper.view import SeatView
from tests.pepper.players import positions

PLAYED = "sixth_card=played"
DISCARDED = "sixth_card=discarded"
EXCHANGE = "exchange=true"
LONE = "lone=true,super_pepper=true"
BIG_DECK = "deck=32"


@dataclass(frozen=True, slots=True)
class Named:
    """A position of S and the tokens of the actions that are right in it."""

    name: str
    view: SeatView
    right: frozenset[str]
    why: str


def _play(
    hand: str, trump: str, bid: str, *plays: str, before: tuple[str, ...] = (), rules: str = "", score: Score = Score()
) -> SeatView:
    view = positions.playing(hand, trump, bid, *plays, before=before, rules=rules)
    # The dealer sits before whoever led first.
    leader = Seat((*before, *plays, "S")[0][0])
    return _at(score, view, SEATS[leader.index - 1])


def _bid(
    hand: str, *calls: str, dealer: str = "E", rules: str = "", minimum: int = 0, score: Score = Score()
) -> SeatView:
    return _at(score, positions.bidding(hand, *calls, dealer=dealer, minimum=minimum, rules=rules))


def _at(score: Score, view: SeatView, dealer: Seat | None = None) -> SeatView:
    return replace(view, table=replace(view.table, score=score, dealer=dealer or view.table.dealer))


def _named(name: str, view: SeatView, right: str, why: str) -> Named:
    return Named(name, view, frozenset(right.split()), why)


GARBAGE = "9S TH QD 9D TC QC"
GOOD = "JH JD AH 9S TS AC"
SIX_TOP_TRUMPS = "JH JD AH KH QH TH"

_FOLLOWING = (
    _named(
        "the partner's ace keeps the trick, the king stays in hand",
        _play("KS 9S TC TD 9H QH", "H", "E 3", "N AS", "E QS"),
        "9S",
        "the king can't add anything to a trick the ace takes",
    ),
    _named(
        "the last to play doesn't trump the partner's winner",
        _play("9H QH 9C TC KD 9D", "H", "W 3", "W TS", "N AS", "E 9S"),
        "9C TC KD 9D",
        "the trick is won already",
    ),
    _named(
        "the last to play wins with the cheapest card that wins",
        _play("AS QS 9S TD 9H KH", "H", "E 3", "W TS", "N 9C", "E JS"),
        "QS",
        "the queen is enough, the ace takes another trick",
    ),
    _named(
        "the last to play trumps an ace with the smallest trump",
        _play("9H AH 9C TD KD QC", "H", "E 3", "W AS", "N 9S", "E KS"),
        "9H",
        "any trump wins",
    ),
    _named(
        "who can't win plays the lowest card of the suit",
        _play("KS 9S AH TD 9C QC", "H", "E 3", "W AS", "N TS", "E QS"),
        "9S",
        "the ace is gone, so the king is the highest spade now",
    ),
    _named(
        "the partner's right bower isn't helped by an ace of trumps",
        _play("AH TH 9C TC KD AS", "H", "S 3", "N JH", "E 9H"),
        "TH",
        "nothing beats the right bower",
    ),
    _named(
        "the left bower isn't thrown under the partner's right bower",
        _play("JD TH 9C TC KD AS", "H", "S 3", "N JH", "E 9H"),
        "TH",
        "the left bower is the highest trump from now on",
    ),
    _named(
        "a small left bower is guarded when the right bower is led",
        _play("JD 9H AS KC QC TD", "H", "E 4", "E JH"),
        "9H",
        "the left bower would fall under the right",
    ),
    _named(
        "a small left bower is guarded against a lone maker too",
        _play("JD 9H AS KC QC TD", "H", "W lone-little", "W JH", "N KH", rules=LONE),
        "9H",
        "one trick sets the bid, and the left bower is that trick",
    ),
    _named(
        "an opponent's trump is trumped over with the cheapest that beats it",
        _play("QH AH 9C TC KD 9D", "H", "S 3", "W AS", "N 9S", "E TH"),
        "QH",
        "the queen is enough",
    ),
    _named(
        "the one trick that sets Little Pepper is trumped with the highest trump",
        _play(
            "9H AH KD",
            "H",
            "W little",
            "E TC",
            before=("W JH N TH E KH S TS", "W AC N KC E 9C S QC", "W JD N 9D E TD S 9S"),
        ),
        "AH KD",
        "the ace of trumps is the highest: it sets the bid now or with the next trick, the nine may be beaten",
    ),
    _named(
        "the one trick that sets the bid is taken now",
        _play(
            "AS QS 9D", "H", "W 4", "E KS", before=("N AD E QH S TD W KD", "E JH S 9H W TH N KH", "E AC S TC W 9C N QC")
        ),
        "AS",
        "the ace is the only card that can win",
    ),
    _named(
        "the making trick is taken with the small trump",
        _play(
            "9H JH KD",
            "H",
            "S 3",
            "W AC",
            "N TC",
            "E 9C",
            before=("S JD W TH N QH E KH", "S AS W KS N TS E 9S", "S QS W JS N TD E AD"),
        ),
        "9H",
        "it makes the bid, and the right bower takes one more",
    ),
)

_LEADING = (
    _named(
        "the maker draws trumps with the right bower while the left is out",
        _play("JH AH KH QH KS 9C", "H", "S 4"),
        "JH",
        "opponents' trumps would beat the spades",
    ),
    _named(
        "the maker of all tricks draws trumps from the top",
        _play("JH JD AH KH AS KS", "H", "S little"),
        "JH JD AH KH",
        "three rounds leave nobody a trump for the spades",
    ),
    _named(
        "trumps aren't led again when both opponents have shown out",
        _play("9H AS KS 9D", "H", "S 4", before=("S JH W 9C N TH E TC", "S JD W 9S N QH E TS"), rules=PLAYED),
        "AS KS",
        "nobody can trump the spades",
    ),
    _named(
        "an ace is cashed when nobody has trumps any more",
        _play("AS TS 9D", "H", "N 3", before=("N JH E TH S 9H W QH", "N JD E AH S KH W 9C", "N AD E KD S QD W JS")),
        "AS",
        "the others have shown out of trumps or seen theirs fall",
    ),
    _named(
        "an ace is led against the opponents' bid",
        _play("AS 9S AC 9C AD 9D", "H", "W 2"),
        "AS AC AD",
        "an ace wins most often while everybody has its suit",
    ),
    _named(
        "the last trick is led with the trump that is high, not with the card that would be left over",
        _play(
            "AH 9C",
            "H",
            "S 3",
            before=("S JH W 9H N TH E QH", "S JD W KH N 9S E TS", "S AS W KS N QS E JS", "S AD W KD N TD E 9D"),
        ),
        "AH",
        "the card left over counts for nobody",
    ),
    _named(
        "winners are cashed at no trump before a loser is led",
        _play("AS KS QS AC KC 9D", "NT", "S big"),
        "AS KS QS AC KC",
        "five sure tricks are all the bid needs",
    ),
    _named(
        "an ace is led against Big Pepper",
        _play("AC 9C TD 9D QS 9S", "NT", "W big"),
        "AC",
        "at no trump an ace led is a trick, and one trick sets the bid",
    ),
    _named(
        "with eight cards the maker draws trumps with the right bower",
        _play("JH AH KH QH TH AS KS 8C", "H", "S 7", rules=BIG_DECK),
        "JH",
        "opponents' trumps would beat the spades",
    ),
    _named(
        "with six tricks the partner's ace isn't trumped",
        _play("9H QH 9C TC KD 9D", "H", "W 3", "W TS", "N AS", "E 9S", rules=PLAYED),
        "9C TC KD 9D",
        "the trick is won already",
    ),
    _named(
        "both bowers are led before the ace of trumps",
        _play("JH JD 9H AS AC KC", "H", "S 4"),
        "JH JD",
        "the nine would lose to any trump",
    ),
    _named(
        "a king is cashed when its ace is gone and trumps are drawn",
        _play("KS 9S 9D", "H", "S 4", before=("S JH W 9H N TH E QH", "S JD W KH N AS E 9C", "S AH W TC N QD E TD")),
        "KS",
        "no higher spade and no trump is out with the opponents",
    ),
)

_THROWING = (
    _named(
        "an ace is kept against Big Pepper when a low card can be thrown",
        _play("AC 9D TD 9C QD QC", "NT", "W big", "W AS", "N TS", "E 9S"),
        "9D TD QD 9C QC",
        "the ace is the trick that sets the bid",
    ),
    _named(
        "a king stays guarded against Big Pepper",
        _play("KC 9C TD 9D JD", "NT", "W big", "W KS", "N TS", "E 9S", before=("W AS N QS E JS S 9H",)),
        "TD 9D JD",
        "alone, the king would fall under the ace",
    ),
    _named(
        "trumps aren't thrown on the partner's winner",
        _play("9H TH 9C KD QD", "H", "N 4", "N AS", "E 9S", before=("N JH E KH S QH W JS",)),
        "9C KD QD",
        "a small trump still takes a trick by trumping",
    ),
    _named(
        "an ace isn't thrown on the partner's winner",
        _play("AC KC 9D TD QD KD", "H", "N 4", "N JH", "E 9H"),
        "9D TD QD KD KC",
        "the ace is a trick of its own",
    ),
    _named(
        "a winner isn't thrown on the opponents' trump",
        _play(
            "AS AC 9D", "H", "W 3", "E JH", before=("W JD N 9H E TH S QH", "W AH N KH E 9C S TC", "E AD S TD W KD N QD")
        ),
        "9D",
        "aces are the tricks left to take",
    ),
)

_HOUSES = (
    _named(
        "with eight cards the partner's ace isn't trumped",
        _play("9H QH 9C TC KD 8D 7C 7D", "H", "W 4", "W TS", "N AS", "E 9S", rules=BIG_DECK),
        "9C TC KD 8D 7C 7D",
        "the trick is won already",
    ),
    _named(
        "without trumps the partner's ace is left alone by the king",
        _play("KS 9S TC TD 9H QH", "NT", "S 3", "N AS", "E QS", rules="no_trump_bids=true"),
        "9S",
        "the ace can't be beaten without trumps",
    ),
    _named(
        "without trumps the last to play wins cheaply",
        _play("AS QS 9S TD 9H KH", "NT", "S 3", "W TS", "N 9C", "E JS", rules="no_trump_bids=true"),
        "QS",
        "the jack is an ordinary card without trumps, and the queen beats it",
    ),
    _named(
        "without trumps the left jack wins nothing",
        _play("JD AD KH 9H TC 9C", "NT", "E 3", "W QD", "N TD", "E KD", rules="no_trump_bids=true"),
        "AD",
        "only the ace beats the king",
    ),
    _named(
        "a defender takes a cheap trick though the bid is made, where defenders score",
        _play(
            "AS TS 9D",
            "H",
            "W 1",
            "W KS",
            "N 9S",
            "E QS",
            before=("W JH N TH E KH S 9H", "W AH N QH E TC S 9C", "W JD N AC E KC S QC"),
            rules="defenders_score=true",
        ),
        "AS",
        "each trick is a point",
    ),
    _named(
        "against a lone maker the last to play takes the trick that sets the bid",
        _play("KS 9S TC TD 9C KD", "H", "W lone-little", "W QS", "N TS", rules=LONE),
        "KS",
        "one trick is all it needs",
    ),
)

_BIDDING = (
    _named(
        "a hand of nothing passes over an opponent's bid", _bid(GARBAGE, "E 3", dealer="S"), "pass", "it holds no trick"
    ),
    _named(
        "a hand of nothing passes over the partner's bid",
        _bid(GARBAGE, "N 2", "E pass", dealer="S"),
        "pass",
        "the partner's bid is as good as any",
    ),
    _named(
        "the partner's sound bid isn't outbid for nothing",
        _bid("JH 9H TS KC QD 9D", "N 3", "E pass", dealer="S"),
        "pass",
        "the partner's bid scores every trick it takes",
    ),
    _named(
        "the partner's Little Pepper is left alone",
        _bid("JH 9H TS KC QD 9D", "N little", "E pass", dealer="S"),
        "pass",
        "only Big Pepper is higher, and the hand doesn't hold it",
    ),
    _named(
        "both bowers, two aces and a third trump are bid",
        _bid("JH JD AH 9S TS AC"),
        "2 3 4 little",
        "three tricks are in the hand",
    ),
    _named(
        "six top trumps bid all tricks",
        _bid(SIX_TOP_TRUMPS, "N pass", "E pass", dealer="W"),
        "little",
        "nothing can beat them",
    ),
    _named(
        "six top trumps bid all tricks alone where that pays double",
        _bid(SIX_TOP_TRUMPS, "N pass", "E pass", dealer="W", rules=LONE),
        "lone-little",
        "no partner is needed",
    ),
    _named(
        "who speaks last bids no more than it must when tricks score anyway",
        _bid(GOOD, "W pass", "N pass", "E 2", dealer="S"),
        "3",
        "a bid of three scores four tricks as well and fails less often",
    ),
    _named(
        "who speaks last and alone bids little when tricks score anyway",
        _bid("JH AH 9S TS AC QD", "W pass", "N pass", "E pass", dealer="S"),
        "1 2",
        "a low bid scores every trick as well and fails less often",
    ),
    _named(
        "a forced dealer with nothing bids the least",
        _bid("9S TH 9D TD 9C TC", "W pass", "N pass", "E pass", dealer="S", rules="dealer_must_bid=1", minimum=1),
        "1",
        "every higher bid costs more",
    ),
    _named(
        "a dealer forced to three with nothing bids three",
        _bid("9S TH 9D TD 9C TC", "W pass", "N pass", "E pass", dealer="S", rules="dealer_must_bid=3", minimum=3),
        "3",
        "every higher bid costs more",
    ),
    _named(
        "at 41 to 40 the last to speak wins the match with a low bid",
        _bid(GOOD, "W pass", "N pass", "E pass", dealer="S", score=Score(41, 40)),
        "1 2 3",
        "one point wins, and a hand with both bowers takes it",
    ),
    _named(
        "near the end no lone bid is made for nothing",
        _bid("JH JD AH 9H AS 9C", "W pass", "N pass", "E pass", dealer="S", rules=LONE, score=Score(39, 10)),
        "1 2 3",
        "three tricks win the match",
    ),
    _named(
        "opponents about to win with a bid of one are outbid",
        _bid("JH AH KH AS 9C TD", "W pass", "N pass", "E 1", dealer="S", score=Score(30, 41)),
        "2 3 4",
        "they are all but certain to take one trick",
    ),
)

_NAMING = (
    _named("the suit of both bowers is named", positions.naming("JH JD AH 9S TS AC", "3"), "H", "three top trumps"),
    _named(
        "a left bower makes the other suit of its colour longer",
        positions.naming("JC JS KS QS 9H TD", "3"),
        "S",
        "both bowers with king and queen are four trumps in spades and two in clubs",
    ),
    _named(
        "no trump is named with a long suit from the top and two more aces",
        positions.naming(
            "AS KS QS JS AD AC", "5", dealer="E", rules="sixth_card=played,no_trump_bids=true,first_lead=maker"
        ),
        "NT",
        "six sure tricks pay half as much again",
    ),
    _named(
        "bowers aren't wasted at no trump",
        positions.naming("JH JD AH KH 9S TC", "4", rules="no_trump_bids=true"),
        "H",
        "jacks are low cards without trumps",
    ),
    _named(
        "Little Pepper is named at the top trumps",
        positions.naming(SIX_TOP_TRUMPS, "little"),
        "H",
        "nothing beats them",
    ),
)

_LAYING = (
    _named(
        "a loser is discarded, not a trump and not an ace",
        positions.laying(Phase.DISCARD, "JH AH KH AS KS 9C", "H", "S 3", rules=DISCARDED),
        "9C",
        "every other card can take a trick",
    ),
    _named(
        "the trump that guards the left bower isn't discarded",
        positions.laying(Phase.DISCARD, "JD 9H AS AC KC 9S", "H", "W 3", dealer="N", rules=DISCARDED),
        "9S",
        "the left bower would fall under the right",
    ),
    _named(
        "the dealer who bid offers its loser",
        positions.laying(Phase.OFFER, "JH AH KH AS KS 9C", "H", "S 3", rules=EXCHANGE),
        "9C",
        "any card the partner gives is better",
    ),
    _named(
        "the dealer gives the maker its highest trump",
        positions.laying(Phase.OFFER, "JH 9S TS QD 9D 9C", "H", "N 3", rules=EXCHANGE),
        "JH",
        "the maker needs it most",
    ),
    _named(
        "the partner gives the maker its highest trump",
        positions.laying(Phase.RETURN, "JH 9S TS QD 9D 9C", "H", "N 3", dealer="N", rules=EXCHANGE),
        "JH",
        "the maker needs it most",
    ),
)

NAMED = (*_FOLLOWING, *_LEADING, *_THROWING, *_HOUSES, *_BIDDING, *_NAMING, *_LAYING)

# Just as certain, but the learned bids don't know it yet.
FURTHER = (
    _named(
        "five high cards that lead bid Big Pepper",
        _bid("AS KS QS JS AH KH", dealer="E"),
        "big",
        "the leader takes five tricks without giving up the lead",
    ),
    _named(
        "who speaks last bids what it holds where the bid is what scores",
        _bid("JH JD AH KH AC 9S", "W pass", "N pass", "E 2", dealer="S", rules="made_bid_scores=bid"),
        "4 little",
        "three would throw points away",
    ),
)
