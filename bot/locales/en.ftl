### Pepper in English. An id says where the text stands; a comment before it, when needed, what the values are.
###
### Sections are in the order a person meets them. Keep button labels short: four stand side by side on a phone.

## The demo: Discord simulated in the browser

demo-welcome =
    # Welcome to the Pepper Lounge
    This is Pepper on a Discord that only this computer knows. To play against three computers:
    1. Type `/pepper start` below, choose the command, and send it with the arrow.
    2. Press Start: computers take the free seats.
    3. Your cards are in the message that only you can see. Bid, and play.

    With **Viewing as**, at the top, you become Ana, Bo, Cy or Di: each may join, and each sees only their own hand.

## Commands; names are one word in lower case, descriptions at most 100 characters

command-pepper = Pepper, the trick game for four
command-start = Open a table in this channel
command-hand = See your cards
command-table = Send the table again, at the end of the channel
command-end = End this channel's table
command-leaderboard = Who has won how often in this server
command-help = How Pepper goes, in a minute
command-settings = Your own settings, and those of this server
command-about = Which version of Pepper runs here, and since when
option-timer-name = timer
option-timer = How long a turn may take before a computer plays one card
timer-seconds = { $seconds } seconds
timer-none = No limit
option-preset-name = preset
option-preset = Which house rules to play
option-partners-name = partners
option-partners = Who plays with whom
preset-classic = Classic: to 42
preset-quick = Quick: to 21
preset-six = Six: all six cards played, to 42
preset-iowa = Iowa: as Six, the dealer must bid 3, to 31
preset-lone = Lone: lone hands and Super Pepper, to 42
preset-big32 = Big: 32 cards, eight tricks, to 42
# $target the points to reach
rules-own = Own house rules: to { $target }
partners-cut = The cut decides
partners-chosen = Everyone chooses a side

## Words of the game

rank-7 = 7
rank-8 = 8
rank-9 = 9
rank-T = 10
rank-J = J
rank-Q = Q
rank-K = K
rank-A = A
call-pass = Pass
call-1 = 1
call-2 = 2
call-3 = 3
call-4 = 4
call-5 = 5
call-6 = 6
call-7 = 7
call-little = Little Pepper
call-big = Big Pepper
call-super = Super Pepper
call-lone-little = Lone Little
call-lone-big = Lone Big
no-trump = No trump
suit-S = Spades
suit-H = Hearts
suit-D = Diamonds
suit-C = Clubs
# $bid is a call, $trump a trump
contract = { $bid } in { $trump }
side-NS = North–South
side-EW = East–West
side-names = { $first } & { $second }

## Buttons

button-join = Join
button-join-ns = Join N–S
button-join-ew = Join E–W
button-leave = Leave
button-add = Add computer
button-computers = Computers
button-start = Start
button-rules = How to play
button-hand = My hand
button-last = Last trick
button-more = More
button-house = House rules
button-shuffle = Shuffle
button-what-rules = How it is played
button-save-preset = Save as preset
button-settings = Back to the settings
button-reset = Back to the defaults
button-back = I'm back
button-misdeal = Deal again
button-propose-end = Propose to end
button-notices-off = Don't mention me
button-notices-on = Mention me at my turn
# $name is a computer
button-sit = Sit in for { $name }
# $name is a person
button-host = Make { $name } host
button-refresh = Refresh
button-sure = Yes, alone
button-not-sure = Back to the bids
button-keep = Keep all
button-end = End this table
button-rematch = Rematch
# $bid is a call, $stake the points it costs when it fails
button-bid = { $bid } (±{ $stake })
# the same, and what it costs when no trump is named
button-bid-no-trump = { $bid } (±{ $stake }, NT ±{ $no_trump })

## The lobby

lobby-title =
    ## 🌶️ A table of Pepper
    Join in! Four play, two against two.
lobby-free = *free*
# $name is a computer, $level one of the levels below
lobby-computer = { $name } 🤖 · { $level }
level-novice = novice
level-regular = regular
level-strong = strong
level-master = master
level-basic = basic
level-random = random

