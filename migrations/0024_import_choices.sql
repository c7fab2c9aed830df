-- Rows that name their film alike are settled at once; null for rows that ask for none, and for those of before.
alter table import_rows add column film_key text;
create index import_rows_alike on import_rows (film_key, import_id)
  where film_key is not null and state in ('doubtful', 'not-found');
-- What a member said that files mean by such a name: the next file asks no more. Without a film: it is left out.
create table import_choices (
  member_id uuid not null references members on delete cascade,
  film_key text not null,
  film_id integer references films on delete cascade,
  -- It goes with the import in which it was made.
  import_id uuid not null references imports on delete cascade,
  primary key (member_id, film_key)
);
create index import_choices_film on import_choices (film_id) where film_id is not null;
create index import_choices_import on import_choices (import_id);
-- Since when the film source does not answer; where films were last looked for; rows whose long tags were cut.
alter table imports add column waits_since timestamptz, add column looked_in text,
  add column cut_tags integer not null default 0;
-- Whose rows are looked for again.
create index imports_unfound on imports (finished_at) where state = 'done' and not_found > 0;
