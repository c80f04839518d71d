-- What a server wants at its tables; no row means the defaults. rules: what differs from classic, as JSON.
-- starters: everyone, moderators, or the id of a role; channels: ids as JSON, none for every channel.
CREATE TABLE server_settings (
    guild_id BIGINT PRIMARY KEY,
    rules TEXT NOT NULL,
    partners TEXT NOT NULL,
    timer INTEGER,
    starters TEXT NOT NULL,
    channels TEXT NOT NULL
);

-- House rules that a server has saved; key is the name as it is compared, without regard to case.
CREATE TABLE presets (
    guild_id BIGINT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    PRIMARY KEY (guild_id, key)
);
