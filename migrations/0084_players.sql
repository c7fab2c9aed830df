-- Players of a member that tell by a secret address what was watched. Of the address there is only a hash.
create table players (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  kind text not null check (kind in ('plex', 'jellyfin', 'emby', 'kodi', 'trakt')),
  secret_hash bytea not null unique,
  -- Whose plays count, as the player calls its users; empty: everybody's.
  user_names text[] not null default '{}',
  created_at timestamptz not null,
  -- Calls in a row that could not be read; it is paused after a few.
  failures integer not null default 0,
  paused_at timestamptz
);
create index players_member on players (member_id, created_at);

-- The last calls of a player, and what became of each.
create table player_calls (
  id uuid primary key,
  player_id uuid not null references players on delete cascade,
  at timestamptz not null,
  outcome text not null,
  title text,
  user_name text
);
create index player_calls_newest on player_calls (player_id, at desc, id desc);

-- What a member watched, as a player tells it: it waits for its stars, and is kept so that nothing comes twice.
create table plays (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  player_id uuid references players on delete set null,
  kind text not null,
  -- Null where the film is not certain: the member says which it was.
  film_id integer references films,
  title text not null,
  year smallint,
  -- In the member's time zone.
  day date not null,
  watched_at timestamptz not null,
  -- What the player calls the film, the item and the day.
  source text not null,
  -- The member had logged the film before.
  rewatch boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'logged', 'dismissed')),
  unique (member_id, source)
);
create index plays_member on plays (member_id, watched_at desc);
create index plays_waiting on plays (member_id, watched_at desc, id desc) where state = 'waiting';
create index plays_film on plays (film_id) where film_id is not null;
create index plays_player on plays (player_id) where player_id is not null;