## The computers of a lobby

computers-title =
    ### 🤖 Computers
    How well shall each of them play?
computers-none =
    ### 🤖 Computers
    No computer sits here yet. Add one to choose how well it plays; seats that are free at the start go to regular ones.
computers-novice = **Novice** knows the rules, and slips as beginners do.
computers-regular = **Regular** bids well and plays soundly.
computers-strong = **Strong** thinks through some of the ways the cards may lie.
computers-master = **Master** thinks through as many as its time allows, and minds the score.
# $name is a computer, $level its level
computers-choice = { $name } 🤖 · { $level }
computers-remove = { $name } leaves: the seat is free again

## More of the lobby

lobby-host = { $name } (host)
lobby-partners-cut = Partners: everyone draws a card, the two highest play together.
lobby-partners-chosen = Partners: choose your side.
lobby-timer = A turn may take { $seconds } seconds.
lobby-no-timer = A turn may take as long as one likes.
lobby-hint-full = -# Never played? Press How to play.
lobby-hint = -# Free seats go to computers, so one person is enough. Never played? Press How to play.
start-opened = **Your table is open.** Press Start on it when everyone is there; computers take the free seats.
    -# Your cards will appear in this message.
# $permissions is a list of permissions as Discord calls them
start-lacks = I can't open a table here: in this channel I lack { $permissions }. Somebody who manages the server can allow it.
joined = **You are in.**
    -# Your cards will appear in this message when the match starts.
left = You have left the table. If the match has begun, a computer plays on for you.
rematch-opened = **A new table is open, with the same players.** Press Start on it when everyone is ready.
    -# Your cards will appear in this message.
hand-before-start = **The match hasn't started yet.** The host presses Start.
    -# Your cards will appear in this message.

## The table

cut-title = The cut
# $cards were drawn, and don't decide
cut-level = { $cards } – level, so all draw again
cut-partners = **{ $ns }** play against **{ $ew }**. { $dealer } drew the lowest card and deals first.
cut-dealer = **{ $ns }** play against **{ $ew }**. { $dealer } drew the lowest card and deals first.
table-turn-auction = { $name } to bid
table-turn-naming = { $name } names trumps
table-turn-offer = { $name } may exchange a card
table-turn-return = { $name } gives a card back
table-turn-discard = { $name } lays a card aside
table-turn-play = { $name } to play
# $names are two partners, $points carry their sign
table-side = **{ $names }** { $points }
table-side-tricks =
    { table-side } · { $tricks ->
        [one] { $tricks } trick
       *[other] { $tricks } tricks
    }
table-calls = Bids: { $calls }
# $levels is a list of computers with their levels
table-levels = -# 🤖 { $levels }
table-footer = -# Deal { $number } · { $name } deals · first to { $target }
# $made and $set are points with their sign
table-contract = { $name } plays **{ $contract }**: { $made } if made, { $set } if set.
at-least = { $points } or more
table-bid = { $name } bid **{ $bid }**.
table-sits-out = { $name } sits out.
table-exchanged = The dealer's side has exchanged a card.
table-kept = The dealer's side has kept its cards.
table-trick = On the table: { $plays }
# $rules are what differs from classic
table-house = -# House rules: { $rules }
table-shootout = A shootout: whoever leads after this deal wins.
# $names are people who are away
table-away = 💤 A computer plays for { $names }.
table-deserted = Everybody is away: the match waits for the first who presses My hand and I'm back.
# $names want to end the table, $needed people are needed for that
table-end-wished = { $names } would like to end this table; { $needed } are needed.
table-misdeal-wished = { $names } would like the cards dealt again.
table-sent = Here it comes, at the end of the channel.
table-closed = This table was ended. Start a new one with `/pepper start`.
table-expired = Nobody did anything here for a long time, so this table was closed. Start a new one with `/pepper start`.
table-held = I can't write to this channel, so the table waits. Each press lets me try again.
deal-void = **Deal { $number }** was a misdeal.
deal-passed = **Deal { $number }:** all passed.
deal-made = made
deal-set = set
deal-bid-counts = the bid counts
deal-half-more = no trump ×1½
# $tricks the maker's side took; $outcome is made or set; $points carry their sign
deal-played = **Deal { $number }:** { $name } bid { $contract }, took { $tricks } ({ $outcome }): **{ $points }**
# the same, and what the defenders scored
deal-played-both = { deal-played }, the others **{ $others }**
deal-unplayed = -# Not played: { $cards }
result-title =
    ## 🏆 { $winners } win { $points } to { $others }
    -# against { $losers }
