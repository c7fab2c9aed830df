-- Whom a member wants nothing to do with, and what they would rather not see for a while.

-- Neither of the two sees the other.
create table blocks (
  member_id uuid not null references members on delete cascade,
  blocked_id uuid not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, blocked_id),
  check (member_id <> blocked_id)
);
-- Read as often as the key: the rule holds in both directions.
create index blocks_blocked on blocks (blocked_id, member_id);

create table mutes (
  member_id uuid not null references members on delete cascade,
  muted_id uuid not null references members on delete cascade,
  -- Null: until it is taken back.
  ends_at timestamptz,
  -- Their notifications do not come either.
  notifications boolean not null,
  created_at timestamptz not null default now(),
  primary key (member_id, muted_id),
  check (member_id <> muted_id)
);
create index mutes_muted on mutes (muted_id);

create table muted_words (
  member_id uuid not null references members on delete cascade,
  -- As it was typed, in lower case.
  word text not null,
  -- The regular expression that finds it as a word.
  pattern text not null,
  created_at timestamptz not null default now(),
  primary key (member_id, word)
);

create table muted_films (
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  -- The film is shown again once the member has seen it.
  until_seen boolean not null,
  created_at timestamptz not null default now(),
  primary key (member_id, film_id)
);
create index muted_films_film on muted_films (film_id);

-- Processes keep whom a member is kept apart from (see 0028).
create function tell_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'block:' || coalesce(new.member_id, old.member_id));
  perform pg_notify('changes', 'block:' || coalesce(new.blocked_id, old.blocked_id));
  return null;
end $$;
create trigger blocks_change after insert or delete on blocks
  for each row execute function tell_block();

-- And who hides films or words: feeds of all others are read by the index alone.
create function tell_hidden() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'hidden:' || coalesce(new.member_id, old.member_id));
  return null;
end $$;
create trigger muted_words_change after insert or delete on muted_words
  for each row execute function tell_hidden();
create trigger muted_films_change after insert or delete on muted_films
  for each row execute function tell_hidden();
