-- Histories that members bring along: one import, its rows, and what each row came to.
create table imports (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  source text not null,
  files text[] not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  private_lists boolean not null default true,
  total integer not null default 0,
  imported integer not null default 0,
  skipped integer not null default 0,
  not_found integer not null default 0,
  doubtful integer not null default 0,
  failed integer not null default 0,
  -- The same file sent again while it is under way makes no second import.
  file_hash bytea not null,
  -- What was read is gone from its rows.
  pruned boolean not null default false,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index imports_member on imports (member_id, created_at desc, id desc);
-- Those of a member run one after the other, the oldest first.
create index imports_running on imports (member_id, created_at, id) where state = 'running';
-- Finished long ago and not stripped of what was read.
create index imports_unpruned on imports (finished_at) where not pruned;

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  row integer not null,
  kind text not null,
  file text not null,
  line integer not null,
  -- As read: title, year, ids, rating, days, review, tags, list.
  entry jsonb not null,
  state text not null,
  reason text,
  -- 0 to 100, how sure the match is.
  confidence smallint,
  film_id integer references films,
  candidates integer[] not null default '{}',
  -- What it created, if it created something; the time by which a later change is told.
  log_id uuid references logs on delete set null,
  list_id uuid references lists on delete set null,
  created boolean not null default false,
  made_at timestamptz,
  primary key (import_id, row)
);
create index import_rows_waiting on import_rows (import_id, row) where state = 'waiting';
create index import_rows_attention on import_rows (import_id, row)
  where state in ('doubtful', 'not-found', 'failed');
create index import_rows_log on import_rows (log_id) where log_id is not null;
create index import_rows_list on import_rows (list_id) where list_id is not null;
-- What an import says of a film.
create index import_rows_film on import_rows (import_id, film_id) where film_id is not null;

-- By what an entry of another diary is known again; it goes with the log. Tags are kept for the way out.
alter table logs add column import_key text, add column tags text[] not null default '{}';
create unique index logs_import_key on logs (member_id, import_key) where import_key is not null;
-- `imported_at` is when an import last wrote a list: another `updated_at` tells that its member did since.
alter table lists add column import_key text, add column imported_at timestamptz;
create unique index lists_import_key on lists (member_id, import_key) where import_key is not null;

-- Films known from a list only: what it left open is asked for later.
create index films_incomplete on films (id) where updated_at = timestamptz '1970-01-01T00:00:00Z';
