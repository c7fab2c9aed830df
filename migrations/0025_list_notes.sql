-- What members say of a list, and of a film in it.
alter table lists add column tags text[] not null default '{}';
alter table list_films add column note text not null default '';

-- Series, episodes and games are no faulty rows: they stay with all that they say, for what may know them later.
alter table imports
  add column not_films integer not null default 0,
  -- How tables were read that do not say it themselves.
  add column assumed text[] not null default '{}',
  -- Of all files, in order: what `cells` are called.
  add column columns text[] not null default '{}';
-- A row as its file has it, column by column, until it is brought in.
alter table import_rows add column cells jsonb;
update import_rows set state = 'not-film' where state = 'failed' and reason = 'not-a-film';
update imports i set not_films = found.rows, failed = failed - found.rows
from (select import_id, count(*)::int as rows from import_rows where state = 'not-film' group by import_id) found
where found.import_id = i.id;
