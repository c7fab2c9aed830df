-- Feeds of Letterboxd that members follow: what is new in one is imported.
create table letterboxd_feeds (
  member_id uuid primary key references members on delete cascade,
  username text not null,
  followed_at timestamptz not null,
  -- When it was read to its end.
  read_at timestamptz,
  next_at timestamptz not null,
  -- What the source said of its age.
  etag text,
  modified text,
  -- In a row.
  failures integer not null default 0,
  fault text,
  -- After too many.
  paused_at timestamptz
);
create index letterboxd_feeds_due on letterboxd_feeds (next_at) where paused_at is null;

-- What of a feed was taken, so that nothing comes twice, and what became of it.
create table letterboxd_items (
  member_id uuid not null references members on delete cascade,
  number text not null,
  -- Of what it said: what was changed there is taken again.
  content_hash bytea not null,
  title text not null,
  year smallint,
  watched_on date,
  rating smallint,
  seen_at timestamptz not null,
  -- Its row; the import may be removed, or forget its rows.
  import_id uuid references imports on delete set null,
  row integer,
  primary key (member_id, number)
);
create index letterboxd_items_newest on letterboxd_items (member_id, seen_at desc, number);
create index letterboxd_items_import on letterboxd_items (import_id) where import_id is not null;
