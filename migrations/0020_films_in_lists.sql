-- The lists that hold a film, the newest first.
create index list_films_film on list_films (film_id, list_id desc);
