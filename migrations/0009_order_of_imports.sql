-- The stars that a row of ratings replaced in its log, 0 for none; null while the log's stars are not the row's.
alter table import_rows add column previous_rating smallint;
update import_rows set previous_rating = 0 where kind = 'rating' and state = 'imported' and log_id is not null;
-- Stars that files gave to films: a diary that comes later may have a better place for them.
create index import_rows_ratings on import_rows (import_id, film_id) where kind = 'rating' and film_id is not null;