last-trick = Last trick: { $plays }
last-trick-none = No trick has been played yet.
more = What else there is to do here.
ended = The table has ended.
end-proposed = You have proposed to end this table. It ends when more than half of the people at it want that.
handed-over = { $name } is the host now.
misdeal-proposed = You want the cards dealt again. When somebody of the other side wants it too, it is done.
misdeal-done = The cards are dealt again.
about =
    ## 🌶️ Pepper { $version }
    Up since { $since } · { $tables ->
        [one] { $tables } table
       *[other] { $tables } tables
    } · shard { $shard } of { $shards }

## House rules, in the lobby and for a server; labels of buttons at most 32 characters, of menus about 27: a phone cuts
## what is longer

house-title = ## House rules of this table
house-title-server = ## House rules of new tables
house-preset = Begin with a preset
house-preset-saved = This server's presets
house-target = Target
house-sixth-card-32 = No sixth card: with 32 cards all eight are played
value-target = First to { $target }
value-target-other = Another target, { $least } to { $most }…
value-deck-24 = 24 cards, nines and up
value-deck-32 = 32 cards, eight tricks
value-sixth_card-held = Sixth card: stays in hand
value-sixth_card-discarded = Sixth card: laid aside
value-sixth_card-played = Sixth card: played
value-auction-single = Bidding: one round
value-auction-rounds = Bidding: until three pass
value-first_lead-eldest = First lead: dealer's left
value-first_lead-maker = First lead: highest bidder
value-dealer_must_bid-0 = All pass: next one deals
value-dealer_must_bid-1 = All pass: dealer bids 1
value-dealer_must_bid-2 = All pass: dealer bids 2
value-dealer_must_bid-3 = All pass: dealer bids 3
value-no_trump_rounding-up = Halves at no trump: up
value-no_trump_rounding-down = Halves at no trump: down
value-made_bid_scores-tricks = Made bid: tricks count
value-made_bid_scores-bid = Made bid: the bid counts
value-tie_break-bidder = Both there: bidders win
value-tie_break-shootout = Both there: another deal
toggle-exchange = Exchange
toggle-lone = Lone bids
toggle-super_pepper = Super Pepper
toggle-no_trump_bids = No-trump bids
toggle-defenders_score = Defenders score
toggle-strict_left_bower = Strict left bower
form-target = Target
form-target-label = A whole number from { $least } to { $most }
form-preset = Save these house rules
form-preset-label = Name of the preset
# $value was typed
house-bad-target = { $value } can't be a target. It is a whole number from { $least } to { $most }; nothing has changed.
preset-saved = These rules are saved as { $name }: everyone in this server can start a table with them.
preset-bad-name = { $name } can't be a preset's name. It has at most { $most } letters or numbers, mentions nobody, and isn't one of the game's own names.
preset-full = This server has { $most } presets already: delete one in `/pepper settings` first.
preset-deleted = The preset { $name } is deleted.

## Settings

settings-own = ## Your settings
settings-notices-on = When it is your turn and you take a while, you are mentioned.
settings-notices-off = You are never mentioned.
settings-server =
    ## This server
    What new tables begin with:
settings-timer = A turn may take { $seconds } seconds
settings-timer-none = A turn may take as long as one likes
settings-role = Only this role may open tables
settings-channels = Channels where tables may be opened: all
settings-delete-preset = Delete a preset
settings-were-reset = The server's settings are the defaults again. Its presets stay.
starters-everyone = Everyone may open tables
starters-moderators = Only who manages channels may open tables
starters-role = A role may open tables

