-- Beside Scene's own number of a film stand those that others know it by. The film database's is Scene's own, unless
-- the built-in catalogue made that up.
alter table films
  add column tmdb_id integer unique generated always as (case when id < 800000000 then id end) stored,
  add column imdb_id text unique check (imdb_id ~ '^tt[0-9]{1,12}$'),
  add column wikidata_id text unique check (wikidata_id ~ '^Q[0-9]{1,12}$'),
  -- When the source that is set was last asked in vain which of its films this is.
  add column sought_at timestamptz;

-- Numbers that are no longer films of their own lead to the film that each became, for ever and in one step.
create table film_redirects (
  from_id integer primary key,
  film_id integer not null references films,
  check (from_id <> film_id)
);
create index film_redirects_film on film_redirects (film_id);

-- Films that turned out to be one, until a job has merged them.
create table film_twins (
  film_id integer primary key references films on delete cascade,
  other_id integer not null references films on delete cascade,
  check (film_id <> other_id)
);
create index film_twins_other on film_twins (other_id);

-- Films of which the source that is set may know one of several: they wait for the operator.
create table film_doubts (
  film_id integer primary key references films on delete cascade,
  -- Numbers of the source, the likeliest first.
  candidates integer[] not null,
  reason text not null,
  confidence smallint not null,
  refused boolean not null default false,
  created_at timestamptz not null default now()
);

-- What merges did: which number became which film, and how many rows of each kind that was.
create table film_merges (
  id bigint primary key generated always as identity,
  from_id integer not null,
  film_id integer not null,
  -- The row of the film that is gone.
  film jsonb not null,
  counts jsonb not null default '{}',
  merged_at timestamptz not null,
  undone_at timestamptz
);
create index film_merges_from on film_merges (from_id);

-- Each row that a merge moved, changed or dropped: what undoes it. It goes with the member whose row it is.
create table film_merge_rows (
  merge_id bigint not null references film_merges on delete cascade,
  member_id uuid references members on delete cascade,
  -- Table and column, as in src/server/domains/film-identity/film-columns.ts.
  place text not null,
  did text not null check (did in ('moved', 'changed', 'dropped')),
  key jsonb not null,
  before jsonb,
  after jsonb
);
create index film_merge_rows_merge on film_merge_rows (merge_id);
create index film_merge_rows_member on film_merge_rows (member_id);

-- Which source the films were last reconciled with, and how far that came.
create table film_reconciliation (
  only_row boolean primary key default true check (only_row),
  source text not null,
  done_to integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz
);

-- All that hangs on a film is found by it.
create index watchlist_film on watchlist_items (film_id);
create index favourites_film on favourites (film_id);
create index poster_overrides_film on poster_overrides (film_id);
create index notifications_film on notifications (film_id) where film_id is not null;
create index import_rows_of_film on import_rows (film_id) where film_id is not null;
create index import_rows_candidates on import_rows using gin (candidates) where candidates <> '{}';
create index members_four on members using gin (favorite_film_ids) where favorite_film_ids <> '{}';
