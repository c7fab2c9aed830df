-- Secret addresses by which readers and players of a member read one thing of theirs, whoever asks. What can be read here by
-- whoever reads this table stands in the other tables just as well, so they are kept as they are, to be shown again.
create table feeds (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  kind text not null check (kind in ('diary', 'watchlist', 'list')),
  list_id uuid references lists on delete cascade,
  secret text not null unique,
  created_at timestamptz not null,
  -- To the hour.
  used_at timestamptz,
  -- Of what was answered last, and since when it is that.
  content_hash bytea,
  changed_at timestamptz not null,
  check ((kind = 'list') = (list_id is not null)),
  unique nulls not distinct (member_id, kind, list_id)
);
create index feeds_list on feeds (list_id) where list_id is not null;
