-- Members with like taste, by the stars that both gave the same films; a job counts them.
create table taste (
  member_id uuid not null references members on delete cascade,
  other_id uuid not null references members on delete cascade,
  -- Above 0, to 1.
  likeness real not null,
  primary key (member_id, other_id)
);
create index taste_other on taste (other_id);

-- When they were compared, and of which `members.logs_version`.
create table taste_runs (
  member_id uuid primary key references members on delete cascade,
  version integer not null,
  compared_at timestamptz not null
);
create index taste_runs_compared on taste_runs (compared_at);

-- Films that a member wants SceneBot to recommend no more.
create table refused_films (
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films on delete cascade,
  refused_at timestamptz not null,
  primary key (member_id, film_id)
);
create index refused_films_film on refused_films (film_id);