## Notices: short public messages

# $mention names somebody
notice-turn = { $mention }, it is your turn.
# $when is a time such as "in 45 seconds"
notice-warning = A computer plays for you { $when }.
notice-back = I was away for a moment. The match goes on.

## The hand

hand-asked-auction = Your bid
hand-asked-naming = You won the bid: name trumps
hand-asked-offer = Exchange a card with your partner?
hand-asked-return = Your partner offers a card: give one back
hand-asked-discard = Lay one card aside
hand-asked-play = Your turn: play a card
hand-asks-bid = How many tricks will you and your partner take?
hand-explain-auction =
    -# In brackets: what a bid wins or loses; { $scores ->
        [bid] further tricks bring nothing.
       *[tricks] further tricks bring a point each.
    }
hand-no-trump-price = NT: if no trump is named.
hand-lone-bids = Super and lone bids: without your partner.
hand-defenders-score = The others score their tricks.
hand-explain-naming = Any suit, whether you hold it or not. The jack of trumps is highest, then the other jack of its colour.
# $made and $set are points with their sign
hand-price = -# With a suit: { $made } if made, { $set } if set.
hand-price-no-trump = Without trumps: { $made } or { $set }.
hand-explain-offer = Give a card face down; your partner chooses one to give back before seeing it. Or keep all. It costs nothing.
hand-explain-return = You see the offered card only after you have chosen.
hand-explain-discard = Face down, before the first lead. Nobody sees it, and it counts for nobody.
# $name is the dealer
hand-next-exchange = Then { $name } may exchange a card with the partner.
hand-next-discard = Then everyone lays one card aside.
hand-next-lead = Then { $name } leads.
hand-next-you-lead = Then you lead.
# $bid is a lone bid
hand-unsure = { $bid }: sure?
hand-explain-lone = Your partner sits out and you play alone against both. All { $tricks } tricks bring +{ $points }, one less −{ $points }.
hand-explain-no-trump = There are no trumps: the jack stands between queen and ten.
hand-must-bid = Everyone passed, so you must bid at least { $least }.
hand-sits-out = Your partner plays alone: you sit out this deal
hand-explain-sits-out = Your cards lie face down and three play on. Watch the table: what your partner makes counts for both of you. You play again in the next deal.
hand-over = This match is over
hand-away = A computer plays for you
hand-explain-away = You took no turn for a while. Press I'm back to play on.
hand-waits = Waiting for { $name }
# $partner is who plays with the reader
hand-score = You and { $partner } **{ $us }** · They **{ $them }** · to { $target }
hand-tricks = Tricks: you { $us }, they { $them }
hand-gave = -# You gave { $card }.
hand-received = -# You got { $card }.
hand-discarded = -# You laid { $card } aside.

## The leaderboard

leaderboard-title = ## 🏆 Leaderboard
leaderboard-empty = Nobody has finished a match in this server yet. `/pepper start` opens a table.
leaderboard-row =
    { $place }. **{ $name }** — { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    } in { $matches ->
        [one] { $matches } match
       *[other] { $matches } matches
    }

## The rules in a minute

rules-title = ## How Pepper goes
rules-goal =
    Two play two, partners sit opposite. First side to **{ $target }** points wins.
    Each holds { $cards } cards; { $tricks } tricks are played.
rules-auction = **Bid.** In turn each says how many tricks they and their partner will take, or passes; the highest bidder names trumps and must make it. **Little Pepper** is all tricks with trumps, **Big Pepper** all tricks without.
# $bids are calls, those of all tricks with their price
rules-ladder = The bids from low to high: { $bids }.
# $low are the lowest ranks
rules-cards = **Play.** Follow the suit led if you can, otherwise play anything. The highest trump wins, else the highest of the suit led.
    In trumps the jack is highest (right bower), next the other jack of the same colour (left bower: it counts as a trump), then A K Q 10 { $low }. In other suits A K Q J 10 { $low }.
