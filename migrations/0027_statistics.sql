-- Goes up with every change of a member's logs, in its transaction: figures of them are of a version.
alter table members add column logs_version integer not null default 0;

-- What a member's films come to in a year, 0 for all time. A job writes the rows that were asked for.
create table statistics (
  member_id uuid not null references members on delete cascade,
  year smallint not null check (year between 0 and 9999),
  -- `members.logs_version` as it was before the logs were read.
  version integer not null,
  -- Some of the films are not known as far as the film source knows them: soon there is more to tell.
  waits boolean not null,
  computed_at timestamptz not null,
  figures jsonb not null,
  primary key (member_id, year)
);

-- Who directed a film and who plays the leading parts, of the films that statistics are told of.
create table film_credits (
  film_id integer primary key references films on delete cascade,
  directors integer[] not null default '{}',
  actors integer[] not null default '{}',
  -- The film source that told them: their numbers are its own. Null until one was asked.
  source text
);
create index film_credits_source on film_credits (source, film_id);

-- The people of those films as the film source names them.
create table people (
  id integer primary key,
  name text not null,
  profile_path text
);
