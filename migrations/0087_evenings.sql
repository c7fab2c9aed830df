-- Members and guests who choose a film together; all of it is gone a day later.
create table evenings (
  id uuid primary key,
  -- Six letters and digits, none of which looks like another.
  code text not null unique,
  host_id uuid not null references members on delete cascade,
  -- Films of this list, else those of everybody's watchlist.
  list_id uuid references lists on delete set null,
  hide_seen boolean not null,
  max_minutes integer,
  size integer not null,
  state text not null default 'lobby' check (state in ('lobby', 'voting', 'done')),
  -- Decides where all else is equal.
  seed uuid not null,
  -- The film that was watched then.
  watched_id integer references films on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index evenings_host on evenings (host_id, created_at);
create index evenings_expiry on evenings (expires_at);
create index evenings_list on evenings (list_id) where list_id is not null;
create index evenings_watched on evenings (watched_id) where watched_id is not null;

create table evening_people (
  id uuid primary key,
  evening_id uuid not null references evenings on delete cascade,
  member_id uuid references members on delete cascade,
  -- Of guests, with what their browser keeps.
  name text,
  token_hash bytea,
  joined_at timestamptz not null,
  left_at timestamptz,
  check ((member_id is null) = (name is not null and token_hash is not null)),
  unique (evening_id, member_id)
);
create index evening_people_member on evening_people (member_id) where member_id is not null;

create table evening_cards (
  evening_id uuid not null references evenings on delete cascade,
  position integer not null,
  film_id integer not null references films on delete cascade,
  -- Watchlists that have it.
  wanted integer not null,
  primary key (evening_id, film_id)
);
create index evening_cards_film on evening_cards (film_id);

create table evening_votes (
  person_id uuid not null references evening_people on delete cascade,
  film_id integer not null references films on delete cascade,
  -- 0 no, 1 fine, 2 yes.
  vote integer not null check (vote between 0 and 2),
  -- A no that nobody else's yes makes up for; one for each, and nobody learns whose.
  is_veto boolean not null default false,
  primary key (person_id, film_id)
);
create unique index evening_votes_veto on evening_votes (person_id) where is_veto;
create index evening_votes_film on evening_votes (film_id);
