CREATE TABLE people (
    user_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    notices INTEGER NOT NULL DEFAULT 1
);

-- stage: lobby, playing, over (won by a side), closed (ended before that)
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    locale TEXT NOT NULL,
    stage TEXT NOT NULL,
    rules TEXT NOT NULL,
    partners TEXT NOT NULL,
    timer INTEGER,
    cut TEXT,
    message_id BIGINT,
    message_deal INTEGER,
    notice_id BIGINT
);

-- One table a channel, decided by the database and not by whoever asks first.
CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE stage IN ('lobby', 'playing');

-- place: 0 to 3; N E S W once the match has begun. user_id is null for a computer, level for a person.
-- misses: turns in a row that a computer took for the person; away: it holds the seat until the person is back.
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    place INTEGER NOT NULL,
    user_id BIGINT,
    name TEXT NOT NULL,
    level TEXT,
    misses INTEGER NOT NULL DEFAULT 0,
    away INTEGER NOT NULL DEFAULT 0,
    wants_end INTEGER NOT NULL DEFAULT 0,
    wants_misdeal INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, place)
);

CREATE TABLE deals (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    dealer TEXT NOT NULL,
    hands TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- token: an action of the game, or void for a misdeal, which no seat makes alone
CREATE TABLE actions (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    step INTEGER NOT NULL,
    seat TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (table_id, step)
);

CREATE TABLE matches (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    guild_id BIGINT NOT NULL,
    finished_at TEXT NOT NULL,
    winner TEXT NOT NULL,
    record TEXT NOT NULL
);

CREATE TABLE match_players (
    table_id INTEGER NOT NULL REFERENCES matches (table_id),
    seat TEXT NOT NULL,
    user_id BIGINT,
    won INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE TABLE standings (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);
