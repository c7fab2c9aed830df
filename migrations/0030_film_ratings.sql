-- What members say of films by hand, beside the stars of their viewings; null took stars away. Of a film the newest
-- rating counts, whichever kind it is. A row an import, and one of the member's own: both may say something of a film.
create table film_ratings (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members on delete cascade,
  film_id integer not null references films,
  rating smallint check (rating between 1 and 10),
  set_at timestamptz not null,
  import_id uuid references imports on delete cascade
);
create index film_ratings_member_film on film_ratings (member_id, film_id, set_at desc);
create index film_ratings_member_newest on film_ratings (member_id, set_at desc);
create index film_ratings_film on film_ratings (film_id);
create index film_ratings_import on film_ratings (import_id) where import_id is not null;

-- Marks as seen hold no stars of the member's own any more: these are ratings of the film.
insert into film_ratings (member_id, film_id, rating, set_at)
select member_id, film_id, rating, created_at from logs
where seen_only and import_key is null and rating is not null;
update logs set rating = null where seen_only and import_key is null and rating is not null;

-- All stars that members gave, each with its moment: the newest of a film is what its member gives it now.
create view given_stars as
select member_id, film_id, rating, created_at as given_at, false as by_hand, id from logs where rating is not null
union all
select member_id, film_id, rating, set_at, true, id from film_ratings;
