create extension if not exists pg_trgm;

create table members (
  id uuid primary key,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  email text not null check (char_length(email) <= 254),
  password_hash text,
  email_verified_at timestamptz,
  name text,
  -- Username and name as a search sees them: folded, each after a blank. The members domain keeps it.
  search_text text not null default '',
  bio text not null default '' check (char_length(bio) <= 180),
  avatar text,
  backdrop text,
  socials jsonb not null default '{}',
  favorite_film_ids integer[] not null default '{}' check (cardinality(favorite_film_ids) <= 4),
  recent_gifs text[] not null default '{}',
  locale text not null default 'en' check (locale in ('en', 'ar', 'fr')),
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  films_count integer not null default 0 check (films_count >= 0),
  last_log_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index members_username on members (lower(username));
create unique index members_email on members (lower(email));
create index members_username_prefix on members (lower(username) text_pattern_ops);
create index members_search on members using gin (search_text gin_trgm_ops);
create index members_newest on members (created_at desc, id desc);

create table sessions (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);

create table codes (
  member_id uuid not null references members on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  code_hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (member_id, purpose)
);

-- When a code was last asked for, by a hash of purpose and address, known or not:
-- the wait of a minute must not tell whether an address has an account.
create table code_requests (
  key_hash bytea primary key,
  requested_at timestamptz not null
);
create index code_requests_age on code_requests (requested_at);

create table follows (
  follower_id uuid not null references members on delete cascade,
  followee_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_followers on follows (followee_id, created_at desc, follower_id desc);
create index follows_following on follows (follower_id, created_at desc, followee_id desc);

-- Who was told of a follow before: following again does not tell again.
create table follow_notices (
  follower_id uuid not null references members on delete cascade,
  followee_id uuid not null references members on delete cascade,
  primary key (follower_id, followee_id)
);

-- What Scene itself remembers of a film that members refer to, even if the source drops it.
create table films (
  id integer primary key,
  title text not null,
  original_title text not null default '',
  release_date text not null default '',
  runtime integer not null default 0,
  poster_path text,
  backdrop_path text,
  genre_ids integer[] not null default '{}',
  vote_average real not null default 0,
  vote_count integer not null default 0,
  original_language text not null default '',
  overview text not null default '',
  updated_at timestamptz not null default now()
);

-- Answers of the film source, by request. Rows are never used beyond six months.
create table film_source_cache (
  key text primary key,
  body jsonb not null,
  fetched_at timestamptz not null default now()
);
create index film_source_cache_age on film_source_cache (fetched_at);

create table logs (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  rating smallint check (rating between 1 and 10),
  review text not null default '' check (char_length(review) <= 20000),
  rewatch_count integer not null default 0 check (rewatch_count >= 0),
  watched_at date,
  gif text,
  image text,
  backdrop text,
  like_count integer not null default 0 check (like_count >= 0),
  reply_count integer not null default 0 check (reply_count >= 0),
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (member_id, idempotency_key)
);
create index logs_member on logs (member_id, created_at desc, id desc);
create index logs_member_watched on logs (member_id, watched_at desc nulls last, id desc);
create index logs_member_film on logs (member_id, film_id, created_at desc, id desc);
create index logs_film_popular on logs (film_id, like_count desc, created_at desc, id desc) where review <> '';
create index logs_film_member on logs (film_id, member_id, created_at desc);

create table log_likes (
  log_id uuid not null references logs on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (log_id, member_id)
);
create index log_likes_newest on log_likes (log_id, created_at desc, member_id);
create index log_likes_member on log_likes (member_id);

create table replies (
  id uuid primary key,
  log_id uuid not null references logs on delete cascade,
  member_id uuid references members on delete set null,
  parent_id uuid references replies on delete cascade,
  text text not null default '' check (char_length(text) <= 5000),
  gif text,
  image text,
  deleted boolean not null default false,
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz not null default now()
);
create index replies_log_top on replies (log_id, like_count desc, created_at, id) where parent_id is null;
create index replies_parent on replies (parent_id, created_at, id);
create index replies_member on replies (member_id);

create table reply_likes (
  reply_id uuid not null references replies on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (reply_id, member_id)
);
create index reply_likes_member on reply_likes (member_id);

create table watchlist_items (
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  is_private boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (member_id, film_id)
);
create index watchlist_newest on watchlist_items (member_id, created_at desc, film_id desc);

create table favourites (
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  created_at timestamptz not null default now(),
  primary key (member_id, film_id)
);
create index favourites_newest on favourites (member_id, created_at desc, film_id desc);

create table poster_overrides (
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  poster_path text not null,
  primary key (member_id, film_id)
);

create table lists (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 5000),
  cover text,
  is_private boolean not null default false,
  is_ranked boolean not null default false,
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lists_member on lists (member_id, created_at desc, id desc);

create table list_films (
  list_id uuid not null references lists on delete cascade,
  film_id integer not null references films,
  position integer not null,
  primary key (list_id, film_id)
);
create index list_films_order on list_films (list_id, position);

create table list_likes (
  list_id uuid not null references lists on delete cascade,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (list_id, member_id)
);
create index list_likes_member on list_likes (member_id);

create table notifications (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  from_id uuid not null references members on delete cascade,
  type text not null,
  log_id uuid references logs on delete cascade,
  reply_id uuid references replies on delete cascade,
  list_id uuid references lists on delete cascade,
  film_id integer references films,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_newest on notifications (member_id, created_at desc, id desc);
create index notifications_unread on notifications (member_id) where read_at is null;
create index notifications_from on notifications (from_id);
create index notifications_log on notifications (log_id);
-- One like, one notification, however often it is taken back and given again.
create unique index notifications_like on notifications (member_id, from_id, log_id) where type = 'review_like';

-- Files of members. An unclaimed one is removed after a day, a removed one when its file is gone.
create table media (
  path text primary key,
  member_id uuid references members on delete cascade,
  kind text not null check (kind in ('avatar', 'log', 'reply', 'cover', 'backdrop')),
  bytes integer not null,
  claimed boolean not null default false,
  removed boolean not null default false,
  created_at timestamptz not null default now()
);
create index media_unclaimed on media (created_at) where not claimed;
create index media_member on media (member_id);

-- Mail of installations without SMTP, shown at /dev/mail outside production.
create table dev_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now()
);