rules-score = **Score.** { $scores ->
        [bid] Made: the number that was bid.
       *[tricks] Made: a point a trick.
    } Failed: minus the bid. The bids of all tricks pay or cost what stands in brackets.
rules-here = **At this table:** { $line }
rule-deck = { $value } cards: sevens and eights are in
rule-sixth_card = { $value ->
        [discarded] each lays one card aside before the first lead
       *[played] all six cards are played, six tricks
    }
rule-auction = { $value ->
       *[rounds] bidding goes round until three have passed
    }
rule-first_lead = { $value ->
       *[maker] the highest bidder leads first
    }
rule-dealer_must_bid = if all others pass, the dealer must bid at least { $value }
rule-exchange = { $value ->
       *[true] the dealer's side may exchange a card
    }
rule-lone = { $value ->
       *[true] lone bids: Lone Little ±24 and Lone Big, without the partner
    }
rule-super_pepper = { $value ->
       *[true] Super Pepper ±20: all tricks, no trump, without the partner
    }
rule-no_trump_bids = { $value ->
       *[true] no trump may be named for any bid, for half as much again
    }
rule-defenders_score = { $value ->
       *[true] the other side scores a point a trick
    }
rule-strict_left_bower = { $value ->
       *[true] whoever holds the left bower must play it when others lead trumps
    }
rule-no_trump_rounding = { $value ->
       *[down] half points at no trump are dropped
    }
rule-made_bid_scores = { $value ->
       *[bid] a made bid scores the bid, not the tricks
    }
rule-tie_break = { $value ->
       *[shootout] if both sides reach the target, another deal decides
    }

## What can't be done, and why

permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-embed_links = Embed Links
permission-attach_files = Attach Files
permission-read_message_history = Read Message History
refusal-channel-taken = This channel has a table already. `/pepper table` sends it again; another channel or a thread has room for another.
refusal-channel-free = There is no table in this channel. `/pepper start` opens one.
refusal-table-gone = This table is gone. `/pepper start` opens a new one.
refusal-table-full = This table is full.
refusal-side-full = That side is full: join the other one.
refusal-seat-taken = Somebody sits there.
refusal-not-a-person = A computer sits there; only a person can be host.
refusal-may-not-manage = Only who may manage the server can change that.
refusal-may-not-start = In this server you may not open a table: ask somebody who manages it.
refusal-channel-not-allowed = In this server tables are opened in other channels: `/pepper settings` shows its managers which.
refusal-unknown-preset = There is no preset of that name. Choose one of those offered.
refusal-stopping = I am being restarted. Nothing is lost: try again in a moment.
refusal-already-seated = You are sitting there already.
refusal-not-seated = You don't sit at this table.
refusal-not-host = Only the host can do that.
refusal-no-people = Somebody has to sit down first.
refusal-already-started = The match has started already.
refusal-not-started = The match hasn't started yet.
refusal-match-over = This match is over.
refusal-match-running = This match is still being played.
refusal-old-button = That button was from earlier. Here is your hand as it is now.
refusal-unknown-choice = That can't be chosen. Maybe the command has changed: please type it once more.
refusal-computer-gone = That computer doesn't sit here any more.
refusal-unknown-button = I don't know that button. Maybe it is from an older version.
refusal-may-not-end = Only the host or a moderator can end this table.
reason-deal-over = This deal is over.
reason-match-over = This match is over.
reason-not-your-turn = It isn't your turn.
reason-wrong-phase = That can't be done now.
reason-not-on-ladder = That bid isn't played at this table.
# $detail is the bid that stands
reason-bid-too-low = You must bid more than { $detail }, or pass.
# $detail is the least number
reason-must-bid = Everyone passed, so you must bid at least { $detail }.
reason-no-trump-not-allowed = No trump can't be named at this table.
reason-not-in-hand = You don't hold that card.
# $detail is a suit
reason-must-follow = You must follow { $detail }.
reason-must-play-left-bower = By this table's rules you must play the left bower.
reason-already-spoken = Somebody has spoken already.
error-unexpected = Something went wrong on my side. Nothing is lost: press My hand and go on.
