-- What members logged of a film and how they rated it: kept by whatever writes logs, in the same transaction. A member
-- counts once among the ratings, by the newest log with stars. A film without a row was not counted yet.
create table film_stats (
  film_id integer primary key references films,
  logs integer not null check (logs >= 0),
  ratings integer not null check (ratings >= 0),
  -- In half stars.
  rating_sum integer not null check (rating_sum >= 0),
  -- How many members gave half a star, one star, … five stars.
  by_rating integer[] not null check (cardinality(by_rating) = 10)
);

-- How far a job came that sets up what older rows need; it deletes its row when all is done.
create table backfills (
  name text primary key,
  -- The last id that is done.
  done_to integer not null default 0
);
insert into backfills (name) select 'film_stats' where exists (select from logs);
